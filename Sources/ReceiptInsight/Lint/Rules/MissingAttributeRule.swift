internal import ReceiptCore

/// An attribute is missing that every receipt of that time and store has.
enum MissingAttributeRule: LintRule {
  static let id = "missing-attribute"
  static let meaning = "an attribute is missing that every receipt of its time and store has"
  static let advice = "ask the app to refresh the receipt"
  static let severity = Remark.Severity.warning
  static let citation = "all genuine receipts seen, by environment and year"

  /// 2013-06-20: receipts have the original application version since then.
  private static let originalVersionSince = ReceiptDate(millisecondsSince1970: 1_371_686_400_000)

  private static let always = [
    AttributeType.bundleID, AttributeType.applicationVersion, AttributeType.opaqueValue,
    AttributeType.sha1Hash, AttributeType.receiptCreationDate,
  ]

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard subject.isAppReceipt else { return [] }
    var expected = always
    let created = subject.receipt.receiptCreationDate
    if !subject.isXcode, let created, created >= originalVersionSince {
      expected += [
        AttributeType.receiptType, AttributeType.originalPurchaseDate,
        AttributeType.originalApplicationVersion,
      ]
    }
    let present = Set(
      subject.decoded.attributes.lazy.filter { $0.path.purchaseIndex == nil }.map(\.type))
    let missing = expected.filter { !present.contains($0) }
    guard !missing.isEmpty else { return [] }
    let names = missing.map { type in
      AttributeTable.receiptDefinitions.first { $0.type == type }.map { "\(type) (\($0.name))" }
        ?? String(type)
    }
    return [
      LintNote(
        message: "it lacks attributes that receipts like it have: " + names.joined(separator: ", "),
        evidence: ["missing": missing.map(String.init).joined(separator: " ")])
    ]
  }
}
