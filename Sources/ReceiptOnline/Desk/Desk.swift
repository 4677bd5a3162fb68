internal import HTTPTypes
internal import HummingbirdCore
internal import ReceiptCommandLine
internal import ReceiptCore

/// The page where receipts are pasted and explained. What it shows is the page of `receipt diagnose --format html`.
struct Desk: Sendable {
  private let readers: Readers
  private let settings: DeskSettings
  private let seal = DeskSeal()

  init(readers: Readers, settings: DeskSettings) {
    self.readers = readers
    self.settings = settings
  }

  /// The answer for a path; `nil` if the desk has nothing there.
  func answer(_ request: SiteRequest) async throws -> Answered? {
    switch request.path {
    case "/": return try await page(request)
    case "/redacted": return try await redacted(request)
    case "/desk.css": return try asset(request, Self.style, "text/css; charset=utf-8")
    case "/desk.js":
      return try asset(request, PackageResources.desk_js, "text/javascript; charset=utf-8")
    default: return nil
    }
  }

  private static let style = Array(HTMLStyleSheet.rules.html.utf8) + PackageResources.desk_css

  private func asset(
    _ request: SiteRequest, _ bytes: [UInt8], _ type: String
  ) throws(Problem) -> Answered {
    guard request.method == .get || request.method == .head else {
      throw .method(allowing: [.get, .head])
    }
    var response = Response(bytes, type)
    response.headers[.cacheControl] = "no-cache"
    return Answered(response: response, kind: "desk-part")
  }

  private func page(_ request: SiteRequest) async throws -> Answered {
    switch request.method {
    case .get, .head:
      return Self.html(page(DeskForm()).start)
    case .post: return try await explained(request)
    default: throw Problem.method(allowing: [.get, .head, .post])
    }
  }

  /// The receipts of a form, explained. A mistake in the form is told on the page, above the form.
  private func explained(_ request: SiteRequest) async throws -> Answered {
    var form = DeskForm()
    do {
      form = try await read(request)
      guard !form.receipts.isEmpty else {
        throw Problem.malformed("there is no receipt yet", hint: "paste one, or choose a file")
      }
      var notes: [String] = []
      if let date = form.choices[.at], DateSpelling.date(date) == nil {
        form.drop(.at)
        notes.append(DeskPage.noDate(date))
      }
      if let app = form.choices[.app], !settings.apps.contains(where: { $0.path == app }) {
        form.drop(.app)
        notes.append(DeskPage.noApp)
      }
      notes += try await ask(&form)
      let (run, kind) = try await readers.run(bodyOf: form.size) { [form] in diagnosed(form) }.get()
      if run.output.isEmpty { throw Problem(usage: run.messages) }
      if kind.fitsNone { notes.append(DeskPage.fitsNone) }
      if kind.fitsSeveral { notes.append(DeskPage.fitsSeveral) }
      let page = page(form).result(run.output, notes: notes, isReadable: kind.form != nil)
      return Self.html(page, form: kind.form, verdict: Verdict(status: run.status))
    } catch let problem as Problem where Self.isOfForm(problem) {
      return refused(problem, form)
    }
  }

  /// Whether a person sees on the page what is wrong, and can mend it there.
  private static func isOfForm(_ problem: Problem) -> Bool {
    [.badRequest, .contentTooLarge, .unprocessableContent].contains(problem.status)
  }

  private func refused(_ problem: Problem, _ form: DeskForm) -> Answered {
    var answered = Self.html(page(form).refused(problem))
    answered.response.status = problem.status
    return answered
  }

  private func page(_ form: DeskForm) -> DeskPage {
    DeskPage(apps: settings.apps, form: form, hasKey: settings.apple != nil)
  }

  /// Asks Apple about the first receipt of a form, if that is wanted, and puts the answers beside it.
  ///
  /// - Returns: what was not answered.
  private func ask(_ form: inout DeskForm) async throws -> [String] {
    guard form.choices[.ask] != nil, let apple = settings.apple, let receipt = form.receipts.first
    else { return [] }
    guard form.isAboutOne else {
      return [DeskPage.asksAboutOne]
    }
    do throws(Fault) {
      let subject = try Subject(Piece(name: receipt.name, bytes: receipt.bytes))
      let answers = try await Asking(apple, about: subject).answers()
      form.put(together: answers.pieces, at: answers.date, seal)
      return answers.gaps.map { DeskPage.notAnswered(Fault($0)) }
        + (answers.isWithoutReceipt ? [DeskPage.isWithoutReceipt] : [])
    } catch {
      return [DeskPage.notAnswered(error)]
    }
  }

