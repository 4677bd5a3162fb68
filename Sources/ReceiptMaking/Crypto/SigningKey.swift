internal import CReceiptCrypto
package import ReceiptCore

/// OpenSSL could not make a key or a signature. With valid arguments, this happens only without memory.
package struct SigningFailure: Error {
  init() { ERR_clear_error() }
}

/// A private key for test receipts. Do not trust what it signs: keys are derived from a seed, so that the
/// same seed gives exactly the same receipts.
@safe package final class SigningKey: @unchecked Sendable {
  private let key: OpaquePointer
  /// The `PrivateKeyInfo` as DER (RFC 5208 §5).
  package let encoded: [UInt8]
  /// The `SubjectPublicKeyInfo` as DER (RFC 5280 §4.1).
  package let publicKeyInfo: [UInt8]

  package enum Scheme {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2), as in receipts.
    case pkcs1(DigestAlgorithm)
    /// The same with MD5.
    case pkcs1MD5
    /// RSASSA-PSS with SHA-256 and an empty salt (RFC 8017 §8.1), so that it is deterministic.
    case pss
    /// ECDSA with SHA-256; the signature is DER.
    case ecdsa
    /// ECDSA with SHA-384; the signature is DER.
    case ecdsaSHA384
  }

  /// Reads a `PrivateKeyInfo`.
  package init(_ encoded: [UInt8]) throws(SigningFailure) {
    let key = unsafe encoded.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      return unsafe d2i_AutoPrivateKey_ex(
        nil, &cursor, buffer.count, CryptoContext.shared.context, nil)
    }
    guard let key = unsafe key else { throw SigningFailure() }
    unsafe self.key = key
    self.encoded = encoded
    var buffer: UnsafeMutablePointer<UInt8>?
    let length = unsafe i2d_PUBKEY(key, &buffer)
    publicKeyInfo = unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(max(length, 0))))
    unsafe CReceiptCrypto_OPENSSL_free(buffer)
  }

  deinit { unsafe EVP_PKEY_free(key) }

  /// The key identifier in certificates: the SHA-1 of the public key's bytes (RFC 5280 §4.2.1.2, method 1).
  var identifier: [UInt8] {
    // The key follows the algorithm, and the first byte of the BIT STRING counts its unused bits.
    guard let info = try? publicKeyInfo.element(at: 0, limit: publicKeyInfo.count),
      let algorithm = try? publicKeyInfo.element(at: info.contentStart, limit: info.end),
      let bits = try? publicKeyInfo.element(at: algorithm.end, limit: info.end)
    else { return [] }
    return DigestAlgorithm.sha1.digest(of: publicKeyInfo[bits.content].dropFirst())
  }

  /// The point of a public key on P-256 in uncompressed form (SEC 1 §2.3.3); `nil` for any other key.
  package static func pointOfP256(publicKeyInfo: [UInt8]) -> [UInt8]? {
    let length = 1 + 2 * EllipticCurve.p256.length
    // Everything before the point is the same for all of them (RFC 5480 §2).
    guard publicKeyInfo.count > length,
      publicKeyInfo.dropLast(length).elementsEqual(
        DER.sequence(KnownAlgorithm.p256, DER.bitString([UInt8](repeating: 0, count: length)))
          .dropLast(length)),
      publicKeyInfo[publicKeyInfo.count - length] == 0x04
    else { return nil }
    return Array(publicKeyInfo.suffix(length))
  }

  // MARK: Signing

  package func sign(_ message: [UInt8], _ scheme: Scheme) throws(SigningFailure) -> [UInt8] {
    switch scheme {
    case .pkcs1(let algorithm):
      try signRaw(algorithm.digestInfoPrefix + algorithm.digest(of: message[...]))
    case .pkcs1MD5:
      try signRaw(DER.sequence(DER.md5, DER.octetString(md5(of: message))))
    case .ecdsa: try der(signElliptic(message, .sha256))
    case .ecdsaSHA384: try der(signElliptic(message, .sha384))
    case .pss: try signPSS(message)
    }
  }

  /// The ES256 or ES384 signature as JWS writes it (RFC 7518 §3.4): r and s, of equal length.
  func signElliptic(
    _ message: [UInt8], _ algorithm: DigestAlgorithm
  ) throws(SigningFailure) -> [UInt8] {
    let curve: EllipticCurve
    switch unsafe EVP_PKEY_get_bits(key) {
    case 256: curve = .p256
    case 384: curve = .p384
    default: throw SigningFailure()
    }
    var number: OpaquePointer?
    guard
      unsafe EVP_PKEY_get_bn_param(key, CReceiptCrypto_OSSL_PKEY_PARAM_PRIV_KEY(), &number) == 1,
      let number = unsafe number
    else { throw SigningFailure() }
    let scalar = unsafe BigNumber(owning: number)
    return try DeterministicECDSA(curve, scalar: scalar.octets, algorithm).sign(message)
  }

  /// The ES256 signature as JWS writes it, with a key that is a secret. OpenSSL takes the same time for every key, and a
  /// new random number for every signature.
  ///
  /// - Throws: also for a key that is not on P-256.
  package func signSecretly(_ message: [UInt8]) throws(SigningFailure) -> [UInt8] {
    guard Self.pointOfP256(publicKeyInfo: publicKeyInfo) != nil,
      let context = unsafe EVP_MD_CTX_new()
    else { throw SigningFailure() }
    defer { unsafe EVP_MD_CTX_free(context) }
    var length = Int(unsafe EVP_PKEY_get_size(key))
    var signature = [UInt8](repeating: 0, count: length)
    guard
      unsafe EVP_DigestSignInit_ex(
        context, nil, "SHA256", CryptoContext.shared.context, nil, key, nil) == 1,
      unsafe EVP_DigestSign(context, &signature, &length, message, message.count) == 1,
      let whole = try? signature.element(at: 0, limit: length),
      let r = try? signature.element(at: whole.contentStart, limit: whole.end),
      let s = try? signature.element(at: r.end, limit: whole.end)
    else { throw SigningFailure() }
    let size = EllipticCurve.p256.length
    return [r, s].flatMap { number in
      let digits = signature[number.content].drop { $0 == 0 }
      return [UInt8](repeating: 0, count: size - digits.count) + digits
    }
  }

  /// `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
  private func der(_ signature: [UInt8]) -> [UInt8] {
    let half = signature.count / 2
    return DER.sequence(
      DER.integer(magnitude: Array(signature.prefix(half))),
      DER.integer(magnitude: Array(signature.suffix(half))))
  }

  /// Signs a `DigestInfo` (RFC 8017 §9.2) directly, so that a platform's policy on digests does not apply.
  private func signRaw(_ digestInfo: [UInt8]) throws(SigningFailure) -> [UInt8] {
    guard
      let context = unsafe EVP_PKEY_CTX_new_from_pkey(CryptoContext.shared.context, key, nil)
    else { throw SigningFailure() }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    guard unsafe EVP_PKEY_sign_init(context) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
    else { throw SigningFailure() }
    var length = Int(unsafe EVP_PKEY_get_size(key))
    var signature = [UInt8](repeating: 0, count: length)
    guard unsafe EVP_PKEY_sign(context, &signature, &length, digestInfo, digestInfo.count) == 1
    else { throw SigningFailure() }
    return Array(signature.prefix(length))
  }

  private func signPSS(_ message: [UInt8]) throws(SigningFailure) -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { throw SigningFailure() }
    defer { unsafe EVP_MD_CTX_free(context) }
    var options: OpaquePointer?
    guard
      unsafe EVP_DigestSignInit_ex(
        context, &options, "SHA256", CryptoContext.shared.context, nil, key, nil) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_pss_saltlen(options, 0) == 1
    else { throw SigningFailure() }
    var length = Int(unsafe EVP_PKEY_get_size(key))
    var signature = [UInt8](repeating: 0, count: length)
    guard unsafe EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else {
      throw SigningFailure()
    }
    return Array(signature.prefix(length))
  }

  private func md5(of message: [UInt8]) throws(SigningFailure) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length = 0
    guard
      unsafe EVP_Q_digest(
        CryptoContext.shared.context, "MD5", nil, message, message.count, &digest, &length) == 1
    else { throw SigningFailure() }
    return Array(digest.prefix(length))
  }
}

