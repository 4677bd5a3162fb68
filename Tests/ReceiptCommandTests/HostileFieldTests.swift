import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Hostile text in every field that a person sees, in every form, through every format, with and without
/// expectations: no line of an output is a command of a service that reads logs, and no cell is a formula.
@Suite struct HostileFieldTests {
  private static let texts: [String] = [
    "##vso[task.setvariable variable=a]b", "x##vso[a.b]", "##VSO[x]",
    "##teamcity[message text='x']",
    "x ##teamcity[x]", "##[error]x", "a##[section]x", "###[x", "::error::x", "  ::error::x",
    "a ::add-mask::x", "a\n::group::x", "\t::debug::x", "a\r\n::stop-commands::x", "--- x", "+++ x",
    "~~~ x", "^^^ +++", "a\n--- x", "---\u{A0}x", "section_start:1:a\r\u{1B}[0Kx",
    "\u{1B}]0;title\u{7}", "\u{9B}31m", "rtl\u{202E}gpj.exe", "line\u{2028}::error::x",
    "=1+1", "+1+1", "-2+3", "@SUM(A1)", " =1", "\t=1", "x\"y,z", "]]><script>", "# TODO x", "1..0",
    "日本語", "nul\u{0}byte",
  ]

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
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    return control.map { "control \($0.value)" }
  }

  /// The annotations of GitHub are commands; what they say is none.
  private static func withoutAnnotations(_ text: String) -> String {
    text.replacing(/(?m:^)::(error|notice) [^\n:]*::/, with: "annotation ")
  }

  // MARK: Receipts

  private static func appReceipt(_ text: String) -> [UInt8] {
    DER.receipt([
      DER.attribute(0, DER.utf8(text)), DER.attribute(2, DER.utf8(text)),
      DER.attribute(3, DER.utf8(text)), DER.attribute(10, DER.ia5(text)),
      DER.attribute(12, DER.ia5("2024-02-29T12:00:00Z")), DER.attribute(19, DER.utf8(text)),
      DER.attribute(777, DER.utf8(text)),
      DER.purchase([
        DER.attribute(1701, DER.integer(1)), DER.attribute(1702, DER.utf8(text)),
        DER.attribute(1703, DER.utf8(text)), DER.attribute(1704, DER.ia5("2024-01-01T00:00:00Z")),
        DER.attribute(1705, DER.utf8(text)), DER.attribute(1707, DER.integer(1)),
        DER.attribute(1721, DER.utf8(text)), DER.attribute(9999, DER.utf8(text)),
      ]),
    ])
  }

  private static let transactionNames = [
    "appAccountToken", "appTransactionId", "bundleId", "currency", "environment",
    "inAppOwnershipType", "offerDiscountType", "offerIdentifier", "offerPeriod",
    "originalTransactionId", "productId", "storefront", "storefrontId",
    "subscriptionGroupIdentifier", "transactionId", "transactionReason", "type",
    "webOrderLineItemId", "unheardOf",
  ]

  private static func transaction(_ text: String) throws -> [UInt8] {
    var payload: [String: Any] = [
      "signedDate": 1_709_208_000_000, "purchaseDate": 1_709_208_000_000,
    ]
    for name in transactionNames { payload[name] = text }
    let octets = [UInt8](try JSONSerialization.data(withJSONObject: payload))
    return try TestReceipts.authority.get().jws(around: octets).encoded
  }

  private static func response(_ text: String) throws -> [UInt8] {
    let purchase: [String: Any] = [
      "product_id": text, "transaction_id": text, "original_transaction_id": text,
      "web_order_line_item_id": text, "cancellation_reason": text, "unheard_of": text,
    ]
    let body: [String: Any] = [
      "status": 0, "environment": text,
      "receipt": [
        "bundle_id": text, "application_version": text, "original_application_version": text,
        "receipt_type": text, "in_app": [purchase],
      ] as [String: Any],
      "latest_receipt_info": [purchase], "unheard_of": text,
      "pending_renewal_info": [["product_id": text, "auto_renew_product_id": text]],
    ]
    return [UInt8](try JSONSerialization.data(withJSONObject: body))
  }

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    for (index, text) in Self.texts.enumerated() {
      try bench.write("in/\(index).bin", Self.appReceipt(text))
      try bench.write("in/\(index).jws", Self.transaction(text))
      try bench.write("in/\(index).json", Self.response(text))
      // A name of a file cannot hold a slash or NUL.
      let name = text.filter { $0 != "\0" && $0 != "/" }
      try bench.write("named/\(name)", index.isMultiple(of: 2) ? TestReceipts.der() : [0])
    }
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
    #expect(result.output.count > 400, "\(command): \(result.messageText)")
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

  @Test("The patterns find commands")
  func patterns() {
    for text in Self.texts.prefix(20) where !text.contains("a --") {
      #expect(Self.fault(in: text) != nil || text.hasPrefix("a ::"), "\(text)")
    }
  }

  @Test(
    "check", arguments: ["text", "json", "ndjson", "csv", "junit", "tap", "sarif", "github"])
  func check(format: String) async throws {
    let bench = try bench()
    let trust = try TestReceipts.trust() + bench.trustJWS()
    try await expectHarmless(bench, ["check", "in", "named"] + trust, format)
    try await expectHarmless(bench, ["check", "in", "named"] + trust + Self.asked, format)
    try await expectHarmless(
      bench, ["check", "in", "--unsigned", "accept"] + trust + Self.asked, format)
    try await expectHarmless(bench, ["check", "--expect", "expected.yml"] + trust, format)
    // What is asked for is hostile too.
    for text in Self.texts.prefix(6) {
      try await expectHarmless(
        bench,
        ["check", "in/30.bin", "in/30.jws", "in/30.json", "--bundle-id", text, "--product", text]
          + ["--app-version", text, "--transaction-id", text] + trust, format)
    }
  }

  @Test("decode", arguments: ["text", "json", "ndjson", "csv", "verify-receipt"])
  func decode(format: String) async throws {
    let bench = try bench()
    try await expectHarmless(bench, ["decode", "in"], format)
    if ["text", "json", "ndjson"].contains(format) {
      try await expectHarmless(bench, ["decode", "in", "named", "--all"], format)
    }
  }

  @Test("diagnose", arguments: ["text", "json", "ndjson", "csv", "html"])
  func diagnose(format: String) async throws {
    let bench = try bench()
    let trust = try TestReceipts.trust() + bench.trustJWS()
    try await expectHarmless(bench, ["diagnose", "in", "named"] + trust, format)
    if format == "text" {
      try await expectHarmless(bench, ["diagnose", "in", "--details"] + trust, format)
    }
  }

  @Test("One receipt: timeline, dump and diff", arguments: ["bin", "jws", "json"])
  func single(form: String) async throws {
    let bench = try bench()
    for index in Self.texts.indices {
      let file = "in/\(index).\(form)"
      for command in [
        ["timeline", file], ["dump", file, "--all"], ["dump", file, "--format", "json"],
        ["diff", file, "in/30.\(form)"], ["diff", file, "in/30.\(form)", "--format", "json"],
      ] {
        let result = try await bench.run(command)
        #expect(!result.output.isEmpty || !result.messages.isEmpty, "\(result)")
        #expect(Self.fault(in: result.text) == nil, "\(result)")
        #expect(Self.fault(in: result.messageText) == nil, "\(result)")
      }
    }
  }
}
