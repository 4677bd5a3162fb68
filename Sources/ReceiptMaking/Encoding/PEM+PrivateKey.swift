internal import ReceiptCore

// Private keys in PEM (RFC 7468 §10).
extension PEM {
  private static let keyLabel = "PRIVATE KEY"

  /// The first `PrivateKeyInfo` in a file, or `nil` if none can be read.
  static func privateKey(in file: [UInt8]) -> [UInt8]? {
    guard let start = Text.range(of: "-----BEGIN \(keyLabel)-----", in: file[...], from: 0),
      let stop = Text.range(
        of: "-----END \(keyLabel)-----", in: file[...], from: start.upperBound),
      let decoded = try? Base64.decode(Array(file[start.upperBound..<stop.lowerBound])),
      !decoded.isCut
    else { return nil }
    return decoded.bytes
  }

  /// A `PrivateKeyInfo` as PEM.
  static func encode(privateKey: [UInt8]) -> String { text(privateKey[...], keyLabel) }
}
