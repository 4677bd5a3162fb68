internal import CReceiptCrypto

/// A separate OpenSSL context with the default provider and no configuration file. So `OPENSSL_CONF` and
/// system settings cannot change how digests and signatures are checked.
@safe package struct CryptoContext: @unchecked Sendable {
  /// Made once and never freed. OpenSSL's library contexts may be used from several threads.
  package static let shared = CryptoContext()

  package let context: OpaquePointer?
  fileprivate let sha1: OpaquePointer?
  fileprivate let sha256: OpaquePointer?

  private init() {
    unsafe context = OSSL_LIB_CTX_new()
    // It stays loaded as long as the process runs.
    _ = unsafe OSSL_PROVIDER_load(context, "default")
    unsafe sha1 = EVP_MD_fetch(context, "SHA1", nil)
    unsafe sha256 = EVP_MD_fetch(context, "SHA256", nil)
    ERR_clear_error()
  }

  fileprivate func digestAlgorithm(_ algorithm: DigestAlgorithm) -> OpaquePointer? {
    switch algorithm {
    case .sha1: unsafe sha1
    case .sha256: unsafe sha256
    }
  }
}

/// Initialization for a program that uses OpenSSL only through this library.
package enum CryptoStartUp {
  /// Keeps OpenSSL from three tasks: reading configuration files, building lists of all ciphers and digests
  /// under their old names (which takes longer than verifying a receipt), and cleaning up when the process
  /// ends.
  ///
  /// It affects the whole process, so a library must not call it.
  package static func minimal() {
    _ = OPENSSL_init_crypto(
      UInt64(
        OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ADD_ALL_CIPHERS
          | OPENSSL_INIT_NO_ADD_ALL_DIGESTS
          | OPENSSL_INIT_NO_ATEXIT), nil)
  }
}

/// The digests with which receipts are signed.
public enum DigestAlgorithm: String, Sendable {
  case sha1
  case sha256

  /// The digest of some bytes.
  public func digest(of octets: ArraySlice<UInt8>) -> [UInt8] {
    ReceiptCore.digest(self, of: octets)
  }

  /// The length of a digest in bytes.
  public var length: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    }
  }
}

/// The digest of some bytes; empty if OpenSSL fails, which equals no digest.
package func digest(_ algorithm: DigestAlgorithm, of octets: ArraySlice<UInt8>) -> [UInt8] {
  let digestAlgorithm = unsafe CryptoContext.shared.digestAlgorithm(algorithm)
  guard let digestAlgorithm = unsafe digestAlgorithm else { return [] }
  return unsafe octets.withUnsafeBytes { input in
    unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { output, count in
      var length: UInt32 = 0
      let result = unsafe EVP_Digest(
        input.baseAddress, input.count, output.baseAddress, &length, digestAlgorithm, nil)
      count = result == 1 ? Int(length) : 0
    }
  }
}

/// Whether two byte strings are equal. The time depends only on their lengths.
func areEqualInConstantTime(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
  guard left.count == right.count, !left.isEmpty else { return false }
  return unsafe left.withUnsafeBytes { left in
    unsafe right.withUnsafeBytes { right in
      unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
    }
  }
}

/// An RSA public key. It owns OpenSSL's key, and any number of threads may verify with it.
@safe final class RSAPublicKey: @unchecked Sendable {
  private let key: OpaquePointer
  /// Contexts that no thread uses at the moment. There are as many as threads ran at once.
  private let idle = Guarded<[RecoveryContext]>([])
  /// The length in bytes of the modulus and of signatures.
  let modulusLength: Int

  /// Makes a key from a modulus and an exponent, each the content of a non-negative INTEGER.
  init?(modulus: ArraySlice<UInt8>, exponent: ArraySlice<UInt8>) {
    guard let key = unsafe Self.makeKey(modulus, exponent) else {
      ERR_clear_error()
      return nil
    }
    unsafe self.key = key
    modulusLength = Int(unsafe EVP_PKEY_get_size(key))
  }

  deinit { unsafe EVP_PKEY_free(key) }

