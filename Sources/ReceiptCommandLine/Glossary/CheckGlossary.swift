internal import ReceiptCore

/// What each check asks. docs/trust.md has the same rows.
enum CheckGlossary {
  /// The question without the links that docs/trust.md has in it, behind the option that asks it.
  static func question(of check: any Check.Type) -> String {
    guard let check = check as? any ExpectationCheck.Type, let option = check.parameters.first,
      option.isRequired
    else { return check.question }
    return "`--\(option.name)`: \(check.question)"
  }
}
