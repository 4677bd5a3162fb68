internal import ReceiptCore

/// Attributes of an undocumented type.
enum UnknownAttributeRule: LintRule {
  static let id = "unknown-attribute"
  static let meaning = "an attribute of an unknown type"
  static let advice = "nothing"
  static let severity = Remark.Severity.info
  static let citation = "docs/attributes.md lists those that are known"

  static func notes(on subject: LintSubject) -> [LintNote] {
    var types: [String] = []
    for attribute in subject.decoded.attributes where attribute.definition == nil {
      let place = attribute.path.inAppType == nil ? "" : "of a purchase, "
      let name = place + String(attribute.type)
      if types.count <= 20, !types.contains(name) { types.append(name) }
    }
    guard !types.isEmpty else { return [] }
    return [
      LintNote(
        message: "there are attributes whose meaning is not known: "
          + types.joined(separator: "; "),
        evidence: ["types": types.joined(separator: "; ")])
    ]
  }
}
