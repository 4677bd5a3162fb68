import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// The output of `decode` makes the receipt again. With `--all`, the signed bytes are exactly the same.
@Suite struct RoundTripTests {
  // MARK: Other people's receipts

  @Test(
    "the output of decode makes a receipt for which decode prints the same",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"),
    arguments: corpusFiles)
  func fields(file: String) async throws {
    let bench = try Workbench()
    let original = try await bench.run(["decode", file, "--format", "json"])
    // The output for a damaged receipt is not a SPEC.
    guard original.code == 0 else { return Self.expectDamaged(file) }
    let made = try await make(original, bench)
    let (before, after) = (try original.json(), try made.json())
    // Without its attributes, an app receipt is sorted in the store's order. Only the order of its purchases
    // changes.
    let isSorted = before["source"]?["form"]?.string == "app-receipt"
    for name in [
      "receipt", "pending_renewal_info", "answer", "inferred", "notification", "other_fields",
    ] {
      #expect(
        Self.comparable(after[name], isSorted: isSorted)
          == Self.comparable(before[name], isSorted: isSorted), "\(name) of \(original.command)")
    }
  }

  @Test(
    "the output of decode --all makes a receipt with the same signed bytes",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"),
    arguments: corpusFiles)
  func payloads(file: String) async throws {
    let bench = try Workbench()
    let original = try await bench.run(["decode", file, "--all", "--format", "json"])
    guard original.code == 0 else { return Self.expectDamaged(file) }
    let made = try await make(original, bench, ["--all"])
    let (before, after) = (try original.json(), try made.json())
    for name in [
      "attributes", "receipt", "pending_renewal_info", "answer", "inferred", "notification",
      "other_fields",
    ] {
      #expect(
        Self.comparable(after[name]) == Self.comparable(before[name]),
        "\(name) of \(original.command)")
    }
    let decoded = try ReceiptDecoder().decode([UInt8](Data(contentsOf: URL(filePath: file))))
    try expectSamePayload(ReceiptDecoder().decode(bench.read("made")), decoded, file)
  }

  /// The only file in these folders that cannot be read whole.
  private static func expectDamaged(_ file: String) {
    #expect(file.contains("/r180-"), "\(file) cannot be decoded")
  }

  /// A response is unsigned, but the receipt in it is signed.
  private func expectSamePayload(
    _ made: DecodedReceipt, _ original: DecodedReceipt, _ file: String
  ) throws {
    if made.form == .verifyReceipt {
      guard case .success(let latest)? = original.nested.first?.content else { return }
      let again = try #require(made.nested.first).content.get()
      return try expectSamePayload(again, latest, file)
    }
    #expect(Self.payload(made) == Self.payload(original), "\(file)")
    #expect(Self.payload(made)?.isEmpty == false, "\(file)")
  }

  /// The signed bytes.
  private static func payload(_ decoded: DecodedReceipt) -> [UInt8]? {
    switch decoded.envelope {
    case .pkcs7(let signedData):
      let content = signedData.content.map { Array($0) } ?? []
      // An additional OCTET STRING around it is removed, with a finding.
      guard decoded.findings.contains(where: { $0.id == .payloadWrapped }) else { return content }
      let lengthOctets = content[1] < 0x80 ? 0 : Int(content[1] & 0x7F)
      return Array(content.dropFirst(2 + lengthOctets))
    case .jws(let jws): return Array(jws.segments[1])
    case .propertyList(let envelope): return envelope.purchaseInfo
    case .json, .attributes: return nil
    }
  }

  /// Decodes the receipt made from the output of a run.
  private func make(
    _ original: CommandResult, _ bench: Workbench, _ options: [String] = []
  ) async throws -> CommandResult {
    try await bench.run(["make", "-", "-o", "made"], input: original.output)
      .expect(status: 0).expectSilence()
    return try await bench.run(["decode", "made", "--format", "json"] + options).expect(status: 0)
  }

  /// Removes values that depend on the place in the file, and sorts lists whose order has no meaning.
  private static func comparable(_ json: JSON?, isSorted: Bool = false) -> JSON? {
    guard let json else { return nil }
    switch json {
    case .object(let members):
      return .object(
        members.filter { !["offset", "comparison"].contains($0.name) }.map {
          JSON.Member(name: $0.name, value: comparable($0.value, isSorted: isSorted) ?? .null)
        })
    case .array(let elements):
      let elements = elements.compactMap { comparable($0, isSorted: isSorted) }
      return .array(isSorted ? elements.sorted { "\($0)" < "\($1)" } : elements)
    default: return json
    }
  }

  static let corpusFiles: [String] = {
    guard let corpus = TestReceipts.corpus else { return [] }
    let folders = ["app-receipt", "ios6-transaction", "jws", "verify-receipt"]
    return folders.flatMap { folder -> [String] in
      let path = corpus.appendingPathComponent(folder).path
      // A missing folder has no files.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { !$0.contains(".ref.") }.sorted().map { "\(path)/\($0)" }
    }
  }()

  // MARK: JWS

  /// An unusual spelling: spaces, another order, an escaped slash, a fraction, unknown names.
  private static let odd = #"""
    {"future":{"b":1.50,"a":[true,null]}, "productId" : "com.example.tea",
     "expiresDate":1700358336049.7297,"deviceVerification":"a\/b","quantity":1,
     "bundleId":"com.example", "transactionId":"1","purchaseDate":1700000000000,
     "signedDate":1700000000001.5,"environment":"Sandbox","isUpgraded":null,"ratio":1e3}
    """#

  private func decoded(_ bytes: [UInt8], _ bench: Workbench) async throws -> String {
    try bench.write("original", bytes)
    return try await bench.run(["decode", "original", "--all", "--format", "json", "--quiet"]).text
  }

  /// The payload of the JWS made from a SPEC.
  private func made(_ spec: String, _ bench: Workbench, _ options: [String] = []) async throws
    -> String
  {
    try await bench.run(["make", "-", "-o", "made"] + options, input: Array(spec.utf8))
      .expect(status: 0).expectSilence()
    let jws = try ReceiptDecoder().decode(bench.read("made"))
    return try #require(jws.payloadText)
  }

  @Test(
    "the payload of a JWS stays the same in any spelling, except for changes")
  func jws() async throws {
    let bench = try Workbench()
    let original = try TestReceipts.authority.get().jws(Self.odd).encoded
    let spec = try await decoded(original, bench)
    #expect(try JSON(spec.utf8)["payload"]?.string == Self.odd)
    #expect(try await made(spec, bench) == Self.odd)
    // One value changes in place, and all others keep their spelling.
    let changed = spec.replacingOccurrences(
      of: "\"product_id\": \"com.example.tea\"", with: "\"product_id\": \"com.example.gold\"")
    #expect(
      try await made(changed, bench) == #"""
        {"future":{"b":1.50,"a":[true,null]},"productId":"com.example.gold",\#
        "expiresDate":1700358336049.7297,"deviceVerification":"a/b","quantity":1,\#
        "bundleId":"com.example","transactionId":"1","purchaseDate":1700000000000,\#
        "signedDate":1700000000001.5,"environment":"Sandbox","isUpgraded":null,"ratio":1e3}
        """#)
    // Removed values are gone, and new ones are at the end.
    let less = spec.replacingOccurrences(of: "\"quantity\": 1,", with: "")
      .replacingOccurrences(
        of: "\"in_app\": [", with: "\"original_platform\": \"iOS\", \"in_app\": ["
      )
      .replacingOccurrences(
        of: "\"product_id\":", with: "\"storefront\": \"USA\",\n\"product_id\":")
    let payload = try await made(less, bench)
    #expect(!payload.contains("quantity"))
    #expect(payload.hasSuffix(",\"ratio\":1e3,\"storefront\":\"USA\"}"))
    // Without the payload it is written from the fields.
    let members = try JSONValue(Array(spec.utf8)).members?.filter { $0.name != "payload" }
    let written = try await made(JSONValue.object(members ?? []).description, bench)
    #expect(written.hasPrefix("{\"quantity\":1,\"productId\"") && written.contains("1700358336050"))
    // Another style has another payload.
    let other = try await made(spec, bench, ["--style", "jws-app-transaction"])
    #expect(other.contains("\"bundleId\":\"com.example\"") && !other.contains("productId"))
  }

  @Test("a payload that cannot be read is an error of the SPEC")
  func unreadablePayload() async throws {
    let bench = try Workbench()
    for payload in ["", "{", "[]", "{\"a\":1,\"a\":2}"] {
      let quoted = payload.replacingOccurrences(of: "\"", with: "\\\"")
      let spec = """
        {"schema": 1, "source": {"form": "transaction", "encoding": "jws"},
         "payload": "\(quoted)", "receipt": {"in_app": [{"product_id": "a"}]}}
        """
      try await bench.run(["make", "-", "-o", "made"], input: Array(spec.utf8)).expect(status: 2)
        .expect(message: "payload cannot be read").expect(message: "leave payload away")
    }
    #expect(try bench.names().isEmpty)
  }

  @Test("a notification keeps its payload, except for the parts that are signed anew")
  func notification() async throws {
    let bench = try Workbench()
    let authority = try TestReceipts.authority.get()
    let inner = String(decoding: try authority.jws(Self.odd).encoded, as: UTF8.self)
    let outer = """
      {"version":"2.0", "data":{"x":1.0,"signedTransactionInfo":"\(inner)","bundleId":"com.example"},
       "notificationUUID":"u","signedDate":1700000000000.25,"notificationType":"DID_RENEW"}
      """
    let spec = try await decoded(authority.jws(outer).encoded, bench)
    let payload = try await made(spec, bench, ["--root", "roots.pem"])
    let new = try #require(try JSON(payload.utf8)["data"]?["signedTransactionInfo"]?.string)
    #expect(new != inner)
    // White space between members is dropped when a member changes.
    let expected = outer.replacingOccurrences(of: inner, with: new)
      .replacingOccurrences(of: ", ", with: ",").replacingOccurrences(of: ",\n ", with: ",")
    #expect(payload == expected)
    #expect(
      try ReceiptDecoder().decode(Array(new.utf8)).payloadText == Self.odd)
    try await bench.run(["check", "made", "--trust-root", "roots.pem"]).expect(status: 0)
  }

  @Test("a redacted payload shows no identifier")
  func redacted() async throws {
    let bench = try Workbench()
    try bench.write("original", TestReceipts.authority.get().jws(Self.odd).encoded)
    let shown = try await bench.run([
      "decode", "original", "--all", "--redact", "--format", "json", "--quiet",
    ])
    #expect(try shown.json()["payload"]?.string?.contains("expiresDate") == true)
    #expect(!shown.text.contains("com.example.tea"))
  }

  // MARK: iOS 6 transactions

  @Test("an iOS 6 transaction keeps its list, except for changes")
  func ios6() async throws {
    let bench = try Workbench()
    let authority = try TestReceipts.authority.get()
    let odd = """
      { "unknown" = "\\U00e9";\n"product-id"   = "a";"quantity"="1";
        bid = "com.example"; "transaction-id" = "7"; "purchase-date-ms" = "1369991411250" }
      """
    let original = try authority.transaction(around: Array(odd.utf8)).encoded()
    let spec = try await decoded(original, bench)
    #expect(try await made(spec, bench) == odd)
    let changed = spec.replacingOccurrences(
      of: "\"product_id\": \"a\"", with: "\"product_id\": \"b\"")
    #expect(
      try await made(changed, bench) == """
        {
        \t"unknown" = "é";
        \t"product-id" = "b";
        \t"quantity" = "1";
        \t"bid" = "com.example";
        \t"transaction-id" = "7";
        \t"purchase-date-ms" = "1369991411250";
        }
        """)
  }

  // MARK: App receipts

  @Test("unsorted attributes keep their order, changed or not")
  func unsorted() async throws {
    let bench = try Workbench()
    let purchases = ["b", "a"].map {
      TestReceipts.purchase(DER.utf8("com.example.\($0)"), transaction: "100000000000\($0)")
    }
    let fields = TestReceipts.fields()
    let attributes =
      [DER.attribute(9999, [1, 2, 3]), purchases[0]] + fields.reversed() + [purchases[1]]
    let content = DER.unsortedSet(attributes)
    let spec = try await decoded(
      TestReceipts.authority.get().signedData(content).encoded, bench)
    func made(_ spec: String) async throws -> [UInt8] {
      try await bench.run(["make", "-", "-o", "made"], input: Array(spec.utf8)).expect(status: 0)
      let decoded = try ReceiptDecoder().decode(bench.read("made"))
      return try #require(Self.payload(decoded))
    }
    #expect(try await made(spec) == content)
    let changed = spec.replacingOccurrences(
      of: "\"application_version\": \"42\"", with: "\"application_version\": \"43\"")
    let new = DER.attribute(3, DER.utf8("43"))
    let old = DER.attribute(3, DER.utf8("42"))
    #expect(try await made(changed) == DER.unsortedSet(attributes.map { $0 == old ? new : $0 }))
  }

  // MARK: Responses

  @Test("fields of a response that are not in the model return to their places")
  func answer() async throws {
    let bench = try Workbench()
    let answer = """
      {"status": 0, "future": [1.0], "receipt": {"bundle_id": "com.example", "download_id": null,
      "unique_identifier": "u", "in_app": [{"product_id": "a"}, {"product_id": "b", "x": {"y": 1}}]},
      "latest_expired_receipt_info": {"product_id": "a", "bid": "z"},
      "pending_renewal_info": [{"product_id": "a", "is_new": "1"}]}
      """
    try bench.write("original", Array(answer.utf8))
    let before = try await bench.run(["decode", "original", "--format", "json"]).expect(status: 0)
    try await bench.run(["make", "-", "-o", "made"], input: before.output).expect(status: 0)
    let made = try JSON(bench.read("made"))
    #expect(made["future"] == .array([.number("1.0")]))
    #expect(made["receipt"]?["download_id"] == .null)
    #expect(made["receipt"]?["unique_identifier"]?.string == "u")
    #expect(made["receipt"]?["in_app"]?[1]?["x"]?["y"] == .number("1"))
    #expect(made["latest_expired_receipt_info"]?["bid"]?.string == "z")
    #expect(made["pending_renewal_info"]?[0]?["is_new"]?.string == "1")
    let after = try await bench.run(["decode", "made", "--format", "json"]).expect(status: 0)
    #expect(try after.json()["other_fields"] == before.json()["other_fields"])
    // The current value of a field counts.
    let changed = before.text.replacingOccurrences(
      of: "\"bundle_id\":", with: "\"download_id\": \"5\",\n\"bundle_id\":")
    try await bench.run(["make", "-", "-o", "made"], input: Array(changed.utf8)).expect(status: 0)
    #expect(try JSON(bench.read("made"))["receipt"]?["download_id"] == .number("5"))
  }
}
