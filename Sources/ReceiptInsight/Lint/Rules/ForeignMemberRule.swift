internal import ReceiptCore

/// A response with a member whose name Apple would not give it: Apple's begin with a small letter.
///
/// Scripts that forge responses put the name of their author there.
enum ForeignMemberRule: LintRule {
  static let id = "foreign-member"
  static let meaning = "a response has a member that Apple does not write, such as Author"
  static let advice =
    "find out who wrote it; unlock nothing if it did not pass through a program of yours"
  static let severity = Remark.Severity.warning
  static let citation = "the names in all responses seen begin with a small letter"

  /// Apple's names are shorter.
  private static let maximumName = 48

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard subject.isResponse else { return [] }
    var seen: Set<Substring> = []
    return subject.decoded.otherFields.compactMap { field in
      let name = field.path.split(separator: ".").last ?? ""
      guard let first = name.utf8.first, !(0x61...0x7A).contains(first), seen.insert(name).inserted
      else { return nil }
      return LintNote(
        message: "Apple's responses have no member \(name.prefix(maximumName))",
        evidence: ["field": field.path])
    }
  }
}
