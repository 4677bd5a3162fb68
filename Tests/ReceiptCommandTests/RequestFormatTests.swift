import Foundation
import ReceiptCore
import TestSupport
import Testing

/// `receipt decode --format request`: the body of a request to verifyReceipt.
@Suite struct RequestFormatTests {
  private static let fixture = "Fixtures/sandbox-subscription.b64"

  private func path(_ name: String) -> String { Fixture.root.appending(path: name).path }

  @Test(
    "A receipt, and the only one in a response, are sent as they are",
    arguments: [fixture, "Fixtures/sandbox-subscription.verify-receipt.json"])
  func receipt(name: String) async throws {
    let result = try await Workbench().run(["decode", path(name), "--format", "request"])
      .expect(status: 0).expectSilence()
    let members = try #require(try result.json().members)
    #expect(members.map(\.name) == ["receipt-data"])
    #expect(members[0].value.string == Base64.encode(try Fixture.subscription()))
  }

  @Test("A transaction of iOS 6 is sent as the property list that it is")
  func ios6() async throws {
    let result = try await Workbench()
      .run(["decode", path("Fixtures/ios6.plist"), "--format", "request"]).expect(status: 0)
    let file = try Data(contentsOf: Fixture.root.appending(path: "Fixtures/ios6.plist"))
    let sent = try #require(
      Data(base64Encoded: result.json()["receipt-data"]?.string ?? ""))
    #expect(file.starts(with: sent) && file.count - sent.count <= 1)
  }

  @Test("The secret comes from a file, or from the variable")
  func password() async throws {
    let bench = try Workbench()
    try bench.write("secret", "0123456789abcdef\n".utf8)
    let arguments = ["decode", path(Self.fixture), "--format", "request"]
    let file = try await bench.run(
      arguments + ["--password-file", "secret", "--exclude-old-transactions"]
    ).expect(status: 0).json()
    #expect(
      file.members?.map(\.name) == ["receipt-data", "password", "exclude-old-transactions"])
    #expect(file["password"]?.string == "0123456789abcdef")
    #expect(file["exclude-old-transactions"] == .bool(true))
    let variable = try await bench.run(
      arguments, environment: ["RECEIPT_SHARED_SECRET": "fedcba"]
    ).expect(status: 0).json()
    #expect(variable["password"]?.string == "fedcba")
  }

  @Test("Several receipts are an array of bodies")
  func several() async throws {
    let result = try await Workbench().run([
      "decode", path(Self.fixture), path("Fixtures/ios6.plist"), "--format", "request",
    ]).expect(status: 0)
    #expect(try result.json().elements?.count == 2)
  }

  @Test("What verifyReceipt does not take is an error, with the way to go")
  func other() async throws {
    let result = try await Workbench()
      .run(["decode", path("Fixtures/transaction.jws"), "--format", "request"]).expect(status: 2)
    #expect(try result.json()["error"]?["code"]?.string == "wrong-form")
    #expect(result.messageText.contains("receipt decode --ids"))
  }

  @Test(
    "Options that have no place in a request, and those of a request elsewhere, are refused",
    arguments: [
      (["--format", "request", "--redact"], "--redact does not go with --format request"),
      (["--password-file", "x"], "--password-file needs --format request"),
      (["--exclude-old-transactions"], "--exclude-old-transactions needs --format request"),
      (["--format", "request", "--password-file", ""], "--password-file is empty"),
    ])
  func usage(arguments: [String], message: String) async throws {
    let result = try await Workbench().run(["decode", path(Self.fixture)] + arguments)
      .expect(status: 64)
    #expect(result.messageText.contains(message))
  }
}
