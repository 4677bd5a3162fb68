internal import ReceiptCore

/// HMAC (RFC 2104), for derived nonces, pseudonyms and forged JWS.
package enum HMAC {
  static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    code(key: key, message, .sha256)
  }

  static func code(key: [UInt8], _ message: [UInt8], _ algorithm: EllipticDigest) -> [UInt8] {
    let blockLength =
      switch algorithm {
      case .sha256: 64
      case .sha384: 128
      }
    var block = key.count > blockLength ? algorithm.digest(of: key[...]) : key
    block += [UInt8](repeating: 0, count: blockLength - block.count)
    let inner = algorithm.digest(of: ArraySlice(block.map { $0 ^ 0x36 } + message))
    return algorithm.digest(of: ArraySlice(block.map { $0 ^ 0x5C } + inner))
  }
}
