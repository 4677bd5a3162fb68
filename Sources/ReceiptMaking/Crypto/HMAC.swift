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