// MARK: - Keys from a seed

extension SigningKey {
  /// The RSA key of this size for a seed, with the public exponent 65537 or another prime.
  ///
  /// - Parameter primes: the distance of each prime from its start, if known. Finding them is nearly all the
  ///   work.
  package static func rsa(
    bits: Int, exponent: UInt = 65537, seed: String, primes: (p: UInt, q: UInt)? = nil
  ) throws(SigningFailure) -> SigningKey {
    let p = try prime(bits: bits / 2, exponent: exponent, seed: seed + " p", distance: primes?.p)
    let q = try prime(bits: bits / 2, exponent: exponent, seed: seed + " q", distance: primes?.q)
    guard let context = unsafe BN_CTX_new_ex(CryptoContext.shared.context) else {
      throw SigningFailure()
    }
    defer { unsafe BN_CTX_free(context) }
    let e = try BigNumber(DER.integer(Int64(exponent)).dropFirst(2).map(\.self))
    let n = try BigNumber()
    let pLess1 = try BigNumber(p.octets)
    let qLess1 = try BigNumber(q.octets)
    let phi = try BigNumber()
    let d = try BigNumber()
    let dp = try BigNumber()
    let dq = try BigNumber()
    let qInverse = try BigNumber()
    // RFC 8017 §3.2.
    guard unsafe BN_mul(n.pointer, p.pointer, q.pointer, context) == 1,
      unsafe BN_sub_word(pLess1.pointer, 1) == 1, unsafe BN_sub_word(qLess1.pointer, 1) == 1,
      unsafe BN_mul(phi.pointer, pLess1.pointer, qLess1.pointer, context) == 1,
      unsafe BN_mod_inverse(d.pointer, e.pointer, phi.pointer, context) != nil,
      unsafe BN_div(nil, dp.pointer, d.pointer, pLess1.pointer, context) == 1,
      unsafe BN_div(nil, dq.pointer, d.pointer, qLess1.pointer, context) == 1,
      unsafe BN_mod_inverse(qInverse.pointer, q.pointer, p.pointer, context) != nil
    else { throw SigningFailure() }
    let numbers = [
      n.octets, e.octets, d.octets, p.octets, q.octets, dp.octets, dq.octets, qInverse.octets,
    ]
    let key = DER.sequence([DER.integer(0)] + numbers.map(DER.integer(magnitude:)))
    return try SigningKey(
      DER.sequence(DER.integer(0), KnownAlgorithm.rsaEncryption, DER.octetString(key)))
  }

