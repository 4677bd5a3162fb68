internal import ReceiptCommandLine
internal import ReceiptCore

/// The page of the desk: a form, and below it what the receipts say. It works without its script.
struct DeskPage {
  let apps: [KnownApp]
  let form: DeskForm
  /// Whether Apple can be asked.
  let hasKey: Bool

  /// The page before anything was sent.
  var start: [UInt8] { page("\(introduction)\(entry)") }

  /// The page with a mistake in the form.
  func refused(_ problem: Problem) -> [UInt8] {
    let hint: Markup? = problem.hint.map { "<p>\(Self.sentence($0))</p>\n" }
    return page(
      """
      \(introduction)<div class="mistake" role="alert"><p><b>\(Self.sentence(problem.detail))</b></p>
      \(hint)</div>
      \(entry)
      """)
  }

  /// Programs are told half sentences, which other texts continue.
  private static func sentence(_ words: String) -> String {
    "\(words.prefix(1).uppercased())\(words.dropFirst())."
  }

  /// The page with what the receipts say. A screen reader reads the title first, and then what has the focus.
  ///
  /// - Parameters:
  ///   - page: What the command line makes of them.
  ///   - notes: What else to say, in sentences.
  ///   - isReadable: Whether the first of them is a receipt.
  func result(_ page: [UInt8], notes: [String], isReadable: Bool) -> [UInt8] {
    let note: [Markup] = notes.map { "<p class=\"mistake\">\($0)</p>\n" }
    return self.page(
      """
      \(choices)\(note)<section class="answer" aria-label="What it says" tabindex="-1" autofocus>

      """,
      title: HTMLPage.title(of: page), content: HTMLPage.content(of: page),
      """
      </section>
      <p class="row next"><a class="button" href="/">Another receipt</a>
      \(isReadable || form.receipts.count > 1 ? copyButton : nil)</p>

      """)
  }

  static let fitsNone = "This receipt is for none of the apps here. Choose one, if it should be."

  static let fitsSeveral =
    "These receipts are of several apps, so no settings are used. Choose an app, or show one receipt at a time."
  static let asksAboutOne = "Apple is asked about one receipt. Show it alone, then ask."
  static let isWithoutReceipt =
    "Nothing of the receipt is signed, so only Apple's answer is explained."

  static let noApp = "The app that was chosen is not known here, so it was left out."

  static func noDate(_ text: String) -> String {
    "\(text.prefix(40)) is no date, so it was left out: this is how it stands today."
  }

  /// What Apple did not answer.
  static func notAnswered(_ fault: Fault) -> String {
    let hint = fault.hint.map { " \(sentence($0))" } ?? ""
    return "Apple did not answer: \(fault.message).\(hint)"
  }

  // MARK: Parts

  private var introduction: Markup {
    """
    <h1>What does this receipt say?</h1>
    <p class="faint">It is read on this machine, and not kept. Any form will do: a file, base64, a JWS, a response or a \
    notification from Apple, or the log around it.</p>

    """
  }

  private var entry: Markup {
    """
    <form method="post" action="/" enctype="multipart/form-data" class="entry">
    <label for="text">Paste it here</label>
    <textarea id="text" name="text" rows="8" spellcheck="false" autocomplete="off" autofocus></textarea>
    <div class="row"><span><label for="file">or choose files</label>
    <input id="file" type="file" name="file" multiple></span>
    <span class="script" hidden><label for="folder">or a folder</label>
    <input id="folder" type="file" name="file" webkitdirectory></span></div>
    \(options(then: nil))<p><button type="submit" class="main">Explain</button></p>
    </form>

    """
  }

  /// What can be chosen once there is a receipt. The receipt comes back with it, because the server keeps none.
  private var choices: Markup {
    let complaints: [Markup] = Self.complaints.map { code, words in
      // A button that is pressed takes its complaint back.
      let (pressed, value): (Markup, String) =
        form.choices[.complaint] == code ? ("true", "") : ("false", code)
      return
        "<button name=\"complaint\" value=\"\(value)\" aria-pressed=\"\(pressed)\">\(words)</button>\n"
    }
    // The Enter key presses the first button, which must change nothing else.
    return """
      <form method="post" action="/" enctype="multipart/form-data" id="choices" class="choices">
      <input type="hidden" name="complaint" value="\(form.choices[.complaint] ?? "")">
      <input type="file" name="file" multiple hidden>
      \(options(then: "<button type=\"submit\">Show</button>\n"))\
      <fieldset><legend>The customer says</legend>
      \(complaints)</fieldset>
      \(askButton)\(carried)</form>

      """
  }

