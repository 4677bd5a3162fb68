import Foundation
import Testing

/// `docs/making.md`: every command in it runs in order, and ends as the page says.
@Suite struct MakingPageTests {
  private static func blocks(_ language: String) throws -> [String] {
    let page = try String(contentsOfFile: Python.file("docs/making.md"), encoding: .utf8)
    return page.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  @Test("every command of the page runs, and exits as it says")
  func commands() async throws {
    let bench = try Workbench()
    // Lines that begin with > continue a command.
    let commands = try Self.blocks("console").flatMap {
      $0.replacingOccurrences(of: "\n> ", with: "\r").components(separatedBy: "\n")
    }.filter { $0.hasPrefix("$ ") }.map {
      $0.dropFirst(2).replacingOccurrences(of: "\r", with: "\n")
    }
    #expect(commands.count >= 30)
    for command in commands {
      let expected = command.contains("# exits with 1") ? 1 : 0
      let result = try await bench.shell(
        "set -eu; receipt() { \"$RECEIPT\" \"$@\"; }; \(command)")
      result.expect(status: Int32(expected))
    }
    // The folders and files that the page mentions.
    #expect(try bench.names(in: "three") == ["00001.receipt", "00002.receipt", "00003.receipt"])
    #expect(try bench.names(in: "authority").contains("jws-leaf.key"))
    #expect(try bench.names(in: "catalogue").contains("manifest.json"))
    // With all attributes, the content is the same, even if it is signed at another time.
    let same = try await bench.run(["decode", "same.receipt", "--all", "--format", "json"]).json()
    let tea = try await bench.run(["decode", "tea.receipt", "--all", "--format", "json"]).json()
    #expect(same["attributes"] == tea["attributes"])
  }

  @Test("the SPEC of the page makes a receipt that passes for its device")
  func spec() async throws {
    let bench = try Workbench()
    let spec = try #require(try Self.blocks("yaml").first)
    try await bench.run(
      ["make", "-", "-o", "made", "--root", "roots.pem"], input: Array(spec.utf8)
    )
    .expect(status: 0).expectSilence()
    try await bench.run([
      "check", "made", "--trust-root", "roots.pem", "--device-id", "02:00:00:00:00:01",
      "--environment", "production",
    ]).expect(status: 0)
  }
}
