/// Tells whether characters of a certificate in `x5c` are missing, which no length of the whole text shows.
enum CutCertificate {
  /// Apple's headers have so many certificates.
  private static let usualCount = 3

  /// The error for a header in which a part of a certificate is missing; `nil` for any other header.
  static func error(_ header: JSONValue) -> ReceiptError? {
    let texts = header["x5c"]?.elements?.map { $0.string ?? "" } ?? []
    guard let index = texts.firstIndex(where: { isCut($0, among: texts.count) }) else { return nil }
    return ReceiptError(
      .truncated, "characters of its header are missing: x5c[\(index)] is not a whole certificate",
      offset: 0, hint: ReceiptError.howToSend)
  }

  private static func isCut(_ text: String, among certificates: Int) -> Bool {
    let padding = text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
    let count = text.utf8.count - padding
    guard count > smallest else { return false }
    guard let length = length(Array(text.utf8.prefix(8))) else {
      return endsAsCertificate(Array(text.utf8.suffix(largestSignature)))
    }
    let arrived = count * 3 / 4
    // Where the gap joined two certificates, there is one less, and it may be too long.
    return arrived < length || certificates < usualCount && arrived != length
  }

  /// The length that the beginning of a certificate tells, in bytes. All have from 256 to 65,535.
  private static func length(_ beginning: [UInt8]) -> Int? {
    guard let bytes = try? Base64.decode(beginning).bytes, bytes.starts(with: [0x30, 0x82]) else {
      return nil
    }
    return 4 + Int(bytes[2]) * 256 + Int(bytes[3])
  }

  private static let smallest = 100

  /// Whether a text ends with a signature on P-256 or P-384 (RFC 5280 §4.1). That is a BIT STRING of a SEQUENCE, and
  /// reaches to the end.
  private static func endsAsCertificate(_ text: [UInt8]) -> Bool {
    guard let bytes = try? Base64.decode(text).bytes else { return false }
    return bytes.indices.contains { index in
      let rest = bytes.count - index
      return bytes[index] == 0x03 && rest > 64 && bytes[index + 1] == rest - 2
        && bytes[index + 2] == 0 && bytes[index + 3] == 0x30 && bytes[index + 4] == rest - 5
    }
  }

  /// In base64: a multiple of four, and more than a signature on P-384 takes.
  private static let largestSignature = 160
}
