import Foundation
import Testing

/// What a program on the way does to a text, and the layers that are named for it.
struct Damage: Sendable, CustomTestStringConvertible {
  let name: String
  let layers: [String]
  /// What `restored-text` names; `nil` if there is no such finding.
  let restored: String?
  let change: @Sendable (String) -> String
  var testDescription: String { name }

  init(
    _ name: String, _ layers: [String], _ restored: String? = nil,
    _ change: @escaping @Sendable (String) -> String
  ) {
    self.name = name
    self.layers = layers
    self.restored = restored
    self.change = change
  }
}

extension Damage {
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }

  /// Every sign that is no letter or digit as a number, as cautious pages write it.
  private static func numbered(_ text: String) -> String {
    text.unicodeScalars.map {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) ? String($0) : "&#\($0.value);"
    }.joined()
  }

  static func quotedPrintable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var result = ""
      var width = 0
      for character in line {
        let code = character == "=" ? "=3D" : character == "\"" ? "=22" : String(character)
        if width + code.count > 73 {
          result += "=\r\n"
          width = 0
        }
        result += code
        width += code.count
      }
      return result
    }.joined(separator: "\r\n")
  }

  static let ofTokens: [Damage] =
    [64, 72, 76].map { width in
      Damage("lines of \(width)", ["mail-lines"], "line breaks") {
        WrappingTests.lines($0, width, "\n")
      }
    } + [
      Damage("format=flowed", ["mail-lines"], "line breaks") {
        WrappingTests.lines($0, 72, " \r\n")
      },
      Damage("two levels of quotation", ["mail-quotes", "mail-lines"], "line breaks") {
        ">> " + WrappingTests.lines($0, 70, "\n>> ")
      },
      Damage("broken a second time, and quoted", ["mail-quotes", "mail-lines"], "line breaks") {
        "> " + brokenTwice($0, "\n> ")
      },
      Damage("broken a second time, where words are flowed", ["mail-lines"], "line breaks") {
        brokenTwice($0, " \r\n")
      },
      Damage("quoted-printable", ["quoted-printable"]) { quotedPrintable($0) },
      Damage("quoted-printable in lines of 78", ["quoted-printable"]) {
        WrappingTests.lines($0.replacing("=", with: "=3D"), 77, "=\n")
      },
      Damage("flowed in quoted-printable", ["quoted-printable", "mail-lines"], "line breaks") {
        WrappingTests.lines($0.replacing("=", with: "=3D"), 72, "=20\r\n")
      },
      Damage("tags of HTML", ["html-escapes"], "the tags of HTML") {
        WrappingTests.lines($0, 76, "<wbr>")
      },
      Damage("soft hyphens", ["typography"], "soft hyphens") {
        WrappingTests.lines($0, 50, "\u{AD}")
      },
      Damage("spaces without a width", ["typography"], "invisible characters") {
        WrappingTests.lines($0, 50, "\u{200B}")
      },
      Damage("numbers of HTML", ["html-escapes"]) { numbered($0) },
    ]

  /// Lines of 76 characters that were broken again after 72.
  private static func brokenTwice(_ text: String, _ separator: String) -> String {
    WrappingTests.lines(text, 76, "\n").split(separator: "\n")
      .map { WrappingTests.lines(String($0), 72, separator) }.joined(separator: separator)
  }

  /// What stands around each line of a text in a log, a program or a table.
  static let ofLines: [Damage] = [
    prefixed("Docker", "web_1  | "), prefixed("journald", "Nov 20 10:11:12 host node[1234]: "),
    prefixed("a time in brackets", "[2026-11-20 10:11:12] app.INFO: "),
    prefixed("a name in the first line", "10:11:12 app: ", first: "10:11:12 app: receipt "),
    Damage("grep", []) { text in
      lines(text).enumerated().map { "receipt.txt:\($0 + 1):\($1)\n" }.joined()
    },
    Damage("numbers of lines", []) { text in
      lines(text).enumerated().map { "\($0 < 9 ? "   " : "  ")\($0 + 1)  \($1)\n" }.joined()
    },
    Damage("constants with a plus", []) { text in
      "let r = \"" + lines(text).joined(separator: "\" +\n    \"") + "\";\n"
    },
    Damage("constants with a plus before them", []) { text in
      "var r = '" + lines(text).joined(separator: "'\n  + '") + "'\n"
    },
    Damage("constants of Python", []) { text in
      "r = (\"" + lines(text).joined(separator: "\"\n     \"") + "\")\nprint(r)\n"
    },
    Damage("backslashes", []) { lines($0).joined(separator: "\\\n") },
    // The widest line fills the column, so nothing stands between it and the +.
    cell("psql, the last column", ("  1 | ", "    | "), ("+", "")),
    cell("psql, the first column", (" ", " "), ("+| 1", "| ")),
    cell("psql, an inner column", ("  1 | ", "    | "), ("+| hello", "| ")),
    cell("psql, a column alone", (" ", " "), ("+", "")),
    cell("psql, with a frame", ("|  1 | ", "|    | "), ("+|", "|")),
    cell("psql, expanded", ("receipt | ", "        | "), ("+", "")),
    cell("psql, a wider column", ("  1 | ", "    | "), (" +|", "  |")),
  ]

  /// A cell of a table of psql: what stands before its first line and the others, and behind all and the last one.
  private static func cell(
    _ name: String, _ before: (String, String), _ behind: (String, String)
  ) -> Damage {
    Damage(name, []) { text in
      let rows = lines(text)
      return " id |  receipt \n----+----------\n"
        + rows.enumerated().map { index, row in
          (index == 0 ? before.0 : before.1) + row
            + (index + 1 < rows.count ? behind.0 : behind.1) + "\n"
        }.joined() + "(1 row)\n"
    }
  }

  static func lines(_ text: String) -> [String] {
    WrappingTests.lines(text, 76, "\n").split(separator: "\n").map(String.init)
  }

  private static func prefixed(
    _ name: String, _ prefix: String, first: String? = nil
  ) -> Damage {
    Damage(name, []) { text in
      (first ?? prefix) + lines(text).joined(separator: "\n\(prefix)") + "\n\(prefix)done\n"
    }
  }

  /// What programs make of a whole text.
  static let ofDocuments: [Damage] = [
    Damage("RTF of TextEdit", []) { text in
      "{\\rtf1\\ansi\\ansicpg1252\\cocoartf2639\n{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;}\n"
        + "{\\*\\expandedcolortbl;;}\n\\pard\\tx566\n\n\\f0\\fs24 \\cf0 Hi,\\\n\\\n"
        + lines(text).joined(separator: "\\\n") + "\\\n\\\nBye}"
    },
    Damage("RTF of Word", []) { text in
      "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Calibri;}}\\pard\\f0 "
        + lines(text).joined(separator: "\\par\n") + "\\par\n}"
    },
    Damage("breaks of HTML", []) { text in
      "<html><body><p>Hi</p><pre>" + lines(text).joined(separator: "<br>\n")
        + "</pre></body></html>"
    },
    Damage("paragraphs of HTML", []) { text in
      "<div>Hi,</div>" + lines(text).map { "<div class=\"x\">\($0)</div>" }.joined()
        + "<div>Bye</div>"
    },
    Damage("colours", []) { "\u{1B}[32m\($0)\u{1B}[39m" },
    Damage("colours in a log", []) { "\u{1B}[1;33mINFO\u{1B}[0m got \u{1B}[32m\($0)\u{1B}[39m\n" },
    Damage("a mail in base64", []) { text in
      let body = Data("Grüße,\n\n\(text)\n\nAnna\n".utf8).base64EncodedString()
      return "From: a@b.c\nContent-Type: text/plain; charset=\"utf-8\"\n"
        + "Content-Transfer-Encoding: base64\nMIME-Version: 1.0\n\n"
        + lines(body).joined(separator: "\n")
    },
    Damage("a part of a mail in base64", []) { text in
      let body = Data("Hello,\r\n\r\n\(text)\r\n".utf8).base64EncodedString()
      return "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        + "content-transfer-encoding: BASE64\r\n\r\n" + lines(body).joined(separator: "\r\n")
        + "\r\n--b--\r\n"
    },
  ]

  static let ofJSON: [Damage] = [
    Damage("escapes of HTML", ["html-escapes"]) { escaped($0) },
    Damage("escapes of HTML, twice", ["html-escapes", "html-escapes"]) { escaped(escaped($0)) },
    Damage("in a page", ["html-escapes", "text"]) {
      "<html><body><pre>\(escaped($0))</pre></body></html>"
    },
    Damage("quoted-printable", ["quoted-printable"]) { quotedPrintable($0) },
    Damage("curved quotation marks", ["typography"], "curved quotation marks") {
      $0.replacing(/"([^"]*)"/) { "\u{201C}\($0.1)\u{201D}" }
    },
    Damage("German quotation marks", ["typography"], "curved quotation marks") {
      $0.replacing(/"([^"]*)"/) { "\u{201E}\($0.1)\u{201C}" }
    },
    Damage("single curved marks", ["typography"], "single or angled quotation marks") {
      $0.replacing(/"([^"]*)"/) { "\u{2018}\($0.1)\u{2019}" }
    },
    Damage("guillemets", ["typography"], "single or angled quotation marks") {
      $0.replacing(/"([^"]*)"/) { "\u{AB}\($0.1)\u{BB}" }
    },
    Damage("RTF", ["typography"], "the commands of RTF") {
      "{\\rtf1\\ansi\\pard\\f0 "
        + $0.replacing("{", with: "\\{").replacing("}", with: "\\}")
        .replacing("\n", with: "\\\n") + "}"
    },
    Damage("no-break spaces", ["typography"], "no-break spaces") {
      $0.replacing(": ", with: ":\u{A0}").replacing("{", with: "{\u{A0}")
    },
    Damage("a bracket after it", [], "the ] after its end") { $0 + "\n]" },
    Damage("brackets and a comma after it", [], "the ]}, after its end") { $0 + "]},\n" },
    Damage("an ellipsis after it", [], "the … after its end") { $0 + " …" },
  ]
}
