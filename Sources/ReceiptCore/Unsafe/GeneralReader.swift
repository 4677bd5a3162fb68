internal import CReceiptCrypto

/// Reads a `SignedData` in any BER form with OpenSSL's `d2i_PKCS7`: indefinite lengths, constructed
/// OCTET STRINGs, whatever else X.690 §8 allows.
///
/// Everything it gives back is a copy with indices of its own, so offsets inside the content count
/// from the content's first octet. OpenSSL parses every certificate on the way, which is slow, and it
/// has no limits: callers hand it only bytes that `BERScan` has walked.
struct GeneralReader {
  static func read(_ bytes: [UInt8]) throws(ReceiptError) -> (SignedData, end: Int) {
    ERR_clear_error()
    var end = 0
    let parsed = unsafe bytes.withUnsafeBufferPointer { buffer -> UnsafeMutablePointer<PKCS7>? in
      var cursor = buffer.baseAddress
      let pkcs7 = unsafe d2i_PKCS7(nil, &cursor, buffer.count)
      if let cursor = unsafe cursor, let base = buffer.baseAddress {
        end = unsafe cursor - base
      }
      return unsafe pkcs7
    }
    guard let pkcs7 = unsafe parsed else {
      let reasons = drainOpenSSLErrors().joined(separator: "; ")
      throw ReceiptError(
        .malformed, "OpenSSL cannot read this as PKCS#7 (\(reasons))", offset: 0,
        hint: "the file is damaged or is not a receipt; get it again from the device")
    }
    defer { unsafe PKCS7_free(pkcs7) }
    return (try unsafe signedData(of: pkcs7), end)
  }

  private static func signedData(
    of pkcs7: UnsafeMutablePointer<PKCS7>
  ) throws(ReceiptError) -> SignedData {
    // The union `d` may be read as `sign` only after the type said so.
    guard unsafe CReceiptCrypto_PKCS7_type_is_signed(pkcs7) == 1,
      let sign = unsafe pkcs7.pointee.d.sign
    else {
      throw ReceiptError(
        .notSignedData, "this PKCS#7 object is not SignedData", offset: 0,
        hint: "a receipt is always SignedData; this is some other PKCS#7 file")
    }
    var result = SignedData(encoding: .ber)
    result.version = Int(unsafe ASN1_INTEGER_get(sign.pointee.version))
    // OpenSSL counts an absent stack as -1.
    for index in 0..<max(0, unsafe CReceiptCrypto_sk_X509_ALGOR_num(sign.pointee.md_algs)) {
      // get0: owned by `pkcs7`.
      let algorithm = unsafe CReceiptCrypto_sk_X509_ALGOR_value(sign.pointee.md_algs, index)
      result.digestAlgorithms.append(unsafe algorithmIdentifier(algorithm))
    }
    if let contents = unsafe sign.pointee.contents {
      result.contentType = OID(encoded: unsafe encoding(of: contents.pointee.type, i2d_ASN1_OBJECT))
      // The union `d` holds `data` only for the type id-data; anything else is not a receipt's.
      if result.contentType == .data, let data = unsafe contents.pointee.d.data {
        result.content = unsafe octets(of: data)
      }
    }
    for index in 0..<max(0, unsafe CReceiptCrypto_sk_X509_num(sign.pointee.cert)) {
      let certificate = unsafe CReceiptCrypto_sk_X509_value(sign.pointee.cert, index)
      result.certificates.append(unsafe encoding(of: certificate, i2d_X509))
    }
    let revocationLists = unsafe CReceiptCrypto_sk_X509_CRL_num(sign.pointee.crl)
    result.hasRevocationLists = revocationLists > 0
    for index
      in 0..<max(0, unsafe CReceiptCrypto_sk_PKCS7_SIGNER_INFO_num(sign.pointee.signer_info))
    {
      guard
        let signer = unsafe CReceiptCrypto_sk_PKCS7_SIGNER_INFO_value(
          sign.pointee.signer_info, index)
      else { continue }
      result.signerInfos.append(unsafe signerInfo(signer))
    }
    return result
  }

  private static func signerInfo(
    _ signer: UnsafeMutablePointer<PKCS7_SIGNER_INFO>
  ) -> SignerInfo {
    var result = SignerInfo()
    result.version = Int(unsafe ASN1_INTEGER_get(signer.pointee.version))
    if let identifier = unsafe signer.pointee.issuer_and_serial {
      result.issuer = unsafe encoding(of: identifier.pointee.issuer, i2d_X509_NAME)
      result.serialNumber = unsafe encoding(of: identifier.pointee.serial, i2d_ASN1_INTEGER)
    }
    result.digestAlgorithm = unsafe algorithmIdentifier(signer.pointee.digest_alg)
    result.signatureAlgorithm = unsafe algorithmIdentifier(signer.pointee.digest_enc_alg)
    result.hasSignedAttributes = unsafe signer.pointee.auth_attr != nil
    result.hasUnsignedAttributes = unsafe signer.pointee.unauth_attr != nil
    if let signature = unsafe signer.pointee.enc_digest {
      result.signature = unsafe octets(of: signature)
    }
    return result
  }

  private static func algorithmIdentifier(
    _ algorithm: UnsafeMutablePointer<X509_ALGOR>?
  ) -> AlgorithmIdentifier {
    guard let algorithm = unsafe algorithm else { return AlgorithmIdentifier() }
    return AlgorithmIdentifier(
      encoded: unsafe encoding(of: algorithm, i2d_X509_ALGOR),
      algorithm: OID(encoded: unsafe encoding(of: algorithm.pointee.algorithm, i2d_ASN1_OBJECT)))
  }

  /// The octets an ASN1_STRING holds, copied.
  private static func octets(of string: UnsafeMutablePointer<ASN1_OCTET_STRING>) -> ArraySlice<
    UInt8
  > {
    let start = unsafe ASN1_STRING_get0_data(string)
    let length = Int(unsafe ASN1_STRING_length(string))
    return unsafe ArraySlice(UnsafeBufferPointer(start: start, count: length))
  }

  /// What one of OpenSSL's `i2d_` functions writes for an object: its DER; empty when it cannot.
  private static func encoding<Object>(
    of object: Object?,
    _ encode: (Object?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) -> ArraySlice<UInt8> {
    guard let object else { return [] }
    var buffer: UnsafeMutablePointer<UInt8>?
    let length = unsafe encode(object, &buffer)
    guard length > 0, let start = unsafe buffer else { return [] }
    defer { unsafe CReceiptCrypto_OPENSSL_free(start) }
    return unsafe ArraySlice(UnsafeBufferPointer(start: start, count: Int(length)))
  }
}
