/// Checks whether the certificates were valid when they were used. Only a signed date counts: not an unsigned
/// signing time, and never the current time.
struct CertificateValidity {
  /// What happened at that date, for messages: `the receipt was made`.
  let event: String
  /// The message if there is no date.
  let missing: String

  /// Checks the certificates of a chain, from the signer's to the root.
  func check(_ certificates: [Certificate], at date: ReceiptDate?) -> CheckResult {
    guard let date else {
      return .fail(.certificateValidity, .missingCreationDate, missing)
    }
    let dateText = date.description
    let evidence: Evidence = ["judged_at": dateText]
    for index in certificates.indices {
      let notBefore = certificates[index].notBefore
      let notAfter = certificates[index].notAfter
      if date < notBefore {
        return .fail(
          .certificateValidity, .notYetValidAtCreation,
          "\(Self.name(index)) is valid from \(notBefore), but \(event) at \(dateText)",
          evidence: evidence)
      }
      if date > notAfter {
        return .fail(
          .certificateValidity, .expiredAtCreation,
          "\(Self.name(index)) was valid until \(notAfter), but \(event) at \(dateText)",
          evidence: evidence)
      }
    }
    return .pass(
      .certificateValidity, "all were valid when \(event), \(dateText)", evidence: evidence)
  }

  private static func name(_ index: Int) -> String {
    switch index {
    case 0: "the signer's certificate"
    case 1: "the intermediate certificate"
    default: "the root"
    }
  }
}
