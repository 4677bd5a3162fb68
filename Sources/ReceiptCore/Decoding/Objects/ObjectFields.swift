/// Reads the fields of a JSON object one by one, and tracks which ones remain unread.
///
/// A field of the wrong type gives an error and counts as unread. So does `null`, without an error.
struct ObjectFields {
  /// The text before each name in messages and paths: `data.`.
  let prefix: String
  private let members: [JSONValue.Member]
  /// The index of each name. The reader has made sure that names are unique.
  private let places: [ReceiptString: Int]
  private var isTaken: [Bool]
  /// Elements of lists that have the wrong type.
  private var strangers: [OtherField] = []
  var diagnostics: Diagnostics

  init(_ value: JSONValue, prefix: String = "", diagnostics: Diagnostics) {
    self.prefix = prefix
    self.diagnostics = diagnostics
    members = value.members ?? []
    isTaken = Array(repeating: false, count: members.count)
    places = Dictionary(
      members.enumerated().map { (ReceiptString($0.element.name), $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// A field's value. The field stays unread.
  func value(_ name: String) -> JSONValue? {
    places[ReceiptString(name)].map { members[$0].value }
  }

  func has(_ name: String) -> Bool { places[ReceiptString(name)] != nil }

  /// The unread fields, in order.
  func untaken() -> [OtherField] {
    zip(members, isTaken).filter { !$0.1 }.map { member, _ in
      OtherField(path: prefix + member.name, value: member.value)
    } + strangers
  }

  /// Keeps an element of a list of objects that is not an object.
  mutating func keepStranger(_ value: JSONValue, at path: String) {
    strangers.append(OtherField(path: prefix + path, value: value))
    diagnostics.add(
      ReceiptError(
        .wrongType, "\(prefix)\(path) is \(Self.text(of: value)), not an object",
        hint: "the value is kept among the other fields"))
  }

  // MARK: Types

  /// A text; `nil` when empty.
  mutating func text(_ name: String) -> ReceiptString? {
    let text = take(name, "a text") { $0.string.map { ReceiptString($0) } }
    return text?.isEmpty == true ? nil : text
  }

  /// The value that `meaning` gives for a text. If it gives none, the field stays unread.
  mutating func text<Value>(_ name: String, _ meaning: (ReceiptString) -> Value?) -> Value? {
    guard let place = places[ReceiptString(name)] else { return nil }
    guard let text = members[place].value.string, let value = meaning(ReceiptString(text)) else {
      // Records an error if the value is not a text.
      if members[place].value.string == nil { _ = self.text(name) }
      return nil
    }
    isTaken[place] = true
    return value
  }

  /// An array of texts.
  mutating func texts(_ name: String) -> [ReceiptString]? {
    take(name, "an array of texts") { value in
      guard let elements = value.elements else { return nil }
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts.map { ReceiptString($0) } : nil
    }
  }

  /// An identifier as text. Some servers write them as numbers that may be too long for floating point, so
  /// the digits are kept as written.
  mutating func idText(_ name: String) -> ReceiptString? {
    let text = take(name, "a text or a whole number") { value -> ReceiptString? in
      switch value {
      case .string(let text): ReceiptString(text)
      case .number(let digits) where digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }):
        ReceiptString(digits)
      default: nil
      }
    }
    return text?.isEmpty == true ? nil : text
  }

  /// An identifier of up to 64 bits, written as a number or as text.
  mutating func id(_ name: String) -> Int64? {
    take(name, "a whole number of 64 bits") { $0.integer ?? $0.string.flatMap(Int64.init) }
  }

  package mutating func integer(_ name: String) -> Int64? {
    take(name, "a whole number of 64 bits") { $0.integer }
  }

  /// `true` or `false`, or 1 or 0.
  mutating func flag(_ name: String) -> Bool? {
    take(name, "true, false, 1 or 0") { value in
      if let flag = value.bool { return flag }
      return switch value.integer {
      case 1: true
      case 0: false
      default: nil
      }
    }
  }

  /// Milliseconds since 1970. They may be negative or have a fraction.
  mutating func date(_ name: String) -> ReceiptDate? {
    guard let place = places[ReceiptString(name)], members[place].value != .null else { return nil }
    guard case .number(let digits) = members[place].value else {
      _ = take(name, "a number of milliseconds") { _ in nil as ReceiptDate? }
      return nil
    }
    guard let date = ReceiptDate(milliseconds: digits) else {
      diagnostics.add(
        ReceiptError(
          .invalidDate, "\(prefix)\(name) is \(Self.shortened(digits)), which is no date",
          hint: "a date is a number of milliseconds since 1970, in the years 0 to 9999"))
      return nil
    }
    isTaken[place] = true
    return date
  }

  /// An object. Its fields are read from the result.
  mutating func object(_ name: String) -> ObjectFields? {
    take(name, "an object") { $0.members != nil ? $0 : nil }.map {
      ObjectFields($0, prefix: "\(prefix)\(name).", diagnostics: diagnostics)
    }
  }

  mutating func take<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let place = places[ReceiptString(name)] else { return nil }
    let found = members[place].value
    if let value = read(found) {
      isTaken[place] = true
      return value
    }
    guard found != .null else { return nil }
    diagnostics.add(
      ReceiptError(
        .wrongType, "\(prefix)\(name) is \(Self.text(of: found)), not \(expected)",
        hint: "the value is kept among the other fields"))
    return nil
  }

  // MARK: Messages

  private static func text(of value: JSONValue) -> String {
    switch value {
    case .object: "an object"
    case .array: "an array"
    case .string: "a text"
    case .number(let digits): shortened(digits)
    case .bool(let flag): flag ? "true" : "false"
    case .null: "null"
    }
  }

  /// Shortens a number, which may have any length.
  private static func shortened(_ digits: String) -> String {
    digits.utf8.count <= maximumDigits ? digits : digits.prefix(maximumDigits) + "…"
  }

  private static let maximumDigits = 30
}

extension ReceiptDate {
  /// The longest number with a fraction or exponent that is read as a date. Xcode's have 18 characters.
  private static let maximumDigits = 64

  /// Reads a JSON number of milliseconds since 1970, rounded to whole ones; `nil` outside the years that four
  /// digits can write.
  init?(milliseconds digits: String) {
    if let whole = Int64(digits) {
      guard Self.writable.contains(whole) else { return nil }
      self.init(millisecondsSince1970: whole)
      return
    }
    guard digits.utf8.count <= Self.maximumDigits, let number = Double(digits), number.isFinite,
      // The range is checked before the conversion, which would trap. Both bounds have an exact Double.
      number.rounded() >= Double(Self.writable.lowerBound),
      number.rounded() <= Double(Self.writable.upperBound)
    else { return nil }
    self.init(millisecondsSince1970: Int64(number.rounded()))
  }
}
