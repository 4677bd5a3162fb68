import Foundation
import Testing

@testable import ReceiptCommandLine

/// The manual pages, made from the built tool.
@Suite struct ManualTests {
  /// A bench with all pages in its folder `pages`, and what the tool says of itself.
  private func made() async throws -> (Workbench, JSON) {
    let bench = try Workbench()
    try bench.makeFolder("pages")
    let description = try await bench.runProcess(["--experimental-dump-help"]).expect(status: 0)
    try bench.write("facts/help.json", description.output)
    try await bench.run(["schema", "decode", "-o", "facts/schema.json"]).expect(status: 0)
    try await bench.run(["explain", "--list", "-f", "json", "-o", "facts/words.json"])
      .expect(status: 0)
    try await bench.execute(
      Workbench.built("ReceiptManual"),
      [
        "facts", Python.file("docs"), "pages", Program.version, Program.repository,
        "2026-01-31",
      ]
    ).expect(status: 0).expectSilence()
    return (bench, try #require(description.json()["command"]))
  }

  private func commands(_ tool: JSON) -> [JSON] {
    (tool["subcommands"]?.elements ?? []).filter { $0["commandName"]?.string != "help" }
  }

  private func name(_ command: JSON) -> String { command["commandName"]?.string ?? "" }

  @Test("Every command has a page with its arguments, options, values and defaults")
  func options() async throws {
    let (bench, tool) = try await made()
    let pages =
      [("receipt", tool)] + commands(tool).map { ("receipt-\(name($0))", $0) }
    #expect(try bench.names(in: "pages") == pages.map { $0.0 + ".1" }.sorted())
    for (title, command) in pages {
      let page = Page(try bench.text("pages/\(title).1"))
      let arguments = command["arguments"]?.elements ?? []
      #expect(arguments.count >= 2, "\(title)")
      for argument in arguments {
        let meaning = try #require(argument["abstract"]?.string)
        let tag = tag(argument)
        #expect(page.entries[tag] == meaning, "\(title): \(tag)")
        for value in argument["completionKind"]?["list"]?["values"]?.elements ?? [] {
          #expect(meaning.contains(try #require(value.string)), "\(title): \(tag)")
        }
      }
      for word in (command["discussion"]?.string ?? "").split(whereSeparator: \.isWhitespace)
      where word != "EXAMPLES" {
        #expect(page.text.contains(word), "\(title): \(word)")
      }
      for heading in [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "FILES",
        "ENVIRONMENT", "SEE ALSO",
      ] {
        #expect(page.headings.contains(heading), "\(title)")
      }
      for code in ["0", "1", "2", "64"] { #expect(page.entries[code] != nil, "\(title)") }
      if title != "receipt" { #expect(page.headings.contains("EXAMPLES"), "\(title)") }
    }
    let root = Page(try bench.text("pages/receipt.1"))
    let commands = commands(tool)
    #expect(commands.count > 5)
    for command in commands {
      #expect(root.entries["receipt-\(name(command))(1)"] == command["abstract"]?.string)
    }
  }

  /// An argument as the synopsis of an option writes it.
  private func tag(_ argument: JSON) -> String {
    let value = argument["valueName"]?.string ?? ""
    guard argument["kind"]?.string != "positional" else { return value.uppercased() }
    let names = (argument["names"]?.elements ?? []).map { name in
      (name["kind"]?.string == "long" ? "--" : "-") + (name["name"]?.string ?? "")
    }.sorted { $0.count < $1.count }.joined(separator: ", ")
    return argument["kind"]?.string == "flag" ? names : "\(names) \(value)"
  }

  /// Parts that all outputs share are on the page of `decode`.
  @Test(
    "A page names the members of its JSON",
    arguments: [
      (
        "decode",
        [
          "receipt_found", "receipt", "purchase", "renewal", "attribute", "certificate", "finding",
          "signature", "source", "error",
        ]
      ),
      ("check", ["checked", "check", "unreadable"]), ("diagnose", ["diagnosis", "summary"]),
      ("timeline", ["timeline", "track"]), ("explain", ["meaning"]),
      ("diff", ["comparison", "side", "difference", "left_out", "event"]),
      ("dump", ["dump", "header", "node"]),
    ])
  func members(command: String, parts: [String]) async throws {
    let (bench, _) = try await made()
    let page = Page(try bench.text("pages/receipt-\(command).1"))
    let schema = try await bench.run(["schema", command]).expect(status: 0).json()
    let words = Set(
      page.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    for part in parts {
      let names = Set(schema["$defs"]?[part]?["properties"]?.names ?? [])
      #expect(names.count > 1 && names.isSubset(of: words), "\(part): \(names.subtracting(words))")
      guard ["receipt", "purchase", "renewal"].contains(part) else { continue }
      for name in names { #expect(page.entries[name].map { !$0.isEmpty } == true, "\(name)") }
    }
  }

  @Test("docs/environment.md has every variable that the tool asks for, and no other")
  func variables() throws {
    let sources = FileManager.default.enumerator(atPath: Python.file("Sources/ReceiptCommandLine"))
    var asked: Set<String> = []
    for case let file as String in try #require(sources) where file.hasSuffix(".swift") {
      let text = try String(
        contentsOfFile: Python.file("Sources/ReceiptCommandLine/\(file)"), encoding: .utf8)
      guard text.contains("variable(") else { continue }
      asked.formUnion(text.matches(of: #/"([A-Z][A-Z_]{3,})"/#).map { String($0.1) })
    }
    let page = try String(contentsOfFile: Python.file("docs/environment.md"), encoding: .utf8)
    // What only receipt-online asks for is named in small letters first.
    let rows = page.split(separator: "\n").filter { $0.starts(with: #/\| `[A-Z]/#) }
    let listed = rows.flatMap { row in
      (row.split(separator: "|").first ?? "").matches(of: #/`([A-Z][A-Z_]+)`/#).map { String($0.1) }
    }
    #expect(Set(listed) == asked && asked.count > 5)
  }

  @Test(
    "mandoc and groff have nothing to say against the pages",
    .enabled(if: Shell.mandoc.isThere && Shell.groff.isThere, Shell.mandoc.absence))
  func lint() async throws {
    let (bench, _) = try await made()
    let pages = try bench.names(in: "pages")
    #expect(pages.count > 5)
    for page in pages {
      let checked = try await bench.execute(
        Shell.mandoc.program, ["-T", "lint", "-W", "warning", "pages/\(page)"])
      #expect(checked.expect(status: 0).text == "")
      let set = try await bench.execute(
        Shell.groff.program, ["-man", "-ww", "-T", "utf8", "pages/\(page)"])
      set.expect(status: 0).expectSilence()
      // What was set has the words of the page.
      #expect(set.text.contains("NAME") || set.text.contains("N\u{8}N"))
    }
  }
}

/// A manual page, read back.
private struct Page {
  /// What stands in it, without the language of pages.
  var text = ""
  var headings: [String] = []
  /// Terms with what they mean.
  var entries: [String: String] = [:]

  init(_ roff: String) {
    var lines = roff.split(separator: "\n").map(String.init)[...]
    while let line = lines.popFirst() {
      if line == ".TP", let tag = lines.popFirst(), let meaning = lines.popFirst() {
        let tag = Self.plain(tag)
        entries[tag] = entries[tag] ?? Self.plain(meaning)
        text += "\(tag)\n\(Self.plain(meaning))\n"
      } else if line.hasPrefix(".SH ") {
        headings.append(String(line.dropFirst(4)))
      } else if !line.hasPrefix(".") {
        text += Self.plain(line) + "\n"
      }
    }
  }

  private static func plain(_ line: String) -> String {
    var text = line
    for (code, meaning) in [
      ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\&", ""), ("\\-", "-"), ("\\(aq", "'"),
      ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~"), ("\\~", " "),
    ] { text = text.replacing(code, with: meaning) }
    text = text.replacing(#/\\\[u([0-9A-F]+)\]/#) { match in
      Unicode.Scalar(UInt32(match.1, radix: 16) ?? 0).map { String($0) } ?? ""
    }
    return text.replacing("\\e", with: "\\")
  }
}
