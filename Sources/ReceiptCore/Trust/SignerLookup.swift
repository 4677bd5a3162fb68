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
  ///
  /// - Parameter file: what the container was read from. In DER, its certificates are read there, without a copy.
  init(_ signedData: SignedData, in file: [UInt8]) throws(Failure) {
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
    var others = signedData.certificates
    let count = others.count
    var match: ArraySlice<UInt8>?
    for index in others.indices.reversed() {
      let reader =
        signedData.encoding == .der
        ? CertificateReader(file, others[index].indices) : CertificateReader(others[index])
      if Self.isNamed(reader, by: signer) { match = others.remove(at: index) }
    }
    guard let match else {
      throw Failure(
        reason: .signerCertificateMissing,
        message: "none of the \(count) certificates is the signer's")
    }
    guard others.count == count - 1 else {
      throw Failure(
        reason: .untrustedChain,
        message:
          "\(count - others.count) certificates claim to be the signer's: at least one is forged")
    }
    self.signer = signer
    certificate = match
    self.others = others
  }

  private static func isNamed(_ certificate: CertificateReader, by signer: SignerInfo) -> Bool {
    guard let names = try? CertificateNames(certificate) else { return false }
    return areEqual(names.issuer, signer.issuer)
      && areEqual(names.serialNumber, signer.serialNumber)
  }
}
