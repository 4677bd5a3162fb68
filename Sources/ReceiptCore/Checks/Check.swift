/// A check, for those who have not read the manual. Help, glossary, documentation, reports and expectation
/// files are made from this.
package protocol Check: SendableMetatype {
  static var id: CheckID { get }
  /// What is true of a receipt that passes, in one line.
  static var summary: String { get }
  /// How that is decided.
  static var explanation: String { get }
  /// The question that it answers, as docs/trust.md has it.
  static var question: String { get }
  /// What to do when it does not pass and says nothing better itself.
  static var advice: String { get }
}

/// A check that runs when its value is expected.
package protocol ExpectationCheck: Check {
  /// What may be expected; without the first of these the check does not run.
  static var parameters: [any ExpectationParameter] { get }
  /// What else it takes into account, if that is expected too.
  static var related: [any ExpectationParameter] { get }
  /// Whether its result depends on what "now" is, so that it does not run without that.
  static var dependsOnNow: Bool { get }
  /// Whether it takes into account what "now" is, if that is said.
  static var readsNow: Bool { get }
  /// Called only when nothing is missing.
  static func run(_ subject: inout CheckSubject, _ expectations: Expectations) -> [CheckResult]
}

extension ExpectationCheck {
  package static var related: [any ExpectationParameter] { [] }
  package static var dependsOnNow: Bool { false }
  package static var readsNow: Bool { dependsOnNow }

  /// Whether something is expected that depends on what "now" is, and that is not said.
  static func isAskedWithoutTime(_ expectations: Expectations) -> Bool {
    dependsOnNow && expectations.now == nil && parameters.contains { $0.isGiven(in: expectations) }
  }

  /// The name of what is missing for the check to run.
  static func missing(from expectations: Expectations) -> String? {
    parameters.first { $0.isRequired && !$0.isGiven(in: expectations) }?.name
      ?? (dependsOnNow && expectations.now == nil ? ReceiptExpirationCheck.parameter.name : nil)
  }
}

/// All checks of the library. A new check is a file of its own and a row here.
package enum Checks {
  package static let signature: [any Check.Type] = [
    StructureCheck.self, SignatureCheck.self, ChainCheck.self, CertificatePurposeCheck.self,
    CertificateValidityCheck.self,
  ]
  package static let expectations: [any ExpectationCheck.Type] = [
    BundleIDCheck.self, AppVersionCheck.self, EnvironmentCheck.self, DeviceHashCheck.self,
    ReceiptExpirationCheck.self, OriginalVersionCheck.self, ProductCheck.self,
    SubscriptionCheck.self, AgeCheck.self, AppAppleIDCheck.self, TransactionIDCheck.self,
    OriginalTransactionIDCheck.self,
  ]
  /// In the order in which they are reported, which scripts rely on.
  package static let all: [any Check.Type] = signature + expectations.map { $0 as any Check.Type }
  package static let parameters: [any ExpectationParameter] = expectations.flatMap { $0.parameters }
}