  /// The P-256 key for a seed.
  package static func p256(seed: String) throws(SigningFailure) -> SigningKey {
    // With its first byte cleared it is below the order of the group, and it is not zero.
    try elliptic(KnownAlgorithm.p256, scalar: [0] + octets(31, seed: seed))
  }

  /// The P-384 key for a seed.
  package static func p384(seed: String) throws(SigningFailure) -> SigningKey {
    try elliptic(KnownAlgorithm.p384, scalar: [0] + octets(47, seed: seed))
  }

  /// The key for a number (RFC 5915 §3), which has as many bytes as the order of the curve.
  static func elliptic(
    _ algorithm: [UInt8], scalar: [UInt8]
  ) throws(SigningFailure) -> SigningKey {
    let key = DER.sequence(DER.integer(1), DER.octetString(scalar))
    return try SigningKey(DER.sequence(DER.integer(0), algorithm, DER.octetString(key)))
  }

  /// The distances of the two primes of a key from their starts.
  package static func primes(
    bits: Int, exponent: UInt = 65537, seed: String
  ) throws(SigningFailure) -> (p: UInt, q: UInt) {
    func distance(_ name: String) throws(SigningFailure) -> UInt {
      let start = try start(bits: bits / 2, seed: "\(seed) \(name)")
      let found = try prime(bits: bits / 2, exponent: exponent, seed: "\(seed) \(name)")
      let difference = try BigNumber()
      guard unsafe BN_sub(difference.pointer, found.pointer, start.pointer) == 1 else {
        throw SigningFailure()
      }
      return difference.octets.reduce(0) { $0 << 8 | UInt($1) }
    }
    return (try distance("p"), try distance("q"))
  }

  /// The number at which the search for a prime starts.
  private static func start(bits: Int, seed: String) throws(SigningFailure) -> BigNumber {
    var start = octets(bits / 8, seed: seed)
    // The two highest bits are set, so that the product of two such primes has twice the length. The number
    // is odd.
    start[0] |= 0xC0
    start[start.count - 1] |= 1
    return try BigNumber(start)
  }

  /// The first prime at or after the start for a seed.
  private static func prime(
    bits: Int, exponent: UInt, seed: String, distance: UInt? = nil
  ) throws(SigningFailure) -> BigNumber {
    let candidate = try start(bits: bits, seed: seed)
    if let distance {
      guard unsafe BN_add_word(candidate.pointer, distance) == 1 else { throw SigningFailure() }
      return candidate
    }
    guard let context = unsafe BN_CTX_new_ex(CryptoContext.shared.context) else {
      throw SigningFailure()
    }
    defer { unsafe BN_CTX_free(context) }
    while true {
      // p − 1 must have no common factor with the exponent, which is prime.
      if unsafe BN_mod_word(candidate.pointer, exponent) != 1 {
        let result = unsafe BN_check_prime(candidate.pointer, context, nil)
        if result == 1 { return candidate }
        guard result == 0 else { throw SigningFailure() }
      }
      guard unsafe BN_add_word(candidate.pointer, 2) == 1 else { throw SigningFailure() }
    }
  }

  /// `count` bytes derived from a seed.
  private static func octets(_ count: Int, seed: String) -> [UInt8] {
    var result: [UInt8] = []
    var block = 0
    while result.count < count {
      result += DigestAlgorithm.sha256.digest(of: ArraySlice("\(seed) \(block)".utf8))
      block += 1
    }
    return Array(result.prefix(count))
  }
}