  private func read(_ request: SiteRequest) async throws -> DeskForm {
    guard case .form(let boundary) = MediaType(of: request.fields) else {
      throw Problem.malformed("send the form as multipart/form-data")
    }
    var form = try DeskForm(
      MultipartForm(try await request.collect(Self.maximumForm), boundary: boundary))
    // The page must be able to bring them back.
    guard form.size <= SiteRequest.maximumSize else {
      throw Problem.tooLarge(SiteRequest.maximumSize)
    }
    // Other receipts may have come since.
    if let mark = form.choices[.together], !seal.fits(mark, form.receipts) { form.drop(.together) }
    if form.choices[.together] == nil { form.drop(.now) }
    return form
  }

  /// The page brings receipts back in base64.
  private static let maximumForm = SiteRequest.maximumSize * 4 / 3

  private struct Kind {
    let form: String?
    /// There are settings, and none is for this app.
    let fitsNone: Bool
    /// The receipts are of apps with different settings.
    let fitsSeveral: Bool
  }

  private func diagnosed(_ form: DeskForm) -> Result<(ToolRun, Kind), Problem> {
    let decoded = form.receipts.first.flatMap { ReceiptKind.decoded($0.bytes) }
    let choice = form.choices[.app]
    let isOpen = choice == nil && settings.apps.count > 1
    let bundleIDs =
      isOpen
      ? form.receipts.compactMap { ReceiptKind.decoded($0.bytes)?.receipt.bundleID } : []
    let fitting = Set(bundleIDs.map { settings.app(for: $0)?.path })
    let app =
      fitting.count > 1
      ? nil
      : choice == nil
        ? settings.app(for: bundleIDs.first ?? decoded?.receipt.bundleID)
        : settings.apps.first { $0.path == choice }
    var arguments = ["diagnose", "--format=html", "--settings=\(app?.path ?? "none")"]
    arguments += settings.trustRootOptions
    if form.choices[.together] != nil { arguments += Explanation.options }
    arguments.append("--reply=\(form.choices[.reply] ?? "en")")
    for choice in [DeskForm.Choice.complaint, .timeZone] {
      if let value = form.choices[choice] { arguments.append("--\(choice.rawValue)=\(value)") }
    }
    if let date = form.choices[.at] ?? form.choices[.now] { arguments.append("--at=\(date)") }
    arguments.append("--")
    arguments += form.receipts.map(\.name)
    let host = Host.inMemory([:])
    guard let call = Tool.Call(arguments, telling: host) else {
      return .failure(Problem(usage: host.memory?.messages.bytes ?? []))
    }
    let inputs = Dictionary(
      form.receipts.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    return .success(
      (
        ToolRun(call, inputs: inputs),
        Kind(
          form: decoded?.form.rawValue,
          fitsNone: isOpen && app == nil && fitting.count < 2, fitsSeveral: fitting.count > 1)
      ))
  }

  /// A copy of the receipt without what leads to a person, as a file.
  private func redacted(_ request: SiteRequest) async throws -> Answered {
    guard request.method == .post else { throw Problem.method(allowing: [.post]) }
    var form = DeskForm()
    do {
      form = try await read(request)
      return try await redacted(form)
    } catch let problem as Problem where Self.isOfForm(problem) {
      return refused(problem, form)
    }
  }

  private func redacted(_ form: DeskForm) async throws -> Answered {
    let chosen = form.choices[.copy].map { Int($0) ?? -1 }
    guard let place = chosen ?? (form.isAboutOne ? 0 : nil) else {
      throw Problem.malformed("a copy is made of one receipt", hint: "send each by itself")
    }
    guard form.receipts.indices.contains(place) else {
      throw Problem.malformed("there is no such receipt in the form")
    }
    let receipt = form.receipts[place]
    let run = try await readers.run(bodyOf: receipt.bytes.count) { () -> Result<ToolRun, Problem> in
      let host = Host.inMemory([:])
      guard let call = Tool.Call(["redact", "--", receipt.name], telling: host) else {
        return .failure(Problem(usage: host.memory?.messages.bytes ?? []))
      }
      return .success(ToolRun(call, inputs: [receipt.name: receipt.bytes]))
    }.get()
    if run.output.isEmpty { throw Problem(failed: run) }
    var response = Response(run.output, "application/octet-stream")
    response.headers[.contentDisposition] = "attachment; filename=\"redacted-receipt.txt\""
    return Answered(response: response, kind: "redact", verdict: Verdict(status: run.status))
  }

  private static func html(
    _ page: [UInt8], form: String? = nil, verdict: Verdict? = nil
  ) -> Answered {
    Answered(
      response: Response(page, "text/html; charset=utf-8"), kind: "desk", form: form,
      verdict: verdict)
  }
}
