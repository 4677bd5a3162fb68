import Foundation
import TestSupport
import Testing

@testable import ReceiptCommandLine
@testable import ReceiptCore
@testable import ReceiptInsight

/// Every word has a meaning, and the documentation agrees.
@Suite struct GlossaryTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Fixture.root.appending(path: path), encoding: .utf8)
  }

  private static func words(_ kind: GlossaryEntry.Kind) -> [String] {
    Glossary.entries.filter { $0.kind == kind }.map(\.word)
  }

  @Test("Words are one however their parts are joined, but for the sign of a number")
  func keys() {
    let words = [
      "original_application_version", "originalApplicationVersion", "Original-Application version",
    ]
    #expect(Set(words.map(Glossary.key)) == ["originalapplicationversion"])
    #expect(Glossary.key("status -1") == "status-1")
    #expect(Glossary.key("status-1") == "status1")
    #expect(Glossary.key("EXPIRED/VOLUNTARY, \"Ä\": -") == "expiredvoluntaryä")
  }

  // MARK: Everything has an entry

  @Test("every reason, check, error, finding, remark and anomaly has one")
  func diagnostics() {
    #expect(Set(Self.words(.reason)) == Set(CheckReason.all.map(\.rawValue)))
    #expect(Self.words(.check) == CheckList.all.map { $0.id.rawValue })
    #expect(Set(Self.words(.error)).isSuperset(of: ReceiptError.Code.all.map(\.rawValue)))
    #expect(Set(Self.words(.finding)) == Set(Finding.ID.allCases.map(\.rawValue)))
    #expect(Self.words(.remark) == Lint.rules.map { $0.id })
    #expect(Self.words(.anomaly) == StructureAnomaly.ID.allCases.map(\.rawValue))
    #expect(Self.words(.event) == PurchaseEvent.Kind.allCases.map(\.rawValue))
  }

  @Test("every attribute, status, form, layer, environment and receipt type has one")
  func values() {
    let attributes = AttributeTable.receiptDefinitions + AttributeTable.inAppDefinitions
    #expect(Self.words(.attribute) == attributes.map { "\($0.type)" })
    #expect(
      Self.words(.status)
        == (["0"] + (21000...21010).map { "\($0)" } + ["21100-21199"]))
    #expect(Self.words(.form) == ReceiptForm.allCases.map(\.rawValue))
    #expect(Self.words(.layer) == ReceiptInput.Layer.allCases.map(\.rawValue))
    #expect(
      Self.words(.environment) == Receipt.Environment.allCases.map(\.rawValue) + ["LocalTesting"])
    for status in [21100, 21150, 21199] {
      #expect(Glossary.meanings(of: "\(status)").map(\.word) == ["21100-21199"])
    }
    for status in [20999, 21011, 21099, 21200] {
      #expect(Glossary.meanings(of: "\(status)").isEmpty)
    }
  }

  @Test("every field of the JSON is explained, under Apple's name and StoreKit 2's")
  func fields() throws {
    let output = try Self.text("docs/output.md")
    let start = try #require(output.range(of: "### `receipt`"))
    let end = try #require(output.range(of: "### Layers"))
    let section = output[start.upperBound..<end.lowerBound]
    let names = section.matches(of: /`([A-Za-z_]+)`/).map { String($0.output.1) }
    #expect(names.count > 40)
    let notFields = [
      "P", "Production", "Sandbox", "Xcode", "receipt", "in_app", "consumable",
    ]
    for name in names where !notFields.contains(name) {
      #expect(!Glossary.meanings(of: name).isEmpty, "\(name)")
    }
    for name in Self.storeKitNames { #expect(!Glossary.meanings(of: name).isEmpty, "\(name)") }
  }

  @Test("every word of a card that stands alone has a meaning")
  func cards() {
    let words =
      Triage.allCases.map(\.rawValue) + Genuineness.Code.allCases.map(\.rawValue)
      + Holding.Code.allCases.map(\.rawValue) + Action.Code.allCases.map(\.rawValue)
    for word in words { #expect(!Glossary.meanings(of: word).isEmpty, "\(word)") }
  }

  /// Names of columns, and words of a sentence that a line begins with.
  private static let notCodes: Set<String> = [
    "ID", "OFFSET", "LENGTH", "the", "something", "plist",
  ]

  @Test("every code and label in the recorded outputs has a meaning")
  func recorded() throws {
    // The code behind a sentence, the check behind its status, the label before a value, and codes in JSON.
    let patterns: [Regex<(Substring, Substring)>] = try [
      #"\[([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\]$"#,
      #"^ {2}(?:pass|FAIL|expected|not run|not asked) {2,}([a-z][a-z-]+)"#,
      #"^ {2}([A-Z][A-Za-z0-9-]*(?: [A-Za-z0-9-]+)*) {2,}\S"#,
      #""(?:form|code|status|verdict|state|certainty|reason|owned|severity)": ?"([a-z][a-z0-9-]*)""#,
    ].map { try Regex($0).anchorsMatchLineEndings() }
    let folder = Fixture.root.appending(path: "Tests/ReceiptCommandTests/Golden")
    var words: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for pattern in patterns {
        words.formUnion(text.matches(of: pattern).map { String($0.output.1) })
      }
    }
    #expect(words.count > 100)
    for word in words.subtracting(Self.notCodes) {
      #expect(!Glossary.meanings(of: word).isEmpty, "\(word)")
    }
  }

  @Test("every label of a decoded receipt leads to a meaning")
  func labels() throws {
    var labels = Set(LabelGlossary.rows.map(\.label))
    for name in [
      "sandbox-subscription.b64", "mac.receipt", "xcode.receipt", "volume-purchase.receipt",
      "transaction.jws", "app-transaction.jws", "notification.jws", "answer.json",
      "sandbox-subscription.verify-receipt.json",
    ] {
      let file = Fixture.root.appending(path: "Fixtures/\(name)")
      let decoded = try ReceiptDecoder().decode(Array(Data(contentsOf: file)))
      labels.formUnion(
        ReceiptFields(decoded, showsAll: true).rows.map { $0.label.trimmingPrefix(" ").description }
      )
    }
    #expect(labels.count > 30)
    for label in labels { #expect(!Glossary.meanings(of: label).isEmpty, "\(label)") }
    for row in LabelGlossary.rows { #expect(!Glossary.meanings(of: row.field).isEmpty, "\(row)") }
  }

  /// The fields of Apple's "JWSTransactionDecodedPayload", "JWSRenewalInfoDecodedPayload" and
  /// "AppTransaction".
  private static let storeKitNames = """
    originalTransactionId transactionId webOrderLineItemId bundleId productId
    subscriptionGroupIdentifier purchaseDate originalPurchaseDate expiresDate quantity type
    appAccountToken inAppOwnershipType signedDate revocationReason revocationDate revocationType
    revocationPercentage isUpgraded offerType offerIdentifier offerPeriod offerDiscountType environment
    storefront storefrontId transactionReason currency price appTransactionId receiptType appAppleId
    applicationVersion versionExternalIdentifier receiptCreationDate originalApplicationVersion
    deviceVerification deviceVerificationNonce preorderDate originalPlatform expirationIntent
    autoRenewProductId autoRenewStatus isInBillingRetryPeriod priceIncreaseStatus
    gracePeriodExpiresDate recentSubscriptionStartDate renewalDate renewalPrice
    eligibleWinBackOfferIds notificationType subtype notificationUUID signedTransactionInfo
    signedRenewalInfo
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  // MARK: What the entries say

  @Test("meanings are sentences without a full stop, and words are unique within a kind and place")
  func style() {
    for entry in Glossary.entries {
      #expect(!entry.meaning.isEmpty && !entry.meaning.hasSuffix("."), "\(entry.word)")
      #expect(entry.advice?.hasSuffix(".") != true, "\(entry.word)")
      #expect(entry.caution?.hasSuffix(".") != true, "\(entry.word)")
      #expect(!entry.aliases.contains(entry.word), "\(entry.word)")
    }
    for kind in GlossaryEntry.Kind.allCases {
      let words = Glossary.entries.filter { $0.kind == kind }.map { "\($0.word) \($0.place)" }
      #expect(!words.isEmpty)
      #expect(Set(words).count == words.count, "\(kind)")
    }
  }

  @Test("a word is found however its parts are joined, with all its meanings")
  func lookup() {
    /// The kinds in the order of the meanings, each once.
    func kinds(_ word: String) -> [GlossaryEntry.Kind] {
      Glossary.meanings(of: word).map(\.kind).reduce(into: []) { kinds, kind in
        if !kinds.contains(kind) { kinds.append(kind) }
      }
    }
    #expect(kinds("0") == [.status, .attribute, .value, .exitCode, .storeKitError])
    #expect(kinds("expired") == [.status, .reason, .notification])
    #expect(kinds("Not active") == [.state] && kinds("find transaction") == [.action])
    #expect(kinds("21") == [.attribute])
    #expect(kinds("trailing-data") == [.reason, .finding, .anomaly])
    #expect(kinds("original_application_version") == [.attribute, .field])
    #expect(kinds("xcode") == [.signature, .environment, .receiptType])
    #expect(kinds("originalApplicationVersion") == [.field, .attribute])
    #expect(kinds("Bad Signature") == [.reason])
    #expect(kinds("Xcode") == [.environment, .receiptType, .signature])
    #expect(Glossary.meanings(of: "payload 17[2]/1708").map(\.word) == ["1708"])
    #expect(Glossary.meanings(of: "17[2]/1708").map(\.word) == ["1708"])
    #expect(Glossary.meanings(of: "17[2]").map(\.word) == ["17"])
    #expect(Glossary.meanings(of: "payload 17[2]").map(\.word) == ["17"])
    #expect(kinds("").isEmpty && kinds("[").isEmpty && kinds("no such word").isEmpty)
  }

  @Test("every code that a sentence stands for has a meaning")
  func sentences() {
    for row in ErrorSentences.table {
      #expect(Glossary.meanings(ofCodes: [row.code]).count == 1, "\(row.code)")
    }
  }

  // MARK: The documentation

  @Test("docs/trust.md has the same checks and reasons, in the same order")
  func trust() throws {
    let text = try Self.text("docs/trust.md")
    let reasons = ReasonGlossary.entries.map {
      "| `\($0.word)` | \($0.place.dropFirst("of ".count)) | \($0.meaning) |\n"
    }
    #expect(text.contains("|---|---|---|\n" + reasons.joined()))
    let plain = text.replacing(/\.? \[More\]\([^)]*\)/, with: "")
      .replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.output.1) }
    let checks = CheckList.all.map {
      "| `\($0.id.rawValue)` | \(CheckGlossary.question(of: $0)) |\n"
    }
    #expect(plain.contains("|---|---|\n" + checks.joined() + "\n"))
  }

  @Test("docs/errors.md has the same codes and findings, in the same order")
  func errors() throws {
    let text = try Self.text("docs/errors.md")
    for section in ErrorGlossary.Section.allCases {
      let rows = ErrorGlossary.rows.filter { $0.section == section }.map { row in
        section == .input
          ? "| `\(row.code)` | \(row.meaning) | \(row.advice) |\n"
          : "| `\(row.code)` | \(row.meaning) |\n"
      }
      #expect(text.contains("### \(section.rawValue)\n"))
      #expect(text.contains("|---|\n" + rows.joined() + "\n"), "\(section)")
    }
    let findings = FindingGlossary.entries.map { row in
      let severity = Finding.ID(rawValue: row.word).map {
        Finding($0, offset: nil).severity.rawValue
      }
      return "| `\(row.word)` | \(severity ?? "?") | \(row.meaning) |\n"
    }
    #expect(text.contains("|---|---|---|\n" + findings.joined()))
  }

  @Test("Advice and hints agree, unless a command knows better")
  func hints() {
    for row in ReasonGlossary.entries {
      let reason = CheckReason(rawValue: row.word)
      #expect(CheckResult.fail(.structure, reason, "").advice == row.advice)
      #expect(CheckResult.undetermined(.structure, reason, "").advice == row.advice)
      #expect(CheckResult.fail(.structure, reason, "", hint: "better").advice == "better")
      // A check that was not run needs no advice.
      #expect(CheckResult.notRun(.structure, reason, "").advice == nil)
    }
    for row in ErrorGlossary.rows {
      let code = ReceiptError.Code(rawValue: row.code)
      #expect(ReceiptError(code, "").advice == row.advice)
      #expect(ReceiptError(code, "", hint: "better").advice == "better")
    }
  }

  @Test("docs/diff.md has the same events, in the same order")
  func events() throws {
    let rows = EventGlossary.entries.map { "| `\($0.word)` | \($0.meaning) |\n" }
    #expect(try Self.text("docs/diff.md").contains("|---|---|\n" + rows.joined() + "\n"))
  }

  @Test("docs/diagnosing.md has the same remarks, in the same order")
  func remarks() throws {
    let rows = Lint.rules.map { rule in
      "| `\(rule.id)` | \(rule.severity.rawValue) | \(rule.meaning) |\n"
    }
    #expect(try Self.text("docs/diagnosing.md").contains("|---|---|---|\n" + rows.joined()))
  }
}
