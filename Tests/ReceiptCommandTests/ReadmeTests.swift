import Foundation
import Testing

/// The README shows the real output of the tool, and so do its pictures.
@Suite struct ReadmeTests {
  /// A folder in which what the README says can be typed.
  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.link("Fixtures", to: Python.file("Fixtures"))
    return bench
  }

  @Test("Every command of the README runs, and prints what it says")
  func commands() async throws {
    let bench = try bench()
    try await bench.expectDocumented(
      "README.md", commands: 8, environment: ["LC_ALL": "C.UTF-8"])
    #expect(
      try bench.names() == ["Fixtures", "roots.pem", "spec.yaml", "tea.receipt", "ticket.html"])
  }

  @Test("The commands on the page of errors run, and print what it says")
  func errors() async throws {
    let bench = try Workbench()
    try bench.write("receipt.bin", TestReceipts.der())
    try await bench.expectDocumented("docs/errors.md", commands: 2, environment: [:])
  }

  @Test("The picture of the terminal is what it prints")
  func picture() async throws {
    let bench = try bench()
    for theme in ["light", "dark"] {
      let result = try await bench.shell(
        "\"\(Python.file("scripts/terminal-picture.sh"))\" \"$RECEIPT\" \(theme)"
      ).expect(status: 0).expectSilence()
      Golden.expect(result.output, "diagnose-\(theme).svg", in: "../../docs/images")
      // What a person reads in it.
      let printed = try await bench.run(
        ["diagnose", "Fixtures/sandbox-subscription.b64", "--at", "2018-11-29T08:45:00Z"],
        environment: ["LC_ALL": "C.UTF-8", "COLUMNS": "84"]
      ).expect(status: 0)
      let texts = result.text.matches(of: /<text [^>]*>(.*)<\/text>/).map {
        String($0.1.replacing(/<[^>]*>/, with: ""))
          .replacing("&lt;", with: "<").replacing("&amp;", with: "&")
      }
      #expect(Array(texts.dropFirst()) == printed.lines.filter { !$0.isEmpty })
    }
  }

  @Test("The pictures are small")
  func sizes() throws {
    let folder = Python.file("docs/images")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.sorted() == ["diagnose-dark.svg", "diagnose-light.svg", "page.png"])
    for name in names {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
      #expect(bytes.count < 150_000, "\(name)")
    }
  }
}