  /// The receipts, as the form brings them back.
  private var carried: Markup {
    let receipts: [Markup] = form.receipts.map {
      """
      <input type="hidden" name="name" value="\($0.name)">
      <input type="hidden" name="again" value="\(Base64.encode($0.bytes))">

      """
    }
    let marks: [Markup] = [DeskForm.Choice.together, .now].compactMap { choice in
      form.choices[choice].map {
        "<input type=\"hidden\" name=\"\(choice.rawValue)\" value=\"\($0)\">\n"
      }
    }
    return "\(marks)\(receipts)"
  }

  /// Of several receipts one is chosen.
  private var copyButton: Markup {
    let names = form.receipts.enumerated().map { (String($0.offset), $0.element.name) }
    let chosen = form.choices[.copy] ?? "0"
    let choice: Markup? =
      form.isAboutOne
      ? nil : field("copy", "A copy of", select("copy", names, chosen, of: "choices"))
    return """
      \(choice)<button form="choices" formaction="/redacted">Download a copy without personal data</button>

      """
  }

  private var askButton: Markup? {
    hasKey
      ? "<p><button name=\"ask\" value=\"yes\">Ask Apple how it stands now</button></p>\n" : nil
  }

  private func options(then button: Markup?) -> Markup {
    """
    <div class="row">
    \(field("at", "As of (empty: today)", "<input id=\"at\" type=\"date\" name=\"at\" value=\"\(form.choices[.at] ?? "")\">"))\
    \(field("reply", "Reply in", select("reply", Self.languages, form.choices[.reply] ?? "en")))\
    \(apps.isEmpty ? nil : field("app", "App", select("app", appChoices, form.choices[.app] ?? "")))\
    \(button)</div>

    """
  }

  private func field(_ name: StaticString, _ label: StaticString, _ input: Markup) -> Markup {
    "<span><label for=\"\(name)\">\(label)</label>\n\(input)</span>\n"
  }

  private func select(
    _ name: StaticString, _ values: [(String, String)], _ chosen: String,
    of form: StaticString? = nil
  ) -> Markup {
    let options: [Markup] = values.map { value, words in
      let mark: Markup = value == chosen ? " selected" : .nothing
      return "<option value=\"\(value)\"\(mark)>\(words)</option>\n"
    }
    let owner: Markup? = form.map { " form=\"\($0)\"" }
    return "<select id=\"\(name)\" name=\"\(name)\"\(owner)>\n\(options)</select>"
  }

  private var appChoices: [(String, String)] {
    [("", "the receipt's own")]
      + apps.map { ($0.path, $0.bundleIDs.first.map(\.description) ?? $0.path) }
  }

  private static let complaints: [(String, String)] = [
    ("locked", "It is locked"), ("refund", "I want a refund"), ("charged", "I was charged"),
    ("restore", "Restoring fails"), ("cancel", "I cannot cancel"),
  ]

  private static let languages = ReplyLanguage.allCases.map { ($0.rawValue, $0.name) }

  private func page(
    _ top: Markup, title: ArraySlice<UInt8> = [], content: ArraySlice<UInt8> = [],
    _ bottom: Markup = .nothing
  ) -> [UInt8] {
    let start: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>
      """
    let head: Markup = """
      \(title.isEmpty ? nil : " - ")Receipt desk</title>
      <link rel="stylesheet" href="/desk.css">
      <script src="/desk.js" defer></script>
      </head>
      <body>
      <header class="desk"><a href="/">Receipt desk</a></header>
      <main>
      \(top)
      """
    let foot: Markup = """
      \(bottom)</main>
      <footer>receipt-online \(Program.version). Nothing that you send is kept.</footer>
      </body>
      </html>

      """
    return Array(start.html.utf8) + title + Array(head.html.utf8) + content + Array(foot.html.utf8)
  }
}
