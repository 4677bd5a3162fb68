/// Reads a `SignedData` in any BER form with OpenSSL's `d2i_PKCS7`: indefinite lengths, constructed OCTET
/// STRINGs, and everything else that X.690 §8 allows.
///
/// All results are copies, so offsets inside the content count from the content's first byte. OpenSSL parses
/// every certificate, which is slow, and has no limits. Callers must pass only bytes that `BERScan` has
/// walked.
enum OpenSSLCMSReader {
  package static func read(_ bytes: [UInt8]) throws(ReceiptError) -> (SignedData, end: Int) {
    do throws(PKCS7Contents.Fault) {
      let (contents, end) = try PKCS7Contents.read(bytes)
      return (SignedData(contents), end)
    } catch {
      switch error {
      case .malformed(let reasons):
        throw ReceiptError(
          .malformed, "OpenSSL cannot read this as PKCS#7 (\(reasons.joined(separator: "; ")))",
          offset: 0,
          hint: "the file is damaged or is not a receipt; get it again from the device")
      case .notSignedData:
        throw ReceiptError(
          .notSignedData, "this PKCS#7 object is not SignedData", offset: 0,
          hint: "a receipt is always SignedData; this is some other PKCS#7 file")
      }
    }
  }
}

extension SignedData {
  fileprivate init(_ contents: PKCS7Contents) {
    self.init(encoding: .ber)
    version = contents.version
    digestAlgorithms = contents.digestAlgorithms.map(AlgorithmIdentifier.init)
    contentType = OID(encoded: contents.contentType)
    content = contents.content
    certificates = contents.certificates
    hasRevocationLists = contents.hasRevocationLists
    signerInfos = contents.signers.map(SignerInfo.init)
  }
}

extension SignerInfo {
  fileprivate init(_ signer: PKCS7Contents.Signer) {
    version = signer.version
    issuer = signer.issuer
    serialNumber = signer.serialNumber
    digestAlgorithm = AlgorithmIdentifier(signer.digestAlgorithm)
    signatureAlgorithm = AlgorithmIdentifier(signer.signatureAlgorithm)
    hasSignedAttributes = signer.hasSignedAttributes
    hasUnsignedAttributes = signer.hasUnsignedAttributes
    signature = signer.signature
  }
}

extension AlgorithmIdentifier {
  fileprivate init(_ algorithm: PKCS7Contents.Algorithm) {
    self.init(encoded: algorithm.encoded, algorithm: OID(encoded: algorithm.oid))
  }
}
