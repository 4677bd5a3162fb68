internal import CReceiptCrypto
internal import ReceiptCore

/// ECDSA with nonces derived from the key and the message (RFC 6979), so that the same seed gives exactly the
/// same test receipts.
struct DeterministicECDSA {
  private let curve: EllipticCurve
  private let algorithm: DigestAlgorithm
  /// The private key as a number, of as many bytes as the curve's order has.
  private let scalar: [UInt8]

  init(_ curve: EllipticCurve, scalar: [UInt8], _ algorithm: DigestAlgorithm) {
    self.curve = curve
    self.algorithm = algorithm
    self.scalar = Self.padded(scalar, to: curve.length)
  }

  /// The signature of a message as JWS writes it: r and s, each with as many bytes as the order.
  func sign(_ message: [UInt8]) throws(SigningFailure) -> [UInt8] {
    let group = try EllipticGroup(curve)
    // RFC 6979 §2.3.2: the leftmost bits of the digest, as many as the order has.
    let digest = Array(algorithm.digest(of: message[...]).prefix(curve.length))
    var nonces = NonceGenerator(
      algorithm, scalar, Self.padded(try group.reduced(digest), to: curve.length),
      length: curve.length)
    while true {
      let nonce = nonces.next()
      guard let (r, s) = try group.signature(digest: digest, scalar: scalar, nonce: nonce) else {
        continue
      }
      return Self.padded(r, to: curve.length) + Self.padded(s, to: curve.length)
    }
  }

  private static func padded(_ octets: [UInt8], to length: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: max(0, length - octets.count)) + octets
  }

  /// Generates nonces (RFC 6979 §3.2).
  private struct NonceGenerator {
    private let algorithm: DigestAlgorithm
    private let length: Int
    private var key: [UInt8]
    private var value: [UInt8]

    init(_ algorithm: DigestAlgorithm, _ scalar: [UInt8], _ digest: [UInt8], length: Int) {
      self.algorithm = algorithm
      self.length = length
      key = [UInt8](repeating: 0, count: algorithm.length)
      value = [UInt8](repeating: 1, count: algorithm.length)
      for mark: UInt8 in [0, 1] { update([mark] + scalar + digest) }
    }

    private mutating func update(_ octets: [UInt8]) {
      key = HMAC.code(key: key, value + octets, algorithm)
      value = HMAC.code(key: key, value, algorithm)
    }

    /// The next candidate, which may be too large.
    mutating func next() -> [UInt8] {
      var octets: [UInt8] = []
      while octets.count < length {
        value = HMAC.code(key: key, value, algorithm)
        octets += value
      }
      // This prepares the next candidate, if this one is rejected.
      defer { update([0]) }
      return Array(octets.prefix(length))
    }
  }
}

/// The group of a curve, with arithmetic modulo its order.
@safe private final class EllipticGroup {
  private let group: OpaquePointer
  private let context: OpaquePointer

  init(_ curve: EllipticCurve) throws(SigningFailure) {
    let name =
      switch curve {
      case .p256: NID_X9_62_prime256v1
      case .p384: NID_secp384r1
      }
    guard
      let group = unsafe EC_GROUP_new_by_curve_name_ex(CryptoContext.shared.context, nil, name)
    else { throw SigningFailure() }
    guard let context = unsafe BN_CTX_new_ex(CryptoContext.shared.context) else {
      unsafe EC_GROUP_free(group)
      throw SigningFailure()
    }
    unsafe self.group = group
    unsafe self.context = context
  }

  deinit {
    unsafe BN_CTX_free(context)
    unsafe EC_GROUP_free(group)
  }

  /// The number modulo the order.
  func reduced(_ number: [UInt8]) throws(SigningFailure) -> [UInt8] {
    let number = try BigNumber(number)
    let result = try BigNumber()
    guard
      unsafe BN_nnmod(result.pointer, number.pointer, EC_GROUP_get0_order(group), context) == 1
    else { throw SigningFailure() }
    return result.octets
  }

  /// r and s (FIPS 186-4 §6.4); `nil` for an unusable nonce.
  func signature(
    digest: [UInt8], scalar: [UInt8], nonce: [UInt8]
  ) throws(SigningFailure) -> (r: [UInt8], s: [UInt8])? {
    let k = try BigNumber(nonce)
    // The group owns its order.
    let order = unsafe EC_GROUP_get0_order(group)
    guard unsafe BN_is_zero(k.pointer) == 0, unsafe BN_cmp(k.pointer, order) < 0 else { return nil }
    guard let point = unsafe EC_POINT_new(group) else { throw SigningFailure() }
    defer { unsafe EC_POINT_free(point) }
    let d = try BigNumber(scalar)
    let z = try BigNumber(digest)
    let x = try BigNumber()
    let r = try BigNumber()
    let s = try BigNumber()
    let inverse = try BigNumber()
    guard unsafe EC_POINT_mul(group, point, k.pointer, nil, nil, context) == 1,
      unsafe EC_POINT_get_affine_coordinates(group, point, x.pointer, nil, context) == 1,
      unsafe BN_nnmod(r.pointer, x.pointer, order, context) == 1,
      unsafe BN_mod_mul(s.pointer, r.pointer, d.pointer, order, context) == 1,
      unsafe BN_mod_add(s.pointer, s.pointer, z.pointer, order, context) == 1,
      unsafe BN_mod_inverse(inverse.pointer, k.pointer, order, context) != nil,
      unsafe BN_mod_mul(s.pointer, s.pointer, inverse.pointer, order, context) == 1
    else { throw SigningFailure() }
    guard unsafe BN_is_zero(r.pointer) == 0, unsafe BN_is_zero(s.pointer) == 0 else { return nil }
    return (r.octets, s.octets)
  }
}
