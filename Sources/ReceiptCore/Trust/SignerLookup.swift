/// Finds the signer of a container and its certificate, for both profiles.
struct SignerLookup {
  let signer: SignerInfo
  /// The embedded certificate that the signer names.
  let certificate: ArraySlice<UInt8>
  /// The other embedded certificates.
  let others: [ArraySlice<UInt8>]

  struct Failure: Error {
    let reason: CheckReason
    let message: String
  }

  /// Finds the only signer, and the certificate with its issuer and serial number (RFC 5652 §5.3). It is not
  /// necessarily the first certificate.
  init(_ signedData: SignedData) throws(Failure) {
    guard let signer = signedData.signerInfos.first else {
      throw Failure(reason: .noSigner, message: "there is no signature")
    }
    guard signedData.signerInfos.count == 1 else {
      throw Failure(
        reason: .multipleSigners,
        message: "there are \(signedData.signerInfos.count) signers; a receipt has one")
    }
    guard !signer.hasSignedAttributes else {
      throw Failure(
        reason: .unexpectedSignedAttributes,
        message: "the signature covers signed attributes, not the receipt")
    }
    guard !signer.hasUnsignedAttributes else {
      throw Failure(
        reason: .unexpectedSignedAttributes,
        message: "the signer has unsigned attributes; Apple's have none")
    }
    var matches: [Int] = []
    for (index, encoded) in signedData.certificates.enumerated() {
      guard let names = try? CertificateNames(encoded),
        names.issuer.elementsEqual(signer.issuer),
        names.serialNumber.elementsEqual(signer.serialNumber)
      else { continue }
      matches.append(index)
    }
    guard let match = matches.first else {
      throw Failure(
        reason: .signerCertificateMissing,
        message: "none of the \(signedData.certificates.count) certificates is the signer's")
    }
    guard matches.count == 1 else {
      throw Failure(
        reason: .untrustedChain,
        message: "\(matches.count) certificates claim to be the signer's: at least one is forged")
    }
    self.signer = signer
    certificate = signedData.certificates[match]
    others = signedData.certificates.enumerated().filter { $0.offset != match }.map(\.element)
  }
}
