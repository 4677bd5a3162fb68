import Foundation
import Testing

/// The README shows the real output of the tool.
@Suite struct ReadmeTests {
  private static let fixture = "Fixtures/sandbox-subscription.b64"

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.makeFolder("Fixtures")
    try bench.write(Self.fixture, TestReceipts.base64())
    return bench
  }

  @Test("The README shows the decoded fixture")
  func decode() async throws {
    let result = try await bench().run(["decode", Self.fixture]).expect(status: 0)
    #expect(try TestReceipts.readme().contains(result.text))
  }

  @Test("The README shows the diagnosis of the fixture, except for omissions")
  func diagnose() async throws {
    let result = try await bench().run(
      ["diagnose", Self.fixture, "--at", "2018-11-29T08:45:00Z"],
      environment: ["LC_ALL": "C.UTF-8"]
    ).expect(status: 0)
    let readme = try TestReceipts.readme()
    let shown = try #require(
      readme.components(separatedBy: "$ receipt diagnose \(Self.fixture)").last?
        .components(separatedBy: "```").first)
    let lines = shown.split(separator: "\n").dropFirst().filter { !$0.hasSuffix("…") }
    #expect(lines.count >= 5)
    for line in lines { #expect(result.lines.contains(String(line)), "\(line)") }
  }

  @Test("The README shows the check of the fixture")
  func check() async throws {
    let result = try await bench().run(
      ["check", Self.fixture, "--bundle-id", "com.yomob.IAPtest"]
    ).expect(status: 0)
    // The part that the README shows: a verdict, six checks that ran, and one that did not.
    let shown = result.lines.prefix(9).joined(separator: "\n")
    #expect(try TestReceipts.readme().contains(shown))
  }

  @Test("The README shows the explanation of a status code")
  func explain() async throws {
    let result = try await bench().run(["explain", "21007"]).expect(status: 0)
    #expect(try TestReceipts.readme().contains(result.text))
  }
}
