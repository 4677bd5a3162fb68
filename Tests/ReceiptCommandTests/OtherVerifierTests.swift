import Foundation
import ReceiptCore
import ReceiptInsight
import ReceiptMaking
import Testing

/// Output of `receipt make`, checked by other verifiers with their strictest settings.
@Suite struct OtherVerifierTests {
  private static let spec = """
    receipt:
      bundle_id: com.example.tea
      receipt_creation_date: 2025-03-01T12:00:00Z
      in_app: [{product_id: com.example.tea.monthly, expires_date: 2025-04-01}]
    pending_renewal_info: [{product_id: com.example.tea.monthly, auto_renew_status: true}]
    """

  static let kinds = [
    ("jws-transaction", "transaction"), ("jws-app-transaction", "app_transaction"),
    ("jws-renewal-info", "renewal_info"), ("jws-notification", "notification"),
    ("jws-realtime-request", "realtime_request"),
  ]

  /// SPECs of payloads with many fields, by the library's word for each.
  private static let payloads: [(String, String)] = [
    ("transaction", WholePayloadTests.transaction), ("renewal_info", WholePayloadTests.renewal),
    ("app_transaction", WholePayloadTests.appTransaction),
    ("realtime_request", WholePayloadTests.realtime),
    ("notification", WholePayloadTests.notification),
    // The newest object of a notification is newer than the library.
    (
      "notification",
      NotificationStyleTests.events.filter { $0.carrier != "unclaimInfo" }.map { event in
        "- \(event.spec)\n  receipt: {environment: Production, bundle_id: com.example.tea, adam_id: 1000000001}"
      }.joined(separator: "\n")
    ),
  ]

  @Test(
    "Apple's library reads the same values from every payload as this one",
    .enabled(if: Python.isThere, Python.absence), arguments: payloads)
  func sameValues(kind: String, spec: String) async throws {
    let bench = try Workbench()
    let made = try await bench.run(["make", "-", "--root", "roots.pem"], input: Array(spec.utf8))
      .expect(status: 0)
    try bench.write("made.jws", made.output)
    let read = try await bench.python(
      "verify_apple.py",
      [bench.place("roots.pem"), "com.example.tea", kind, bench.place("made.jws"), "1000000001"]
    ).expect(status: 0)
    #expect(read.lines.count == made.lines.count)
    for (line, jws) in zip(read.lines, made.lines) {
      var theirs: [String: String] = [:]
      try JSON(line.utf8).addLeaves(to: &theirs, at: "")
      let decoded = try ReceiptDecoder().decode(Array(jws.utf8))
      let ours = try decoded.leaves
      #expect(theirs.count > 2)
      for (path, value) in theirs where !path.contains("signed") || path == "signeddate" {
        #expect(ours[path] == value, "\(path) of \(decoded.form.rawValue)")
      }
    }
  }

  @Test(
    "Apple's library trusts made JWS only under their own root",
    .enabled(if: Python.isThere, Python.absence), arguments: kinds)
  func appleLibrary(style: String, kind: String) async throws {
    let bench = try Workbench()
    for authority in [[], ["--pki", "authority"]] {
      let made = try await bench.run(
        ["make", "-", "--style", style, "--root", "roots.pem"] + authority,
        input: Array(Self.spec.utf8)
      ).expect(status: 0)
      try bench.write("made.jws", made.output)
      let verified = try await bench.python(
        "verify_apple.py",
        [bench.place("roots.pem"), "com.example.tea", kind, bench.place("made.jws")]
      ).expect(status: 0)
      #expect(verified.lines.count == 1)
      // Under any other root it trusts nothing.
      try bench.write(
        "other.pem", AuthorityFiles.rootsText(of: AuthorityFiles.authority(seed: [9])).utf8)
      try await bench.python(
        "verify_apple.py",
        [bench.place("other.pem"), "com.example.tea", kind, bench.place("made.jws")]
      ).expect(status: 1).expect(message: "VERIFICATION_FAILURE")
    }
  }

