package import ReceiptCore

// Keys in PEM (RFC 7468 §10, §13).
extension PEM {
  private static let keyLabel = "PRIVATE KEY"
  private static let publicKeyLabel = "PUBLIC KEY"

  /// The first `PrivateKeyInfo` in a file, or `nil` if none can be read.
  package static func privateKey(in file: [UInt8]) -> [UInt8]? { first(keyLabel, in: file) }

  /// The first `SubjectPublicKeyInfo` in a file, or `nil` if none can be read.
  package static func publicKey(in file: [UInt8]) -> [UInt8]? { first(publicKeyLabel, in: file) }

  private static func first(_ label: String, in file: [UInt8]) -> [UInt8]? {
    guard let start = Text.range(of: "-----BEGIN \(label)-----", in: file[...], from: 0),
      let stop = Text.range(
        of: "-----END \(label)-----", in: file[...], from: start.upperBound),
      let decoded = try? Base64.decode(Array(file[start.upperBound..<stop.lowerBound])),
      !decoded.isCut
    else { return nil }
    return decoded.bytes
  }

  /// A `PrivateKeyInfo` as PEM.
  package static func encode(privateKey: [UInt8]) -> String { text(privateKey[...], keyLabel) }
}
