/// Recognizes a text that is a piece of a receipt whose beginning is missing.
enum PartOfReceipt {
  /// The error for base64 or hexadecimal without its beginning; `nil` for any other text.
  static func mistake(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    let text = text.prefix(maximumLength)
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") || Text.isSpace($0) }.count
    let characters = text.dropLast(padding).filter { !Text.isSpace($0) }
    guard characters.count >= minimumLength else { return nil }
    if characters.allSatisfy({ Hexadecimal.value(ofDigit: $0) != nil }) {
      return [0, 1].contains { hasMark(octets(ofHex: characters.dropFirst($0))[...]) }
        ? .missingBeginning : .perhapsMissingBeginning
    }
    guard (try? Base64.decode(characters)) != nil else { return nil }
    // The cut may be anywhere in a group of four characters.
    let readings = (0..<4).lazy.compactMap { try? Base64.decode(Array(characters.dropFirst($0))) }
    if readings.contains(where: { hasMark($0.bytes[...]) }) { return .missingBeginning }
    guard looksEncoded(characters) else { return nil }
    return characters.starts(with: "AgAAA".utf8) ? .tokenOfDevice : .perhapsMissingBeginning
  }

  /// The error for DER in which something that receipts have stands before its place.
  static func mistake(inDER bytes: [UInt8]) -> ReceiptError? {
    // A whole receipt that is damaged has its own errors. A part has another length than it says.
    guard let outer = try? bytes.element(at: 0, limit: bytes.count), !outer.isIndefinite,
      outer.isCut || outer.end != bytes.count
    else { return nil }
    let rest = bytes[outer.contentStart...]
    // A receipt that is cut early may end in its type.
    guard !rest.isEmpty, !rest.starts(with: type.prefix(rest.count)) else { return nil }
    if hasMark(bytes[...]) { return .missingBeginning }
    return rest.first.map(inner.contains) == true ? .perhapsMissingBeginning : nil
  }

  /// The error for attributes without a signature, behind which the rest of a receipt stands. The cut was just before
  /// them.
  static func mistake(behindAttributes bytes: [UInt8]) -> ReceiptError? {
    guard let end = bytes.outerLength, end < bytes.count,
      hasMark(bytes[end...].prefix(maximumLength))
    else { return nil }
    return .missingBeginning
  }

  /// The type that a receipt begins with: SignedData (RFC 5652 §5.1).
  private static let type: [UInt8] = [
    0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
  ]
  /// The first elements of the parts of a receipt: an INTEGER, another type, a SEQUENCE, a SET, an OCTET
  /// STRING, [0].
  private static let inner: [UInt8] = [0x02, 0x06, 0x30, 0x31, 0x04, 0xA0]

  /// Only so much of a text is looked at. The marks stand close to each other.
  private static let maximumLength = 64 << 10
  /// Shorter texts are too often something else.
  private static let minimumLength = 64

  /// Bytes that a receipt has in many places, and other files hardly have: Apple's arc of object identifiers
  /// (1.2.840.113635), its name, its web site, and the types of a purchase's attributes (1701 to 1719).
  private static let marks: [[UInt8]] = [
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64], Array("Apple Inc".utf8), Array("apple.com".utf8),
    Array("Apple Root".utf8), Array("Apple Worldwide".utf8),
  ]

  private static func hasMark(_ bytes: ArraySlice<UInt8>) -> Bool {
    for index in bytes.indices {
      switch bytes[index] {
      case 0x02:
        let rest = bytes[index...].prefix(8)
        // INTEGER 1701 to 1722, INTEGER 1, OCTET STRING.
        if rest.count == 8, rest.starts(with: [0x02, 0x02, 0x06]),
          (0xA5...0xBA).contains(rest[index + 3]),
          rest[(index + 4)...].starts(with: [0x02, 0x01, 0x01, 0x04])
        {
          return true
        }
      case 0x2A, UInt8(ascii: "A"), UInt8(ascii: "a"):
        if marks.contains(where: bytes[index...].starts(with:)) { return true }
      default: break
      }
    }
    return false
  }

  private static func octets(ofHex digits: ArraySlice<UInt8>) -> [UInt8] {
    stride(from: digits.startIndex, to: digits.endIndex - 1, by: 2).map { index in
      (Hexadecimal.value(ofDigit: digits[index]) ?? 0) << 4
        | (Hexadecimal.value(ofDigit: digits[index + 1]) ?? 0)
    }
  }

  /// Whether a text has the mixture of characters that base64 of binary data has, and no word does.
  private static func looksEncoded(_ text: [UInt8]) -> Bool {
    let capitals = text.count { (0x41...0x5A).contains($0) }
    let smallLetters = text.count { (0x61...0x7A).contains($0) }
    return text.contains(where: Text.isDigit) && min(capitals, smallLetters) * 10 >= text.count
  }

  /// The error for a JWS without its beginning: the end of a header or payload, and what follows.
  static func restOfJWS(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    guard !text.starts(with: "eyJ".utf8), text.count >= minimumLength else { return nil }
    if let token = NonReceiptInput.tokenOfGoogle(text) { return token }
    // Most other texts have a space or another sign early on.
    guard text.allSatisfy({ Text.isAlphanumeric($0) || "-_.".utf8.contains($0) }) else {
      return nil
    }
    let segments = text.split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard (2...3).contains(segments.count),
      segments.count == 2 || segments[1].starts(with: "eyJ".utf8),
      (segments.last?.count ?? 0) >= CutJWS.signatureLength
    else { return nil }
    return ReceiptError(
      .truncated, "this is part of a JWS: the beginning is missing", offset: 0,
      hint: "\(ReceiptError.howToSend), from eyJ to its end")
  }
}

extension ReceiptError {
  static let missingBeginning = ReceiptError(
    .truncated, "this is part of a receipt: the beginning is missing", offset: 0,
    hint: "copy the whole text again; a receipt in base64 begins with MI")

  static let perhapsMissingBeginning = ReceiptError(
    .notAReceipt, "this does not begin like a receipt; perhaps the beginning is missing", offset: 0,
    hint: "copy the whole text again; a receipt in base64 begins with MI, a JWS with eyJ")

  /// All that Apple's servers were sent begin with 02 00 00 00.
  fileprivate static let tokenOfDevice = ReceiptError(
    .notAReceipt, "this is probably a token of Apple's DeviceCheck, not a receipt", offset: 0,
    hint: "DeviceCheck keeps two bits about a device, and nothing of purchases: "
      + "ask for \(ErrorText.receipt)")
}
