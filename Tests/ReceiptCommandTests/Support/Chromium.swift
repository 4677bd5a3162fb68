import Foundation
import Testing

/// A real browser without a window, for looking at pages. `scripts/browsers.txt` has those that will do.
enum Chromium {
  private static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names =
      (try? String(contentsOfFile: Python.file("scripts/browsers.txt"), encoding: .utf8)) ?? ""
    return names.split(separator: "\n").lazy.flatMap { name in
      folders.map { "\($0)/\(name)" }
    }.first(where: FileManager.default.isExecutableFile)
  }()

  /// If it is required, a missing browser fails the tests instead of skipping them.
  static let isThere =
    path != nil || ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_CHROMIUM"] == "1"

  static let absence: Comment = "there is no Chromium: scripts/setup-chromium.sh installs it"

  /// How a page is shown.
  struct View {
    /// The width of the frame in CSS pixels. Zoom makes it smaller.
    var width = 1200
    var isDark = false
    /// The size of text in percent.
    var textSize = 100
  }

  static func look(
    at page: String, _ view: View, in bench: Workbench
  ) async throws -> PageMeasure {
    try #require(try await look(at: [page], view, in: bench).first)
  }

  /// Shows each page in a frame and measures it. Fails if the browser writes to its console. To start the browser takes
  /// longer than to show a page.
  static func look(
    at pages: [String], _ view: View, in bench: Workbench
  ) async throws -> [PageMeasure] {
    try bench.write("wrapper.html", Array(PageMeasure.wrapper(pages, view).utf8))
    let dom = try await run(
      ["--dump-dom", "file://\(bench.place("wrapper.html"))"], view, in: bench)
    let start = try #require(dom.range(of: "<pre id=\"look\">"), "\(dom)")
    let end = try #require(dom.range(of: "</pre>", range: start.upperBound..<dom.endIndex))
    let encoded = String(dom[start.upperBound..<end.lowerBound])
    return try JSONDecoder().decode(
      [PageMeasure].self, from: try #require(Data(base64Encoded: encoded)))
  }

  /// The elements of a page after a link to one of its parts was followed.
  static func elements(
    of page: String, following name: String, in bench: Workbench
  ) async throws -> String {
    try bench.write("page.html", Array(page.utf8))
    return try await run(
      ["--dump-dom", "file://\(bench.place("page.html"))#\(name)"], in: bench)
  }

  /// A page on paper.
  static func pdf(of page: String, in bench: Workbench) async throws -> [UInt8] {
    try bench.write("page.html", Array(page.utf8))
    _ = try await run(
      [
        "--no-pdf-header-footer", "--print-to-pdf=\(bench.place("page.pdf"))",
        "file://\(bench.place("page.html"))",
      ], in: bench)
    return try bench.read("page.pdf")
  }

  private static func run(
    _ arguments: [String], _ view: View = View(), in bench: Workbench
  ) async throws -> String {
    let path = try #require(path, absence)
    let settings = [
      "preferredColorScheme=\(view.isDark ? 0 : 1)", "defaultFontSize=\(16 * view.textSize / 100)",
    ]
    let result = try await bench.execute(
      path,
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars", "--user-data-dir=\(bench.place("profile"))",
        "--window-size=1300,900",
        "--blink-settings=\(settings.joined(separator: ","))", "--enable-logging=stderr",
        "--virtual-time-budget=10000",
      ] + arguments, environment: ["HOME": bench.path])
    let said = result.messageText.split(separator: "\n").filter { $0.contains("CONSOLE") }
    #expect(said.isEmpty, Comment(rawValue: said.joined(separator: "\n")))
    return result.text
  }
}
