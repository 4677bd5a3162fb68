internal import CReceiptCrypto
internal import ReceiptCore

/// HMAC (RFC 2104), for pseudonyms, for nonces that follow from a key, and for forgeries.
package enum HMAC {
  static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    code(key: key, message, .sha256)
  }

  /// The code; empty if OpenSSL cannot make one.
  static func code(key: [UInt8], _ message: [UInt8], _ algorithm: DigestAlgorithm) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: algorithm.length) { output, count in
      _ = unsafe EVP_Q_mac(
        CryptoContext.shared.context, "HMAC", nil, algorithm.rawValue, nil, key, key.count,
        message, message.count, output.baseAddress, output.count, &count)
    }
  }
}

/// A key for many codes with SHA-256. What the key alone decides is hashed once (RFC 2104 §4).
struct HMACKey: Sendable {
  private static let blockSize = 64
  private var inner = SHA256_CTX()
  private var outer = SHA256_CTX()

  init(_ key: [UInt8]) {
    var block = key
    if key.count > Self.blockSize {
      var context = SHA256_CTX()
      _ = unsafe CReceiptCrypto_SHA256_Init(&context)
      _ = unsafe CReceiptCrypto_SHA256_Update(&context, key, key.count)
      block = Self.digest(&context)
    }
    block += [UInt8](repeating: 0, count: Self.blockSize - block.count)
    _ = unsafe CReceiptCrypto_SHA256_Init(&inner)
    _ = unsafe CReceiptCrypto_SHA256_Update(&inner, block.map { $0 ^ 0x36 }, block.count)
    _ = unsafe CReceiptCrypto_SHA256_Init(&outer)
    _ = unsafe CReceiptCrypto_SHA256_Update(&outer, block.map { $0 ^ 0x5C }, block.count)
  }

  /// The same key for messages that all begin with these bytes, which are hashed once.
  func after(_ beginning: [UInt8]) -> HMACKey {
    var key = self
    _ = unsafe CReceiptCrypto_SHA256_Update(&key.inner, beginning, beginning.count)
    return key
  }

  /// The first 64 bits of a code. Nothing is allocated, because redaction asks for millions.
  func number(_ message: [UInt8]) -> UInt64 {
    var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var context = inner
    _ = unsafe CReceiptCrypto_SHA256_Update(&context, message, message.count)
    unsafe withUnsafeMutableBytes(of: &digest) { digest in
      let octets = unsafe digest.bindMemory(to: UInt8.self)
      _ = unsafe CReceiptCrypto_SHA256_Final(octets.baseAddress, &context)
      context = outer
      _ = unsafe CReceiptCrypto_SHA256_Update(&context, octets.baseAddress, octets.count)
      _ = unsafe CReceiptCrypto_SHA256_Final(octets.baseAddress, &context)
    }
    return UInt64(bigEndian: digest.0)
  }

  func code(_ message: [UInt8]) -> [UInt8] {
    var context = inner
    _ = unsafe CReceiptCrypto_SHA256_Update(&context, message, message.count)
    let digest = Self.digest(&context)
    context = outer
    _ = unsafe CReceiptCrypto_SHA256_Update(&context, digest, digest.count)
    return Self.digest(&context)
  }

  private static func digest(_ context: inout SHA256_CTX) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: DigestAlgorithm.sha256.length) { output, count in
      count = output.count
      _ = unsafe CReceiptCrypto_SHA256_Final(output.baseAddress, &context)
    }
  }
}
