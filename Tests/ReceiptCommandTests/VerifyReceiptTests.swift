import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Compares `--format verify-receipt` with responses from Apple.
///
/// Every difference is listed with its reason. A difference that is not listed fails the test, and so does a
/// listed one that no longer occurs.
@Suite struct VerifyReceiptTests {
  /// The differences between two responses: `path: what`.
  private func differences(_ ours: JSON, _ apples: JSON, at path: String = "") -> Set<String> {
    switch (ours, apples) {
    case (.object(let left), .object(let right)):
      let leftNames = left.map(\.name)
      let rightNames = right.map(\.name)
      var result: Set<String> = []
      for name in leftNames where !rightNames.contains(name) {
        result.insert("\(path)/\(name): only ours")
      }
      for name in rightNames where !leftNames.contains(name) {
        result.insert("\(path)/\(name): only Apple's")
      }
      let common = leftNames.filter(rightNames.contains)
      if common != rightNames.filter(leftNames.contains) { result.insert("\(path): order") }
      for name in common {
        guard let a = ours[name], let b = apples[name] else { continue }
        result.formUnion(differences(a, b, at: "\(path)/\(name)"))
      }
      return result
    case (.array(let left), .array(let right)):
      var result: Set<String> = []
      for (index, pair) in zip(left, right).enumerated() {
        result.formUnion(differences(pair.0, pair.1, at: "\(path)[\(index)]"))
      }
      for index in left.indices.dropFirst(right.count) {
        result.insert("\(path)[\(index)]: only ours")
      }
      for index in right.indices.dropFirst(left.count) {
        result.insert("\(path)[\(index)]: only Apple's")
      }
      return result
    default: return ours == apples ? [] : ["\(path): value"]
    }
  }

