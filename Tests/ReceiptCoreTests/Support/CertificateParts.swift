@testable import ReceiptCore
@testable import ReceiptMaking

/// The parts of a certificate (RFC 5280 §4.1), each as it is encoded. Its signature is not real.
struct CertificateParts {
  private typealias DER = ReceiptMaking.DER

  /// Version 3.
  var version = ReceiptMaking.DER.tagged(0, ReceiptMaking.DER.integer(2))
  var serialNumber = ReceiptMaking.DER.integer(1)
  /// The BIT STRING of the key.
  var key = ReceiptMaking.DER.bitString([1])
  /// What follows the key.
  var rest: [UInt8] = []
  /// The BIT STRING of the signature.
  var signature = ReceiptMaking.DER.bitString([1])

  var encoded: [UInt8] {
    let name = DER.name(common: "name")
    // The first is written as UTCTime, the second as GeneralizedTime.
    let validity = DER.sequence(
      DER.time(TestAuthority.day(2020, 1, 1)), DER.time(TestAuthority.day(2050, 1, 1)))
    let signedPart = DER.sequence(
      version, serialNumber, KnownAlgorithm.sha256WithRSA, name, validity, name,
      DER.sequence(KnownAlgorithm.rsaEncryption, key), rest)
    return DER.sequence(signedPart, KnownAlgorithm.sha256WithRSA, signature)
  }
}
