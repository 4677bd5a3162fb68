import Foundation
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine
@testable import ReceiptCore

/// Hostile text in every field of the tables, in every form, through every format and every language of replies, with
/// and without expectations. No output has a command of a service that reads logs, a control character or an invisible
/// one. No cell is a formula, and no page has its tags.
@Suite struct HostileFieldTests {
  private static let texts = HostileTexts.all

  /// Commands as the services know them.
  private static let commands = [
    #"##\["#, #"##vso\["#, #"##teamcity\["#, #"(?m)^\s*::[A-Za-z]"#,
    #"(?m)^(---|\+\+\+|~~~|\^\^\^)\s"#,
  ].map { try? NSRegularExpression(pattern: $0, options: .caseInsensitive) }

  /// The command in a text, or the control character.
  private static func fault(in text: String) -> String? {
    let range = NSRange(text.startIndex..., in: text)
    for command in commands {
      guard let command else { return "no pattern" }
      if let found = command.firstMatch(in: text, range: range),
        let place = Range(found.range, in: text)
      {
        return String(text[place])
      }
    }
    let control = text.unicodeScalars.first {
      // Of each other one the properties are looked up, which takes long.
      $0 != "\n" && !(" "..."~").contains($0)
        && ([.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
          || $0.properties.isBidiControl || $0.properties.isDefaultIgnorableCodePoint)
    }
    return control.map { "control \($0.value)" }
  }

  /// The annotations of GitHub are commands, but their words are not.
  private static func withoutAnnotations(_ text: String) -> String {
    text.replacing(/(?m:^)::(error|notice) [^\n:]*::/, with: "annotation ")
  }

  // MARK: Receipts

  private static func attributes<Model: Sendable>(_ table: [Int: Field<Model>], _ text: String)
    -> [[UInt8]]
  {
    table.filter { $0.value.kind == .text }.sorted { $0.key < $1.key }
      .map { DER.attribute($0.key, DER.utf8(text)) }
  }

  /// With the text as a date too, the receipt is not well-formed.
  private static func appReceipt(_ text: String, asDate: Bool) -> [UInt8] {
    let purchase =
      [
        DER.attribute(1701, DER.integer(1)), DER.attribute(1704, DER.ia5("2024-01-01T00:00:00Z")),
        DER.attribute(1707, DER.integer(1)), DER.attribute(9999, DER.utf8(text)),
      ] + attributes(Field<InAppPurchase>.purchaseByAttribute, text)
    return DER.receipt(
      attributes(Field<Receipt>.receiptByAttribute, text) + [
        DER.attribute(12, DER.ia5("2024-02-29T12:00:00Z")), DER.attribute(777, DER.utf8(text)),
        DER.purchase(purchase),
      ] + (asDate ? [DER.attribute(18, DER.ia5(text))] : []))
  }

  /// An object with the text in every field of a table that holds a text, and under a name that is the text.
  private static func object<Model: Sendable>(
    _ table: [Field<Model>], _ text: String, _ key: (Field<Model>) -> String?
  ) -> [String: Any] {
    var object: [String: Any] = [text: text, "unheardOf": text]
    for field in table where [.text, .idText, .productType].contains(field.kind) {
      if let key = key(field), !key.contains(".") { object[key] = text }
    }
    return object
  }

  private static func transaction(_ text: String) throws -> [UInt8] {
    var payload = object(Field<InAppPurchase>.all, text) { $0.names.payloads[.transaction] }
    payload.merge(object(Field<Receipt>.all, text) { $0.names.payloads[.transaction] }) { $1 }
    payload["signedDate"] = 1_709_208_000_000
    payload["purchaseDate"] = 1_709_208_000_000
    let octets = [UInt8](try JSONSerialization.data(withJSONObject: payload))
    return try TestReceipts.authority.get().jws(around: octets).encoded
  }

  private static func response(_ text: String) throws -> [UInt8] {
    let purchase = object(Field<InAppPurchase>.all, text, \.names.response)
    var receipt = object(Field<Receipt>.all, text, \.names.response)
    receipt["in_app"] = [purchase]
    let body: [String: Any] = [
      "status": 0, "environment": text, "receipt": receipt, "latest_receipt_info": [purchase],
      "unheard_of": text,
      "pending_renewal_info": [object(Field<RenewalInfo>.all, text, \.names.response)],
    ]
    return [UInt8](try JSONSerialization.data(withJSONObject: body))
  }

  /// A payload of another form, without a signature.
  private static func payload(_ text: String, _ form: ReceiptForm) throws -> [UInt8] {
    var payload: [String: Any] =
      switch form {
      case .notification: object(Field<ServerNotification>.all, text) { $0.names.payloads[form] }
      case .renewalInfo: object(Field<RenewalInfo>.all, text) { $0.names.payloads[form] }
      default: object(Field<Receipt>.all, text) { $0.names.payloads[form] }
      }
    switch form {
    case .notification:
      payload["notificationType"] = text
      payload["data"] = ["bundleId": text, "environment": text, "status": 1, text: text]
    case .renewalInfo: payload["autoRenewStatus"] = 1
    default: payload["receiptType"] = text
    }
    payload["signedDate"] = 1_709_208_000_000
    return [UInt8](try JSONSerialization.data(withJSONObject: payload))
  }

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    var rows: [UInt8] = []
    for (index, text) in Self.texts.enumerated() {
      // How a text is escaped depends mostly on the format of the output, and less on the form that it comes from.
      let bytes =
        switch index % 6 {
        case 0: Self.appReceipt(text, asDate: index.isMultiple(of: 4))
        case 1: try Self.transaction(text)
        case 2: try Self.response(text)
        case 3: try Self.payload(text, .notification)
        case 4: try Self.payload(text, .renewalInfo)
        default: try Self.payload(text, .appTransaction)
        }
      if index % 6 > 1 { rows += bytes + [0x0A] }
      try bench.write("in/\(index)", bytes)
      // A name of a file cannot hold a slash or NUL.
      let name = text.filter { $0 != "\0" && $0 != "/" }
      try bench.write("named/\(name)", index.isMultiple(of: 2) ? TestReceipts.der() : [0])
    }
    try bench.write("rows", rows)
    try bench.write(
      "expected.yml",
      Array(
        ("receipts:\n  - files: in/*\n    bundle-id: com.example.expected\n    app-version: 9\n"
          + "    product: com.example.expected\n    purchases: [com.example.expected]\n"
          + "    receipt: {original_application_version: 9}\n").utf8))
    return bench
  }