  private func expect(
    _ receipt: [UInt8], at moment: String, equals answer: [UInt8], but reasons: [String: String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let bench = try Workbench()
    try bench.write("receipt", receipt)
    let ours = try await bench.run(
      ["decode", "receipt", "--format", "verify-receipt", "--at", moment]
    ).expect(status: 0).json()
    let found = differences(ours, try JSON(answer))
    let listed = Set(reasons.keys)
    #expect(
      found.subtracting(listed).isEmpty, "differences without a reason",
      sourceLocation: sourceLocation)
    #expect(
      listed.subtracting(found).isEmpty, "reasons without a difference",
      sourceLocation: sourceLocation)
  }

  /// The three keys of a date.
  private static func date(_ path: String, _ reason: String) -> [String: String] {
    ["\(path): value": reason, "\(path)_ms: value": reason, "\(path)_pst: value": reason]
  }

  private static func merge(_ parts: [String: String]...) -> [String: String] {
    parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  /// Values that only Apple's servers have.
  private static let onlyApple = [
    "/latest_receipt_info: only Apple's": "the account's newest transactions, not this receipt's",
    "/latest_receipt: only Apple's": "a newer receipt, made for the answer",
    "/pending_renewal_info: only Apple's": "what will happen at the next renewal",
  ]

  @Test("The published sandbox receipt")
  func fixture() async throws {
    let earlier = "the answer was given to the receipt posted 20 seconds before this one"
    try await expect(
      TestReceipts.base64(), at: "2018-11-29T08:30:50.216Z",
      equals: TestReceipts.fixture("sandbox-subscription.verify-receipt.json"),
      but: Self.merge(
        Self.onlyApple, Self.date("/receipt/receipt_creation_date", earlier),
        [
          "/receipt/bundle_id: value": "replaced by xxx before it was published",
          "/receipt/in_app[0]/product_id: value": "replaced before it was published",
          "/receipt/in_app[1]: only ours":
            "Apple listed the trial period under latest_receipt_info alone",
        ]))
  }

  @Test("The trial period agrees with the fixture's own response")
  func fixtureTrial() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let ours = try await bench.run(["decode", "receipt", "--format", "verify-receipt"]).json()
    let apples = try JSON(TestReceipts.fixture("sandbox-subscription.verify-receipt.json"))
    let trial = try #require(ours["receipt"]?["in_app"]?[1])
    let latest = try #require(apples["latest_receipt_info"]?[0])
    #expect(differences(trial, latest) == ["/product_id: value"])
  }

  private struct Pair: Sendable, CustomTestStringConvertible {
    let receipt: String
    let answer: String
    let moment: String
    let reasons: [String: String]
    var testDescription: String { "\(receipt) and \(answer)" }
  }

  private static let later = "the answer belongs to an earlier receipt of the same purchases"
  private static let anonymous = "replaced before it was published"

  private static let pairs = [
    Pair(
      receipt: "r052", answer: "r162", moment: "2018-10-05T11:24:19.233Z",
      reasons: [": order": "Apple changed the order of the outermost keys over the years"]),
    Pair(
      receipt: "r108", answer: "r142", moment: "2021-11-23T11:28:03.350Z",
      reasons: merge(
        onlyApple, date("/receipt/receipt_creation_date", later),
        [
          ": order": "Apple changed the order of the outermost keys over the years",
          "/receipt/adam_id: value": anonymous, "/receipt/app_item_id: value": anonymous,
          "/receipt/bundle_id: value": anonymous, "/receipt/download_id: value": anonymous,
          "/receipt/version_external_identifier: value": anonymous,
          "/receipt/in_app[0]/product_id: value": anonymous,
          "/receipt/in_app[0]/in_app_ownership_type: only Apple's":
            "not in any binary receipt (family sharing)",
          "/receipt/in_app[1]: only ours": "removed before it was published",
        ])),
    Pair(
      receipt: "r111", answer: "r130", moment: "2018-10-03T15:51:48.453Z",
      reasons: merge(
        onlyApple, date("/receipt/receipt_creation_date", later),
        [
          "/receipt/in_app[2]: order":
            "in this answer the cancellation stands behind the offers; in others before them"
        ])),
  ]

  private static func file(_ folder: String, _ id: String, _ ending: String) throws -> [UInt8] {
    let url = try #require(TestReceipts.corpus).appendingPathComponent(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    let name = try #require(names.first { $0.hasPrefix(id + "-") && $0.hasSuffix(ending) })
    return [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
  }

  @Test(
    "Other receipts and Apple's responses to them",
    .enabled(
      if: TestReceipts.corpus != nil,
      "other people's receipts are not part of the project; RECEIPT_CORPUS names their folder"),
    arguments: pairs)
  private func corpus(pair: Pair) async throws {
    try await expect(
      Self.file("app-receipt", pair.receipt, ".receipt"), at: pair.moment,
      equals: Self.file("verify-receipt", pair.answer, ".json"), but: pair.reasons)
  }

  @Test(
    "The status is that of the requested endpoint",
    arguments: [
      ("Production", nil, 0), ("Production", "production", 0), ("Production", "sandbox", 21008),
      ("ProductionSandbox", nil, 0), ("ProductionSandbox", "production", 21007),
      ("ProductionVPP", "sandbox", 21008), ("ProductionVPPSandbox", "production", 21007),
      ("Xcode", nil, 21002), ("Xcode", "sandbox", 21002),
    ] as [(String, String?, Int)])
  func status(type: String, endpoint: String?, status: Int) async throws {
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields(type: type)))
    let result = try await bench.run(
      ["decode", "receipt", "--format", "verify-receipt"] + TestReceipts.trust()
        + (endpoint.map { ["--endpoint", $0] } ?? []))
    #expect(try result.json()["status"]?.number == "\(status)")
    #expect(try (result.json()["receipt"] != nil) == (status == 0))
  }

  @Test(
    "A response is no receipt, and of what is not there nothing was sent",
    arguments: [("answer", "21002", nil), ("missing", nil, "not-found")]
      as [(String, String?, String?)])
  func noReceipt(name: String, status: String?, code: String?) async throws {
    let bench = try Workbench()
    try bench.write(
      "answer",
      #"{"status":0,"environment":"Production","receipt":{"bundle_id":"a","in_app":[]}}"#.utf8)
    let result = try await bench.run(["decode", name, "--format", "verify-receipt"])
      .expect(status: name == "answer" ? 0 : 2)
    #expect(try result.json()["status"]?.number == status)
    #expect(try result.json()["error"]?["code"]?.string == code)
  }

  @Test("A receipt from no store does not get Apple's status for valid ones")
  func unknownType() async throws {
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields(type: "Homemade")))
    let result = try await bench.run(
      ["decode", "receipt", "--format", "verify-receipt"] + TestReceipts.trust())
    let status = try result.json()["status"]
    #expect(status?.number != "0")
  }

  @Test("A receipt that is neither Apple's nor under a trusted root is not authentic")
  func notAuthentic() async throws {
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields()))
    var changed = try TestReceipts.der()
    changed[315] ^= 1
    try bench.write("changed", changed)
    for name in ["receipt", "changed"] {
      let result = try await bench.run(["decode", name, "--format", "verify-receipt"])
        .expect(status: 0).expectSilence()
      #expect(try result.json() == JSON(Array(#"{"status":21003}"#.utf8)))
    }
  }
}
