import Foundation
import Testing

/// A real browser without a window, to look at pages with. Debian: `chromium`.
enum Chromium {
  private static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.flatMap { folder in
      ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }.first(where: FileManager.default.isExecutableFile)
  }()

  /// Where it is required nobody skips a test for want of it.
  static let isThere =
    path != nil || ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_CHROMIUM"] == "1"

  static let absence: Comment = "there is no Chromium: scripts/setup-chromium.sh installs it"

  /// What came of showing a page in a frame.
  struct Look: Decodable {
    /// How wide the frame is, and how wide what is in it.
    let width: Int
    let scrollWidth: Int
    let text: String
    /// The names of all elements, each once.
    let elements: [String]
    /// The names of all attributes that would run code, or fetch something.
    let activeAttributes: [String]
    /// Whether something in the page reached what is around it.
    let isTouched: Bool
    /// The colour behind it, to see the day from the night.
    let background: String
    /// How many shapes of the drawings take room on the screen, of how many there are.
    let visibleShapes: Int
    let shapes: Int
  }

  /// Shows a page in a frame of some width and looks at what came of it. Fails when the browser has
  /// something to say on its console.
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

  /// A page around the page, which measures it: the page itself allows no script.
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
