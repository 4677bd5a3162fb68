/// Were the certificates valid when they were used? They are judged at a date that is signed, and at no
/// other: not at a signing time beside it, never at the time of this run.
struct CertificateValidity {
  /// What happened at the date, for messages: `the receipt was made`.
  let event: String
  /// What is missing where there is no date.
  let missing: String

  /// The certificates of a chain, from the signer's to the root.
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
