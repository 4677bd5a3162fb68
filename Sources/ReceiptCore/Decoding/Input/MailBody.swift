/// Parts of a mail that are base64 of a text (RFC 2045 §6.8). A receipt that is a part of its own is found without this.
enum MailBody {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    var result: [UInt8] = []
    var isFound = false
    var index = text.startIndex
    /// The next empty line: each is looked for once.
    var gap = text.prefix(0).indices
    while let field = Text.range(of: "ransfer-", in: text, from: index) {
      let name = text[field.upperBound...].prefix(field.count + Self.name.utf8.count)
      if gap.lowerBound < field.upperBound {
        guard let next = emptyLine(in: text[field.upperBound...]) else { break }
        gap = next
      }
      guard Text.begins(name, with: Self.name), gap.lowerBound - field.upperBound < maximumFields
      else {
        result += text[index..<field.upperBound]
        index = field.upperBound
        continue
      }
      let encoding = field.upperBound + Self.name.utf8.count
      let isOfBody = isOfBody
      let body = text[gap.upperBound...].prefix { isOfBody[Int($0)] }
      if let decoded = try? Base64.decode(Array(body)).bytes, Text.isText(decoded),
        Text.isUTF8(decoded), LogScan.mayHoldAny(decoded)
      {
        // Otherwise the same part would be decoded again.
        result += text[index..<(encoding - encoded.count)] + Array("8bit".utf8)
        result += text[encoding..<gap.upperBound] + decoded + [0x0A]
        isFound = true
      } else {
        result += text[index..<body.endIndex]
      }
      index = body.endIndex
    }
    guard isFound else { return nil }
    return wrapped.inside(.base64, result + text[index...])
  }

  /// The breaks around it.
  private static func emptyLine(in text: ArraySlice<UInt8>) -> Range<Int>? {
    var index = text.startIndex
    while let feed = text[index...].firstIndex(of: 0x0A) {
      let rest = text[(feed + 1)...].drop { $0 == 0x0D }
      if rest.first == 0x0A { return feed..<rest.startIndex + 1 }
      index = feed + 1
    }
    return nil
  }

  private static let name = "encoding: base64"
  private static let encoded = "base64".utf8
  /// The fields of a part behind this one are short.
  private static let maximumFields = 4096

  private static let isOfBody = (UInt8.min...UInt8.max).map {
    Text.isAlphanumeric($0) || Text.isSpace($0) || "+/=".utf8.contains($0)
  }
}