  private static let asked = [
    "--bundle-id", "com.example.expected", "--app-version", "9", "--environment", "production",
    "--product", "com.example.expected", "--active-product", "com.example.expected",
    "--transaction-id", "1", "--original-transaction-id", "1", "--first-free-version", "3",
    "--app-apple-id", "1", "--max-age", "1d", "--unique-transactions",
  ]

  private func expectHarmless(
    _ bench: Workbench, _ command: [String], _ format: String? = nil
  ) async throws {
    let result = try await bench.run(
      command + (format.map { ["--format", $0] } ?? []) + ["--at", "2024-03-01T00:00:00Z"])
    #expect(result.output.count > 200, "\(command): \(result.messageText)")
    if format == "html" {
      // What opens a tag is escaped, and so is what ends an attribute.
      for raw in ["<script>a", "<img src=x", "<svg onload", "<a href=java", "<!ENTITY"] {
        #expect(!result.text.contains(raw), "\(command): the page has \(raw)")
      }
    }
    let text = format == "github" ? Self.withoutAnnotations(result.text) : result.text
    for (name, printed) in [("output", text), ("messages", result.messageText)] {
      let fault = Self.fault(in: printed)
      #expect(fault == nil, "\(command) \(format ?? ""): \(name) has \(fault ?? "")")
    }
    if format == "csv" {
      for field in try CSV(result.text).rows.joined() {
        let first = field.unicodeScalars.first { !$0.properties.isWhitespace }
        #expect(first.map { !"=+-@".unicodeScalars.contains($0) } ?? true, "formula: \(field)")
      }
    }
  }

  @Test("The patterns find what they are for")
  func patterns() {
    #expect(Self.texts.count > 100 && Set(Self.texts).count == Self.texts.count)
    let found = Self.texts.filter { Self.fault(in: $0) != nil }
    #expect(found.count > 60)
    for text in HostileTexts.logCommands {
      #expect(found.contains(text) || text.contains("a --") || text.hasPrefix("a ::"), "\(text)")
    }
  }

