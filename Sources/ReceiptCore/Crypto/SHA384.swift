internal import CReceiptCrypto

/// SHA-384, which certificates and device verification use, but no receipt signature.
@safe package struct SHA384: @unchecked Sendable {
  private static let shared = SHA384()
  /// Fetched once and never freed.
  private let algorithm: OpaquePointer?

  private init() {
    unsafe algorithm = EVP_MD_fetch(CryptoContext.shared.context, "SHA384", nil)
    ERR_clear_error()
  }

  /// The digest of some bytes; empty if OpenSSL fails, which equals no digest.
  package static func digest(of octets: ArraySlice<UInt8>) -> [UInt8] {
    guard let algorithm = unsafe shared.algorithm else { return [] }
    return unsafe octets.withUnsafeBytes { input in
      unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { output, count in
        var length: UInt32 = 0
        let result = unsafe EVP_Digest(
          input.baseAddress, input.count, output.baseAddress, &length, algorithm, nil)
        count = result == 1 ? Int(length) : 0
      }
    }
  }
}