  private static func makeKey(
    _ modulus: ArraySlice<UInt8>, _ exponent: ArraySlice<UInt8>
  ) -> OpaquePointer? {
    let n = unsafe bigNumber(modulus)
    defer { unsafe BN_free(n) }
    let e = unsafe bigNumber(exponent)
    defer { unsafe BN_free(e) }
    guard unsafe n != nil, unsafe e != nil, let builder = unsafe OSSL_PARAM_BLD_new() else {
      return nil
    }
    defer { unsafe OSSL_PARAM_BLD_free(builder) }
    // The builder keeps the addresses of the names, so they must not come from temporary Swift strings.
    guard unsafe OSSL_PARAM_BLD_push_BN(builder, CReceiptCrypto_OSSL_PKEY_PARAM_RSA_N(), n) == 1,
      unsafe OSSL_PARAM_BLD_push_BN(builder, CReceiptCrypto_OSSL_PKEY_PARAM_RSA_E(), e) == 1,
      let parameters = unsafe OSSL_PARAM_BLD_to_param(builder)
    else { return nil }
    defer { unsafe OSSL_PARAM_free(parameters) }
    guard
      let context = unsafe EVP_PKEY_CTX_new_from_name(CryptoContext.shared.context, "RSA", nil)
    else { return nil }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_fromdata_init(context) == 1,
      unsafe EVP_PKEY_fromdata(
        context, &key, CReceiptCrypto_EVP_PKEY_PUBLIC_KEY(), parameters) == 1
    else { return nil }
    return unsafe key
  }

  private static func bigNumber(_ octets: ArraySlice<UInt8>) -> OpaquePointer? {
    unsafe octets.withUnsafeBufferPointer { buffer in
      unsafe BN_bin2bn(buffer.baseAddress, Int32(buffer.count), nil)
    }
  }

  /// Whether `signature` is this key's RSASSA-PKCS1-v1_5 signature over `message` (RFC 8017 §8.2.2).
  ///
  /// As in the standard, the encoded message is recovered from the signature and compared as a whole with the
  /// expected one. A platform's policy against SHA-1 does not apply: Apple's old receipts use it and are
  /// still genuine.
  func verifies(
    _ signature: ArraySlice<UInt8>, over message: ArraySlice<UInt8>, _ algorithm: DigestAlgorithm
  ) -> Bool {
    let expected = algorithm.digestInfoPrefix + digest(algorithm, of: message)
    guard expected.count == algorithm.digestInfoPrefix.count + algorithm.length,
      signature.count == modulusLength, let recovered = recover(signature)
    else { return false }
    return areEqualInConstantTime(recovered[...], expected[...])
  }

  /// The content of the signature without its PKCS#1 padding.
  private func recover(_ signature: ArraySlice<UInt8>) -> [UInt8]? {
    guard let context = unsafe idle.withLock({ $0.popLast() }) ?? RecoveryContext(key),
      let recovered = context.recover(signature, capacity: modulusLength)
    else {
      ERR_clear_error()
      return nil
    }
    idle.withLock { $0.append(context) }
    return recovered
  }
}

/// An OpenSSL context for recovering signatures with one key. Preparing one costs a seventh of recovering a
/// signature.
///
/// Only one thread may use it: the one that took it from the key's list.
@safe private final class RecoveryContext: @unchecked Sendable {
  private let context: OpaquePointer

  init?(_ key: OpaquePointer) {
    guard
      let context = unsafe EVP_PKEY_CTX_new_from_pkey(CryptoContext.shared.context, key, nil)
    else { return nil }
    unsafe self.context = context
    guard unsafe EVP_PKEY_verify_recover_init(context) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
    else { return nil }
  }

  deinit { unsafe EVP_PKEY_CTX_free(context) }

  /// The content of a signature without its PKCS#1 padding, which OpenSSL checks byte by byte.
  func recover(_ signature: ArraySlice<UInt8>, capacity: Int) -> [UInt8]? {
    var result: Int32 = 0
    let recovered = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      var length = output.count
      result = unsafe signature.withUnsafeBufferPointer { buffer in
        unsafe EVP_PKEY_verify_recover(
          context, output.baseAddress, &length, buffer.baseAddress, buffer.count)
      }
      count = result == 1 ? length : 0
    }
    return result == 1 ? recovered : nil
  }
}

extension DigestAlgorithm {
  /// The DER of a `DigestInfo` before the digest itself (RFC 8017 §9.2, note 1).
  package var digestInfoPrefix: [UInt8] {
    switch self {
    case .sha1:
      [0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00, 0x04, 0x14]
    case .sha256:
      [
        0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
        0x05, 0x00, 0x04, 0x20,
      ]
    }
  }
}