  @Test(
    "check", arguments: CheckFormat.allCases.map(\.rawValue))
  func check(format: String) async throws {
    let bench = try bench()
    let trust = try TestReceipts.trust() + bench.trustJWS()
    try await expectHarmless(bench, ["check", "in", "named"] + trust, format)
    try await expectHarmless(bench, ["check", "in", "named"] + trust + Self.asked, format)
    try await expectHarmless(
      bench, ["check", "in", "--unsigned", "accept"] + trust + Self.asked, format)
    try await expectHarmless(bench, ["check", "--expect", "expected.yml"] + trust, format)
    // The values to look for are hostile too.
    let asked = Self.texts.filter { $0.first?.isWhitespace == false }.prefix(6)
    #expect(asked.count == 6)
    for text in asked {
      try await expectHarmless(
        bench,
        ["check", "in/30", "in/31", "in/32", "--bundle-id", text, "--product", text]
          + ["--app-version", text, "--transaction-id", text] + trust, format)
    }
  }

  @Test("decode", arguments: DecodeFormat.allCases.map(\.rawValue))
  func decode(format: String) async throws {
    let bench = try bench()
    try await expectHarmless(bench, ["decode", "in"], format)
    let text = try await bench.run(["decode", "in", "--format", format]).text
    // A text that ends too early would be read as something else.
    let isWhole =
      switch try #require(DecodeFormat(rawValue: format)) {
      case .text, .pem: true
      case .json, .request, .verifyReceipt: try JSON(Array(text.utf8)).elements != nil
      case .ndjson:
        try text.split(separator: "\n").allSatisfy { try JSON(Array($0.utf8)).names != nil }
      case .csv: try Set(CSV(text).rows.map(\.count)).count == 1
      }
    #expect(isWhole, "\(text.prefix(2000))")
    if ["text", "json", "ndjson"].contains(format) {
      try await expectHarmless(bench, ["decode", "in", "named", "--all"], format)
    }
    if ["text", "json"].contains(format) {
      try await expectHarmless(bench, ["decode", "in", "named", "--together"], format)
    }
    if ["text", "ndjson", "csv"].contains(format) {
      try await expectHarmless(bench, ["decode", "rows", "--lines"], format)
    }
  }

  @Test("diagnose", arguments: DiagnoseFormat.allCases.map(\.rawValue))
  func diagnose(format: String) async throws {
    let bench = try bench()
    let trust = try TestReceipts.trust() + bench.trustJWS()
    try await expectHarmless(bench, ["diagnose", "in", "named"] + trust, format)
    if format == "text" {
      try await expectHarmless(bench, ["diagnose", "in", "--details"] + trust, format)
    }
  }

  @Test(
    "Replies, in each language to some of the texts alone and to all of them",
    arguments: ReplyLanguage.allCases)
  func replies(language: ReplyLanguage) async throws {
    let bench = try bench()
    let trust = try TestReceipts.trust() + bench.trustJWS()
    let reply = trust + ["--reply", language.rawValue]
    try await expectHarmless(bench, ["diagnose", "in"] + reply, "json")
    let number = try #require(ReplyLanguage.allCases.firstIndex(of: language))
    let step = ReplyLanguage.allCases.count
    for index in stride(from: 0, to: Self.texts.count - number, by: step) {
      try await expectHarmless(bench, ["diagnose", "in/\(index + number)"] + reply, "text")
    }
  }

  @Test("timeline", arguments: TimelineFormat.allCases.map(\.rawValue))
  func timeline(format: String) async throws {
    try await expectHarmless(try bench(), ["timeline", "in"], format)
  }

  @Test("table", arguments: TableFormat.allCases.map(\.rawValue))
  func table(format: String) async throws {
    let bench = try bench()
    let trust = try TestReceipts.trust() + bench.trustJWS()
    try await expectHarmless(bench, ["table", "in", "named"] + trust, format)
    try await expectHarmless(bench, ["table", "in", "--bundle-id", "::error::x"] + trust, format)
  }

  @Test("Each text alone: dump and diff")
  func alone() async throws {
    let bench = try bench()
    for index in Self.texts.indices {
      let dump = DumpFormat.allCases[index % DumpFormat.allCases.count].rawValue
      let diff = DiffFormat.allCases[index % DiffFormat.allCases.count].rawValue
      for command in [
        ["dump", "in/\(index)", "--all", "--format", dump],
        ["diff", "in/\(index)", "in/30", "--format", diff],
      ] {
        let result = try await bench.run(command)
        #expect(!result.output.isEmpty || !result.messages.isEmpty, "\(result)")
        #expect(Self.fault(in: result.text) == nil, "\(result)")
        #expect(Self.fault(in: result.messageText) == nil, "\(result)")
      }
    }
  }
}
