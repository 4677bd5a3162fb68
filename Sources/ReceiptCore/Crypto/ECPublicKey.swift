internal import CReceiptCrypto

/// The curves of Apple's keys (FIPS 186-4 §D.1.2).
package enum EllipticCurve: Sendable {
  case p256
  case p384

  /// The length in bytes of a coordinate, and of each number in a signature.
  package var length: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    }
  }

  var name: String {
    switch self {
    case .p256: "P-256"
    case .p384: "P-384"
    }
  }

  /// OpenSSL's name of the curve, at a constant address.
  fileprivate var groupName: UnsafePointer<CChar>? {
    switch self {
    case .p256: unsafe CReceiptCrypto_SN_X9_62_prime256v1()
    case .p384: unsafe CReceiptCrypto_SN_secp384r1()
    }
  }
}

/// A public key on an elliptic curve. Owns OpenSSL's key; verifying uses it from any number of threads.
@safe final class ECPublicKey: @unchecked Sendable {
  private let key: OpaquePointer
  let curve: EllipticCurve

  /// Makes a key from a point in uncompressed form (SEC 1 §2.3.3): `04`, x, y. OpenSSL refuses points that
  /// are not on the curve.
  init?(_ curve: EllipticCurve, point: ArraySlice<UInt8>) {
    guard point.first == 0x04, point.count == 1 + 2 * curve.length,
      let key = unsafe Self.makeKey(curve, point)
    else {
      ERR_clear_error()
      return nil
    }
    unsafe self.key = key
    self.curve = curve
  }

  deinit { unsafe EVP_PKEY_free(key) }

  private static func makeKey(
    _ curve: EllipticCurve, _ point: ArraySlice<UInt8>
  ) -> OpaquePointer? {
    unsafe point.withUnsafeBufferPointer { point in
      unsafe makePublicKey("EC") { builder in
        unsafe OSSL_PARAM_BLD_push_utf8_string(
          builder, CReceiptCrypto_OSSL_PKEY_PARAM_GROUP_NAME(), curve.groupName, 0) == 1
          && OSSL_PARAM_BLD_push_octet_string(
            builder, CReceiptCrypto_OSSL_PKEY_PARAM_PUB_KEY(), point.baseAddress, point.count) == 1
      }
    }
  }

  /// Whether `signature`, an `ECDSA-Sig-Value` in DER (RFC 3279 §2.2.3), is this key's over `message`
  /// (FIPS 186-4 §6.4). OpenSSL refuses one that is not DER, and numbers out of range.
  func verifies(
    _ signature: ArraySlice<UInt8>, over message: ArraySlice<UInt8>, _ algorithm: DigestAlgorithm
  ) -> Bool {
    let digest = algorithm.digest(of: message)
    guard digest.count == algorithm.length,
      let context = unsafe EVP_PKEY_CTX_new_from_pkey(CryptoContext.shared.context, key, nil)
    else { return false }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    guard unsafe EVP_PKEY_verify_init(context) == 1 else {
      ERR_clear_error()
      return false
    }
    let result = unsafe signature.withUnsafeBufferPointer { buffer in
      unsafe EVP_PKEY_verify(context, buffer.baseAddress, buffer.count, digest, digest.count)
    }
    guard result == 1 else {
      ERR_clear_error()
      return false
    }
    return true
  }
}
