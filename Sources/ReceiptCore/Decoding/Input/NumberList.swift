/// Bytes that a program printed as numbers: `[48, 130, 21, …]`, `[48 130 21]`, `[]byte{0x30, 0x82, …}`, and what
/// `JSON.stringify` makes of a Buffer or a Uint8Array.
enum NumberList {
  /// Receipts are longer than this.
  static let minimumOctets = 100

  /// A text that is such a list.
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    guard let start = startOfList(text), let (octets, end) = read(text[start...]) else {
      return nil
    }
    let rest = text[end...]
    let closing = Text.trimmed(rest.drop { Text.isSpace($0) || $0 == UInt8(ascii: ",") })
    if let close = closing.first, "]}".utf8.contains(close),
      closing.dropFirst().allSatisfy({ ")};,".utf8.contains($0) })
    {
      return isPlausible(octets) ? .wrapped([wrapped.inside(.numbers, octets)]) : nil
    }
    if closing.isEmpty, octets.count >= minimumOctets, InputUnwrapper.looksLikeDER(octets) {
      // The last number may have lost a digit.
      let cut = InputUnwrapper.Cut(
        code: .truncated, message: "the list of numbers breaks off", offset: end)
      return .wrapped([wrapped.inside(.numbers, octets.dropLast(), cut: cut)])
    }
    // The rest of the list was left out: `…`, `... 5345 more items`.
    guard Ellipsis.begins(closing), InputUnwrapper.looksLikeDER(octets) else { return nil }
    return .mistake(.shortenedBytes(octets, at: end, rest: closing))
  }

  /// The range of a list inside other text.
  static func range(in text: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
    guard beginsList(text[(start + 1)...].prefix(8)) else { return nil }
    guard let (octets, end) = read(text[(start + 1)...]),
      octets.count >= minimumOctets, isPlausible(octets)
    else { return nil }
    let closing = text[end...].drop(while: Text.isSpace)
    guard let close = closing.first, "]}".utf8.contains(close) else { return nil }
    return start..<closing.startIndex + 1
  }

  /// The bytes of `{"type":"Buffer","data":[…]}`, `{"0":48,"1":130,…}` or a list of numbers.
  static func octets(of value: JSONValue) -> [UInt8]? {
    let octets: [UInt8]?
    switch value {
    case .array(let elements): octets = bytes(of: elements)
    case .object(let members):
      if members.count == 2, value["type"]?.string == "Buffer", let data = value["data"]?.elements {
        octets = bytes(of: data)
      } else if members.count >= minimumOctets, members.first?.name == "0",
        zip(members.indices, members).allSatisfy({ String($0) == $1.name })
      {
        octets = bytes(of: members.lazy.map(\.value))
      } else {
        octets = nil
      }
    default: octets = nil
    }
    guard let octets, octets.count >= minimumOctets, isPlausible(octets) else { return nil }
    return octets
  }

  private static func bytes(of values: some Collection<JSONValue>) -> [UInt8]? {
    guard values.count >= minimumOctets else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(values.count)
    for value in values {
      guard let number = value.integer, let octet = octet(Int(number)) else { return nil }
      result.append(octet)
    }
    return result
  }

  // MARK: Text

  /// The place after the bracket: `[`, `Uint8Array(5445) [`, `Uint8List [`, `[]byte{`, `new byte[] {`.
  private static func startOfList(_ text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, "[{".utf8.contains(first) || Text.isAlphanumeric(first) else {
      return nil
    }
    let head = text.prefix(maximumName)
    let name = head.prefix { Text.isAlphanumeric($0) || " ()".utf8.contains($0) }
    let pair = head[name.endIndex...].starts(with: "[]".utf8)
    guard
      let bracket = pair
        ? head.firstIndex(of: UInt8(ascii: "{"))
        : head[name.endIndex...].first.map({ "[{".utf8.contains($0) }) == true
          ? name.endIndex : nil,
      !pair
        || head[(name.endIndex + 2)..<bracket].allSatisfy({ Text.isAlphanumeric($0) || $0 == 0x20 })
    else { return nil }
    let next = text[(bracket + 1)...].drop(while: Text.isSpace).first
    return next.map { Text.isDigit($0) || $0 == UInt8(ascii: "-") } == true ? bracket + 1 : nil
  }

  /// The longest name of a type before the bracket.
  private static let maximumName = 64

  /// Whether a number of at most four signs stands here, and nothing of a word behind it. A log has many brackets.
  private static func beginsList(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = Text.trimmedStart(text)
    let number = rest.prefix(4).prefix {
      $0 == UInt8(ascii: "-") || $0 | 0x20 == UInt8(ascii: "x")
        || Hexadecimal.value(ofDigit: $0) != nil
    }
    guard !number.isEmpty else { return rest.isEmpty }
    return rest[number.endIndex...].first.map { !Text.isAlphanumeric($0) } ?? true
  }

  /// The numbers that begin here, and the place after them; `nil` if one is not a byte.
  private static func read(_ text: ArraySlice<UInt8>) -> (octets: [UInt8], end: Int)? {
    var result: [UInt8] = []
    var index = text.startIndex
    var end = index
    while index < text.endIndex {
      let octet = text[index]
      if Text.isSpace(octet) || octet == UInt8(ascii: ",") {
        index += 1
        continue
      }
      if octet == UInt8(ascii: "0"), text[(index + 1)...].first.map({ $0 | 0x20 }) == 0x78 {
        let digits = text[(index + 2)...].prefix(3).prefix { Hexadecimal.value(ofDigit: $0) != nil }
        guard (1...2).contains(digits.count) else { return nil }
        result.append(digits.reduce(0) { $0 << 4 | (Hexadecimal.value(ofDigit: $1) ?? 0) })
        index = digits.endIndex
        end = index
        continue
      }
      let isNegative = octet == UInt8(ascii: "-")
      let digits = text[(isNegative ? index + 1 : index)...].prefix(4).prefix(while: Text.isDigit)
      if digits.isEmpty { break }
      let number = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
      guard digits.count <= 3, let octet = self.octet(isNegative ? -number : number) else {
        return nil
      }
      result.append(octet)
      index = digits.endIndex
      end = index
    }
    return result.isEmpty ? nil : (result, end)
  }

  /// A byte. Java and Kotlin print those from 128 as negative numbers.
  private static func octet(_ number: Int) -> UInt8? {
    (-128...255).contains(number) ? UInt8(truncatingIfNeeded: number) : nil
  }

  /// Whether they begin like DER, or are a text that may hold a receipt.
  private static func isPlausible(_ octets: [UInt8]) -> Bool {
    octets.count >= 2
      && (InputUnwrapper.looksLikeDER(octets) || InputUnwrapper.looksLikeAttributes(octets)
        || TextEncoding.isUTF16(octets)
        || octets.count >= minimumOctets
          && (LogScan.isReceipt(octets[...])
            || octets.first == UInt8(ascii: "{") && Text.isText(octets)))
  }
}

extension ReceiptError {
  /// Bytes of which a program printed only the first.
  ///
  /// - Parameter rest: what stands in the place of the others: `… 5395 more bytes`.
  static func shortenedBytes(
    _ octets: [UInt8], at offset: Int, rest: ArraySlice<UInt8>
  ) -> ReceiptError {
    let digits = rest.prefix(16).drop { !Text.isDigit($0) }.prefix(while: Text.isDigit)
    let missing =
      rest[digits.endIndex...].starts(with: " more".utf8)
      ? Int(String(decoding: digits, as: UTF8.self)) : nil
    // Only DER says how long it is.
    let total =
      missing.map { octets.count + $0 }
      ?? (InputUnwrapper.looksLikeDER(octets) ? octets.outerLength : nil)
    let share = total.map { " of \($0)" } ?? ""
    return ReceiptError(
      .truncated, "only the first \(octets.count)\(share) bytes were printed", offset: offset,
      hint:
        "print all of them as base64: toString(\"base64\") in Node, base64EncodedString() in Swift")
  }
}
