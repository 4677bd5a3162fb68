/// The escapes of HTML (`&quot;`, `&#43;`) in a text that was copied out of a page, or shown in one.
enum HTMLEscapes {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard text.contains(ampersand) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var isNeeded = false
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == ampersand, let (octets, end) = escape(text, at: index) else {
        result.append(text[index])
        index += 1
        continue
      }
      // Other escapes may belong to a text around a receipt.
      if octets.count == 1, structural.contains(octets[0]) { isNeeded = true }
      if octets == [ampersand], let inner = escape([ampersand] + text[end...].prefix(10), at: 0),
        inner.octets.count == 1, structural.contains(inner.octets[0])
      {
        isNeeded = true
      }
      result += octets
      index = end
    }
    return isNeeded ? wrapped.inside(.htmlEscapes, result) : nil
  }

  private static let ampersand = UInt8(ascii: "&")
  /// Characters without which neither JSON nor base64 nor a JWS can be read.
  private static let structural = Array("\"+/=.-_".utf8)
  /// The longest escape: `&#x10FFFF;`.
  private static let maximumLength = 10

  private static let names: [String: String] = [
    "quot": "\"", "amp": "&", "lt": "<", "gt": ">", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}",
    "plus": "+", "equals": "=", "sol": "/", "lbrace": "{", "rbrace": "}", "colon": ":",
    "comma": ",", "period": ".", "lowbar": "_",
  ]

  /// The character of the escape that begins here, in UTF-8, and where the escape ends.
  private static func escape(
    _ text: ArraySlice<UInt8>, at start: Int
  ) -> (octets: [UInt8], end: Int)? {
    let body = text[(start + 1)...].prefix(maximumLength)
    guard let end = body.firstIndex(of: UInt8(ascii: ";")), end > body.startIndex else {
      return nil
    }
    let name = body[..<end]
    if name.first == UInt8(ascii: "#") {
      let isHex = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
      let digits = String(decoding: name.dropFirst(isHex ? 2 : 1), as: UTF8.self)
      guard digits.utf8.first.map(Text.isAlphanumeric) == true,
        let code = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(code)
      else { return nil }
      return (Array(String(scalar).utf8), end + 1)
    }
    return names[String(decoding: name, as: UTF8.self)].map { (Array($0.utf8), end + 1) }
  }

  private static func escape(_ text: [UInt8], at start: Int) -> (octets: [UInt8], end: Int)? {
    escape(text[...], at: start)
  }
}