  @Test("OpenSSL accepts the chains of an authority under its strictest rules")
  func strictChains() async throws {
    let bench = try Workbench()
    let made = try await bench.run(
      ["make", "-", "--pki", "pki", "-o", "made.receipt"], input: Array(Self.spec.utf8)
    ).expect(status: 0)
    made.expectSilence()
    for branch in ["", "jws-"] {
      // The markers are Apple's own, and not critical.
      let result = try await bench.shell(
        """
        command -v openssl >/dev/null || exit 77
        openssl verify -x509_strict -no-CApath -no-CAstore -CAfile pki/\(branch)root.pem \
          -untrusted pki/\(branch)intermediate.pem pki/\(branch)leaf.pem
        """)
      if result.code == 77 {
        Issue.record("there is no openssl here; install it to run this test")
        return
      }
      result.expect(status: 0)
    }
    try await bench.shell(
      """
      openssl cms -verify -inform DER -in made.receipt -binary -out payload.bin -CAfile pki/roots.pem \
        -no-CApath -no-CAstore -purpose any -attime 1740830400 -x509_strict
      """
    ).expect(status: 0).expect(message: "Verification successful")
  }
}

extension JSON {
  /// Adds the values in it by their paths. Apple's library has its own capital letters in some names.
  fileprivate func addLeaves(to leaves: inout [String: String], at path: String) {
    switch self {
    case .object(let members):
      for member in members {
        member.value.addLeaves(
          to: &leaves, at: (path.isEmpty ? "" : path + ".") + member.name.lowercased())
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.addLeaves(to: &leaves, at: "\(path)[\(index)]")
      }
    case .string(let text): leaves[path] = text
    case .number(let digits): leaves[path] = digits
    case .bool(let flag): leaves[path] = flag ? "true" : "false"
    case .null: break
    }
  }
}

extension DecodedReceipt {
  /// What the model holds, under the paths of the payload.
  fileprivate var leaves: [String: String] {
    get throws {
      var leaves: [String: String] = [:]
      try add(Field<Receipt>.all, of: receipt, to: &leaves)
      if let signed = receipt.signedDate {
        leaves["signeddate"] = String(signed.millisecondsSince1970)
      }
      if let purchase = receipt.inApp.first {
        try add(Field<InAppPurchase>.all, of: purchase, to: &leaves)
        leaves["offeridentifier"] =
          (purchase.offerIdentifier ?? purchase.offerCodeRefName ?? purchase.promotionalOfferID)?
          .description
      }
      if let renewal = renewals.first {
        try add(Field<RenewalInfo>.all, of: renewal, to: &leaves)
        leaves["offeridentifier"] =
          (renewal.offerIdentifier ?? renewal.offerCodeRefName ?? renewal.promotionalOfferID)?
          .description
      }
      if let notification {
        try add(Field<ServerNotification>.all, of: notification, to: &leaves)
      }
      return leaves
    }
  }

  private func add<Model>(
    _ table: [Field<Model>], of model: Model, to leaves: inout [String: String]
  ) throws {
    for field in table {
      guard let key = field.names.payloads[form], let value = field.get(model) else { continue }
      // A notification names its app in the object that it carries.
      let isApp = form == .notification && Model.self == Receipt.self
      let path = ((isApp ? notification.map { $0.carrier.rawValue + "." } : nil) ?? "") + key
      let json: JSON =
        switch value {
        case .date(let date): .number(String(date.millisecondsSince1970))
        case .flag(let flag) where field.kind == .numericFlag: .number(flag ? "1" : "0")
        case .productType(let type): .string(type.storeKitName?.description ?? "")
        case .list(let values): .array(values.map { .string($0.description) })
        case .json(let value): try JSON(value.description.utf8)
        default: .string(value.description)
        }
      json.addLeaves(to: &leaves, at: path.lowercased())
    }
  }
}
