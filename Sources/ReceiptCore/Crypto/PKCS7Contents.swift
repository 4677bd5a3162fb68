internal import CReceiptCrypto

/// A `SignedData` as read by `d2i_PKCS7`. Every part is a copy.
struct PKCS7Contents {
  let version: Int
  var digestAlgorithms: [Algorithm] = []
  /// The DER of the content's type.
  var contentType: ArraySlice<UInt8> = []
  var content: ArraySlice<UInt8>?
  package var certificates: [ArraySlice<UInt8>] = []
  var hasRevocationLists = false
  var signers: [Signer] = []

  /// An AlgorithmIdentifier and its OID, both as DER.
  struct Algorithm {
    var encoded: ArraySlice<UInt8> = []
    var oid: ArraySlice<UInt8> = []
  }

  struct Signer {
    let version: Int
    var issuer: ArraySlice<UInt8> = []
    var serialNumber: ArraySlice<UInt8> = []
    var digestAlgorithm = Algorithm()
    var signatureAlgorithm = Algorithm()
    var hasSignedAttributes = false
    var hasUnsignedAttributes = false
    var signature: ArraySlice<UInt8> = []
  }

  /// Why OpenSSL could not read it.
  enum Fault: Error {
    /// The messages in OpenSSL's error queue.
    case malformed([String])
    case notSignedData
  }

  /// Reads the object at the start of `bytes`. Returns it with the offset of its end.
  package static func read(_ bytes: [UInt8]) throws(Fault) -> (PKCS7Contents, end: Int) {
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
    guard let pkcs7 = unsafe parsed else { throw .malformed(drainOpenSSLErrors()) }
    defer { unsafe PKCS7_free(pkcs7) }
    return (try unsafe PKCS7Contents(pkcs7), end)
  }

  private init(_ pkcs7: UnsafeMutablePointer<PKCS7>) throws(Fault) {
    // The union `d` may be read as `sign` only if the type is signed data.
    guard unsafe CReceiptCrypto_PKCS7_type_is_signed(pkcs7) == 1,
      let sign = unsafe pkcs7.pointee.d.sign
    else { throw .notSignedData }
    version = Int(unsafe ASN1_INTEGER_get(sign.pointee.version))
    // OpenSSL returns −1 for the number of elements in a missing stack.
    for index in 0..<max(0, unsafe CReceiptCrypto_sk_X509_ALGOR_num(sign.pointee.md_algs)) {
      // get0: owned by `pkcs7`.
      let algorithm = unsafe CReceiptCrypto_sk_X509_ALGOR_value(sign.pointee.md_algs, index)
      digestAlgorithms.append(unsafe Self.algorithm(algorithm))
    }
    if let contents = unsafe sign.pointee.contents {
      contentType = unsafe Self.encoding(of: contents.pointee.type, i2d_ASN1_OBJECT)
      // The union `d` holds `data` only for the type id-data. Receipts have no other type.
      if unsafe OBJ_obj2nid(contents.pointee.type) == NID_pkcs7_data,
        let data = unsafe contents.pointee.d.data
      {
        content = unsafe Self.octets(of: data)
      }
    }
    for index in 0..<max(0, unsafe CReceiptCrypto_sk_X509_num(sign.pointee.cert)) {
      let certificate = unsafe CReceiptCrypto_sk_X509_value(sign.pointee.cert, index)
      certificates.append(unsafe Self.encoding(of: certificate, i2d_X509))
    }
    hasRevocationLists = unsafe sign.pointee.crl != nil
    for index
      in 0..<max(0, unsafe CReceiptCrypto_sk_PKCS7_SIGNER_INFO_num(sign.pointee.signer_info))
    {
      guard
        let signer = unsafe CReceiptCrypto_sk_PKCS7_SIGNER_INFO_value(
          sign.pointee.signer_info, index)
      else { continue }
      signers.append(unsafe Self.signer(signer))
    }
  }

  private static func signer(
    _ signer: UnsafeMutablePointer<PKCS7_SIGNER_INFO>
  ) -> Signer {
    var result = Signer(version: Int(unsafe ASN1_INTEGER_get(signer.pointee.version)))
    if let identifier = unsafe signer.pointee.issuer_and_serial {
      result.issuer = unsafe encoding(of: identifier.pointee.issuer, i2d_X509_NAME)
      result.serialNumber = unsafe encoding(of: identifier.pointee.serial, i2d_ASN1_INTEGER)
    }
    result.digestAlgorithm = unsafe algorithm(signer.pointee.digest_alg)
    result.signatureAlgorithm = unsafe algorithm(signer.pointee.digest_enc_alg)
    result.hasSignedAttributes = unsafe signer.pointee.auth_attr != nil
    result.hasUnsignedAttributes = unsafe signer.pointee.unauth_attr != nil
    if let signature = unsafe signer.pointee.enc_digest {
      result.signature = unsafe octets(of: signature)
    }
    return result
  }

  private static func algorithm(
    _ algorithm: UnsafeMutablePointer<X509_ALGOR>?
  ) -> Algorithm {
    guard let algorithm = unsafe algorithm else { return Algorithm() }
    return Algorithm(
      encoded: unsafe encoding(of: algorithm, i2d_X509_ALGOR),
      oid: unsafe encoding(of: algorithm.pointee.algorithm, i2d_ASN1_OBJECT))
  }

  /// A copy of the bytes in an ASN1_STRING.
  private static func octets(of string: UnsafeMutablePointer<ASN1_OCTET_STRING>) -> ArraySlice<
    UInt8
  > {
    let start = unsafe ASN1_STRING_get0_data(string)
    let length = Int(unsafe ASN1_STRING_length(string))
    return unsafe ArraySlice(UnsafeBufferPointer(start: start, count: length))
  }

  /// The DER that one of OpenSSL's `i2d_` functions writes for an object; empty if it fails.
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
