internal import CReceiptCrypto

/// The digests of receipts, of their certificates and of devices.
public enum DigestAlgorithm: String, Sendable, CaseIterable {
  /// SHA-1, which Apple used until 2023.
  case sha1
  /// SHA-256.
  case sha256
  /// Apple signs certificates with it and confirms devices, but signs no receipt.
  case sha384

  /// How many bytes a digest has.
  public var length: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    }
  }

  /// The AlgorithmIdentifier with NULL as DER (RFC 3370 §2.1, RFC 5754 §2).
  package var identifier: [UInt8] {
    switch self {
    case .sha1: [0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00]
    case .sha256:
      [0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00]
    case .sha384:
      [0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02, 0x05, 0x00]
    }
  }

  /// The DER of a `DigestInfo` up to the digest itself (RFC 8017 §9.2, note 1).
  package var digestInfoPrefix: [UInt8] { fetched.infoPrefix }

  /// The digest of the bytes; empty if OpenSSL cannot make one, which equals no digest.
  public func digest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let function = unsafe fetched.function else { return [] }
    return unsafe bytes.withUnsafeBytes { input in
      unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { output, count in
        var length: UInt32 = 0
        let result = unsafe EVP_Digest(
          input.baseAddress, input.count, output.baseAddress, &length, function, nil)
        count = result == 1 ? Int(length) : 0
      }
    }
  }

  private var fetched: FetchedDigest {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    }
  }
}

/// OpenSSL's function for a digest, fetched at its first use and never freed.
@safe private struct FetchedDigest: @unchecked Sendable {
  let function: OpaquePointer?
  let infoPrefix: [UInt8]

  static let sha1 = FetchedDigest(.sha1)
  static let sha256 = FetchedDigest(.sha256)
  static let sha384 = FetchedDigest(.sha384)

  private init(_ algorithm: DigestAlgorithm) {
    unsafe function = EVP_MD_fetch(CryptoContext.shared.context, algorithm.rawValue, nil)
    ERR_clear_error()
    let identifier = algorithm.identifier
    let length = UInt8(truncatingIfNeeded: algorithm.length)
    let count = UInt8(truncatingIfNeeded: identifier.count + 2) + length
    infoPrefix = [0x30, count] + identifier + [0x04, length]
  }
}
