import Foundation
import TestSupport
import Testing

/// `receipt check --details`: how Apple's library verifies the same text.
@Suite struct LibraryCallTests {
  private func details(_ name: String, _ arguments: [String] = []) async throws -> CommandResult {
    try await Workbench().run(
      [
        "check", Fixture.root.appending(path: "Fixtures/\(name)").path, "--details",
        "--trust-root", Fixture.root.appending(path: "Fixtures/roots.pem").path,
      ] + arguments)
  }

  @Test(
    "The method fits the text",
    arguments: [
      ("transaction.jws", "verifyAndDecodeTransaction"),
      ("app-transaction.jws", "verifyAndDecodeAppTransaction"),
      ("notification.jws", "verifyAndDecodeNotification"),
    ])
  func method(name: String, method: String) async throws {
    let text = try await details(name).expect(status: 0).text
    #expect(text.contains(method), "\(text)")
    // Apple's root would refuse what was made for tests.
    #expect(text.contains("the root that you named") && text.contains("false: no server"))
    let refused = try await Workbench().run(
      ["check", Fixture.root.appending(path: "Fixtures/\(name)").path, "--details"]
    ).expect(status: 1).text
    #expect(refused.contains("Apple Root CA - G3") && refused.contains("library refuses this"))
    #expect(text.contains("SANDBOX") || text.contains("PRODUCTION"), "\(text)")
  }

  @Test("Certificates that have ended since are told, of receipts too")
  func ended() async throws {
    let now = try await details("sandbox-subscription.b64", ["--at", "2026-11-23"]).text
    #expect(now.contains("true refuses it today") && now.contains("valid when this was signed"))
    #expect(!now.contains("verifyAndDecode"))
    let then = try await details("sandbox-subscription.b64", ["--at", "2018-12-01"]).text
    #expect(then.contains("all certificates are valid until"), "\(then)")
  }

  @Test("Other text has no such call, and other formats no such part")
  func other() async throws {
    let answer = try await details("ios6.plist").text
    #expect(!answer.contains("Apple's App Store Server Library"))
    try await details("transaction.jws", ["--format", "json"]).expect(status: 64)
  }
}
