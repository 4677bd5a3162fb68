/// A device identifier as written, and every way to read it.
public struct DeviceID: Sendable {
  /// What was written.
  public let text: String
  /// The ways to read the text, at least one.
  public let readings: [Reading]

  /// One way to read the text.
  public struct Reading: Sendable, Hashable {
    /// 6 bytes of a MAC address, or 16 of an identifierForVendor.
    public let octets: [UInt8]
    /// How it was read: `MAC address`, `UUID`, …
    public let name: String
  }

  /// Reads one identifier: a MAC address with any separator or none, or a UUID with or without hyphens, both
  /// in either case. Hexadecimal digits behind `0x` and the base64 of 6 or 16 bytes are read too. Quotation
  /// marks, braces and Swift's `Optional(…)` around it do not count. `nil` for any other text.
  public init?(_ text: String) {
    let trimmed = Self.bare(text)
    var readings: [Reading] = []
    if let octets = Self.octets(spelled: Self.withoutHexMark(Array(trimmed.utf8))) {
      switch octets.count {
      case 6: readings.append(Reading(octets: octets, name: "MAC address"))
      case 16: readings.append(Reading(octets: octets, name: "UUID"))
      default: break
      }
    }
    if let decoded = try? Base64.decode(Array(trimmed.utf8)), !decoded.isCut,
      decoded.bytes.count == 6 || decoded.bytes.count == 16
    {
      readings.append(
        Reading(
          octets: decoded.bytes,
          name: decoded.bytes.count == 6 ? "base64 of a MAC address" : "base64 of a UUID"))
    }
    guard !readings.isEmpty else { return nil }
    self.text = trimmed
    self.readings = readings
  }

  private init(text: String, reading: Reading) {
    self.text = text
    self.readings = [reading]
  }

  /// Every MAC address and UUID in a longer text, such as the output of `ifconfig` or `ioreg`; each once,
  /// in order, and no more than `maximumFound`.
  public static func all(in text: String) -> [DeviceID] {
    if let single = DeviceID(text) { return [single] }
    var found: [DeviceID] = []
    var seen: Set<[UInt8]> = []
    for word in text.utf8.split(whereSeparator: { !isPart($0) }) {
      guard found.count < maximumFound else { break }
      let word = trimmed(word, of: separators)
      guard let octets = octets(spelled: Array(word)), octets.count == 6 || octets.count == 16,
        seen.insert(octets).inserted
      else { continue }
      found.append(
        DeviceID(
          text: String(Substring(word)),
          reading: Reading(octets: octets, name: octets.count == 6 ? "MAC address" : "UUID")))
    }
    return found
  }

  /// How many identifiers one text may hold.
  static let maximumFound = 1000

  private static let separators = Array(":-. ".utf8)

  /// A hexadecimal digit, or what stands between them inside one identifier.
  private static func isPart(_ octet: UInt8) -> Bool {
    Hexadecimal.value(ofDigit: octet) != nil || octet == UInt8(ascii: ":")
      || octet == UInt8(ascii: "-")
      || octet == UInt8(ascii: ".")
  }

  /// Bytes in hexadecimal with any separators. Six groups of one or two digits are a MAC address as
  /// `arp` writes it, without leading zeros.
  private static func octets(spelled text: [UInt8]) -> [UInt8]? {
    let groups = text.split(
      omittingEmptySubsequences: false, whereSeparator: separators.contains)
    // Two separators in a row: an abbreviated IPv6 address, or nothing at all.
    guard groups.allSatisfy({ !$0.isEmpty }) else { return nil }
    if groups.count == 6, groups.allSatisfy({ $0.count <= 2 }) {
      return Hexadecimal.decode(
        groups.flatMap { $0.count == 1 ? [UInt8(ascii: "0")] + $0 : Array($0) })
    }
    return Hexadecimal.decode(groups.flatMap { $0 })
  }

  private static func trimmed(
    _ word: Substring.UTF8View, of octets: [UInt8]
  ) -> Substring.UTF8View {
    var word = word
    while let first = word.first, octets.contains(first) { word.removeFirst() }
    while let last = word.last, octets.contains(last) { word.removeLast() }
    return word
  }

  /// The digits behind `0x`.
  private static func withoutHexMark(_ text: [UInt8]) -> [UInt8] {
    Text.begins(text[...], with: "0x") ? Array(text.dropFirst(2)) : text
  }

  /// The text without what a log or a debugger writes around it.
  private static func bare(_ text: String) -> String {
    var result = trimmed(text)
    for _ in 0..<maximumOptionals where result.hasPrefix(optionalMark) && result.hasSuffix(")") {
      result = trimmed(String(result.dropFirst(optionalMark.count).dropLast()))
    }
    return result
  }

  private static let optionalMark = "Optional("
  /// An optional of an optional is the most that code prints.
  static let maximumOptionals = 2

  private static func trimmed(_ text: String) -> String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || "\"'{}".contains($0) }
    var result = text[...]
    while let first = result.first, isBlank(first) { result.removeFirst() }
    while let last = result.last, isBlank(last) { result.removeLast() }
    return String(result)
  }
}
