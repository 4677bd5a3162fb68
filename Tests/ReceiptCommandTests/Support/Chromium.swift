import Foundation
import Testing

/// A real browser without a window, for looking at pages. Debian: `chromium`.
enum Chromium {
  private static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.flatMap { folder in
      ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }.first(where: FileManager.default.isExecutableFile)
  }()

  /// If it is required, a missing browser fails the tests instead of skipping them.
  static let isThere =
    path != nil || ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_CHROMIUM"] == "1"

  static let absence: Comment = "there is no Chromium: scripts/setup-chromium.sh installs it"

  /// The result of showing a page in a frame.
  struct Look: Decodable {
    /// The widths of the frame and of its content.
    let width: Int
    let scrollWidth: Int
    let text: String
    /// The names of all elements, without duplicates.
    let elements: [String]
    /// The names of all attributes that would run code or load something.
    let activeAttributes: [String]
    /// Whether the page changed anything outside itself.
    let isTouched: Bool
    /// The background colour, which differs between light and dark.
    let background: String
    /// The number of visible shapes in drawings, and of all shapes.
    let visibleShapes: Int
    let shapes: Int
  }

  /// Shows a page in a frame and examines the result. Fails if the browser writes to its console.
  static func look(
    at page: String, width: Int, isDark: Bool = false, in bench: Workbench
  ) async throws -> Look {
    let path = try #require(path, absence)
    try bench.write("wrapper.html", Array(wrapper(page, width).utf8))
    let result = try await bench.execute(
      path,
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--user-data-dir=\(bench.place("profile"))", "--window-size=1200,900",
        "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)", "--enable-logging=stderr",
        "--virtual-time-budget=10000", "--dump-dom", "file://\(bench.place("wrapper.html"))",
      ], environment: ["HOME": bench.path])
    let said = result.messageText.split(separator: "\n").filter { $0.contains("CONSOLE") }
    #expect(said.isEmpty, Comment(rawValue: said.joined(separator: "\n")))
    let start = try #require(result.text.range(of: "<pre id=\"look\">"), "\(result)")
    let end = try #require(
      result.text.range(of: "</pre>", range: start.upperBound..<result.text.endIndex))
    let encoded = String(result.text[start.upperBound..<end.lowerBound])
    return try JSONDecoder().decode(Look.self, from: try #require(Data(base64Encoded: encoded)))
  }

  /// A page around the page that measures it, because the page itself allows no script.
  private static func wrapper(_ page: String, _ width: Int) -> String {
    let escaped =
      page.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
        of: "\"", with: "&quot;")
    return """
      <!DOCTYPE html><meta charset="utf-8"><body>
      <script>
      window.touched = false;
      function look() {
        const page = document.querySelector('iframe').contentDocument;
        const all = [...page.querySelectorAll('*')];
        const shapes = [...page.querySelectorAll('.track rect, .track circle, .track line')];
        const names = all.flatMap(e => e.getAttributeNames()).filter(name =>
          name.startsWith('on') || ['src', 'href', 'xlink:href', 'action', 'srcdoc'].includes(name));
        const result = {
          width: page.documentElement.clientWidth,
          scrollWidth: page.documentElement.scrollWidth,
          text: page.body.innerText,
          elements: [...new Set(all.map(e => e.localName))],
          activeAttributes: names, isTouched: window.touched,
          background: getComputedStyle(page.body).backgroundColor,
          shapes: shapes.length,
          visibleShapes: shapes.filter(e => e.getBoundingClientRect().width > 0).length,
        };
        const octets = new TextEncoder().encode(JSON.stringify(result));
        const pre = document.createElement('pre');
        pre.id = 'look';
        pre.textContent = btoa(Array.from(octets, o => String.fromCharCode(o)).join(''));
        document.body.append(pre);
      }
      </script>
      <iframe width="\(width)" height="800" style="border:0" onload="setTimeout(look, 100)"
        srcdoc="\(escaped)"></iframe>
      """
  }
}
