internal import ReceiptCore

// The values of a SPEC, written as `decode --format json` writes them.
extension DocumentNode {
  /// A date of RFC 3339, or a day. A day means midnight UTC.
  func date(_ key: String) throws(DocumentError) -> ReceiptDate {
    let text = try text(key)
    guard let date = ReceiptDate(dateOrDay: text) else {
      // verifyReceipt ends its dates in this way.
      let isAnswer = text.hasSuffix(" Etc/GMT") || text.hasSuffix(" America/Los_Angeles")
      throw DocumentError(
        "\(key) is \"\(text)\", which is not a date", at: position,
        hint: isAnswer
          ? "this is from a response of verifyReceipt: decode it first, and make what that prints"
          : "write 2024-02-29 or 2024-02-29T12:00:00Z")
    }
    return date
  }

  func string(_ key: String) throws(DocumentError) -> ReceiptString {
    ReceiptString(try text(key))
  }

  /// Octets in base64.
  func octets(_ key: String) throws(DocumentError) -> [UInt8] {
    guard let octets = Base64.octets(try text(key)) else {
      throw DocumentError("\(key) must be bytes in base64", at: position)
    }
    return octets
  }

  /// Bytes in hexadecimal.
  func hexadecimal(_ key: String) throws(DocumentError) -> [UInt8] {
    guard let octets = Hexadecimal.decode(try text(key)) else {
      throw DocumentError("\(key) must be bytes in hexadecimal", at: position)
    }
    return octets
  }

  /// A product type by its name. A type without a name is written with its number, like `type-9`.
  func productType(_ key: String) throws(DocumentError) -> ProductType {
    let text = try text(key)
    let known: [ProductType] = [
      .nonConsumable, .consumable, .nonRenewingSubscription, .autoRenewableSubscription,
      .freeSubscription,
    ]
    if let type = known.first(where: { $0.name == text }) { return type }
    if text.hasPrefix("type-"), let number = Int64(text.dropFirst(5)) {
      return ProductType(rawValue: number)
    }
    let names = known.map(\.name)
    throw DocumentError(
      "\(key) cannot be \"\(text)\"", at: position,
      hint: closest(to: text, among: names).map { "did you mean \"\($0)\"?" }
        ?? "it can be \(names.joined(separator: ", ")), or type-9 for one without a name")
  }

  /// The release of the store: four characters, as P256, or a number.
  func storeRelease(_ key: String) throws(DocumentError) -> Int64 {
    let text = try text(key)
    if let number = Int64(text) { return number }
    guard text.utf8.count == 4, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw DocumentError("\(key) must be four characters, as P256", at: position)
    }
    return text.utf8.reduce(0) { $0 << 8 | Int64($1) }
  }

  /// A device id in any spelling.
  func deviceID(_ key: String) throws(DocumentError) -> [UInt8] {
    guard let octets = DeviceID(try text(key))?.readings.first?.octets else {
      throw DocumentError(
        "\(key) is no device id", at: position,
        hint: "it is the 6 bytes of a MAC address or the 16 of an identifierForVendor")
    }
    return octets
  }

  /// A number as JSON writes it. YAML has more ways to write one, such as `+1`.
  private static func number(_ text: String) -> JSONValue {
    if case .number(let digits)? = try? JSONValue(Array(text.utf8)) { return .number(digits) }
    return Int64(text).map { .number(String($0)) } ?? .string(text)
  }

  /// The value as JSON. The document's reader has limited the depth, so recursion is safe.
  var json: JSONValue {
    switch content {
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: .null
      case .bool: .bool(scalar.text.lowercased() == "true")
      case .number: Self.number(scalar.text)
      case .text: .string(scalar.text)
      }
    case .list(let elements): .array(elements.map(\.json))
    case .table(let entries):
      .object(entries.map { JSONValue.Member(name: $0.key, value: $0.value.json) })
    }
  }
}

extension DocumentTable {
  /// The value of a key, read by its type; `nil` when the key is not there.
  mutating func take<Value>(
    _ key: String, _ read: (DocumentNode) -> (String) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value? {
    guard let node = take(key) else { return nil }
    return try read(node)(key)
  }

  /// Skips keys that `decode` prints and a SPEC does not need.
  mutating func ignore(_ keys: String...) {
    for key in keys { _ = take(key) }
  }
}
