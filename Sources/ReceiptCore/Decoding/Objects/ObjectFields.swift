/// Reads the fields of a JSON object one by one, and tracks which ones remain unread.
///
/// A value of the wrong type gives an error and counts as unread. So does `null`, without an error. Programs between
/// Apple and a reader change types of what is not signed: a number becomes a text, or the reverse. There, a value
/// that can be read without doubt is read, with a finding.
struct ObjectFields {
  /// The text before each name in messages and paths: `data.`.
  let prefix: String
  /// Whether it was signed as it is, so that only Apple's own types are right.
  let isSigned: Bool
  private let members: [JSONValue.Member]
  /// The names of the members. The reader has made sure that they are unique.
  private let names: NameTable
  /// The index of each name that stands for another.
  private var otherNames: [ReceiptString: Int] = [:]
  private var isTaken: [Bool]
  /// The objects in it that were opened, by the index of their member.
  private var children: [Int: ObjectFields] = [:]
  /// The indices of members that were opened and are not objects: the error is reported once.
  private var refused: Set<Int> = []
  /// The indices of members whose name is not spelled as Apple spells it.
  private var oddNames: Set<Int> = []
  /// Elements of lists that have the wrong type, and unread fields of those that have the right one.
  private var strangers: [OtherField] = []
  var diagnostics: Diagnostics

  init(
    _ value: JSONValue, prefix: String = "", isSigned: Bool = false, diagnostics: Diagnostics
  ) {
    self.prefix = prefix
    self.isSigned = isSigned
    self.diagnostics = diagnostics
    members = value.members ?? []
    isTaken = Array(repeating: false, count: members.count)
    names = NameTable(members)
  }

  /// An object of verifyReceipt's, in which `inApp` is read as `in_app`: some libraries spell names their own way.
  init(anySpelling value: JSONValue, prefix: String = "", diagnostics: Diagnostics) {
    var own = ObjectFields(value, prefix: prefix, isSigned: false, diagnostics: diagnostics)
    for (place, member) in own.members.enumerated() {
      guard let name = member.name.inSnakeCase, !own.has(name) else { continue }
      own.otherNames[ReceiptString(name)] = place
      own.oddNames.insert(place)
    }
    self = own
  }

  /// The index of the member with this name.
  private func index(of name: String) -> Int? {
    if let index = names.index(of: name, among: members) { return index }
    return otherNames.isEmpty ? nil : otherNames[ReceiptString(name)]
  }

  /// A field's value. The field stays unread.
  func value(_ name: String) -> JSONValue? { index(of: name).map { members[$0].value } }

  func has(_ name: String) -> Bool { index(of: name) != nil }

  /// Adds the unread fields, in order.
  func addUntaken(to result: inout [OtherField]) {
    // There may be hundreds of thousands, and an array that grows takes up to three times their memory.
    if result.isEmpty { result.reserveCapacity(isTaken.count { !$0 } + strangers.count) }
    for place in members.indices {
      if !children.isEmpty, let child = children[place] {
        child.addUntaken(to: &result)
      } else if !isTaken[place] {
        let member = members[place]
        result.append(OtherField(path: prefix + member.name, value: member.value))
      }
    }
    result += strangers
  }

  /// Marks a member as read.
  private mutating func take(at place: Int) {
    isTaken[place] = true
    if !oddNames.isEmpty, oddNames.remove(place) != nil {
      diagnostics.add(Finding(.oddName, field: prefix + members[place].name))
    }
  }

  /// Whether a value was masked before it was given here: it has signs in its place. That is a finding.
  @discardableResult
  mutating func isMasked(_ name: String) -> Bool {
    guard !isSigned, let text = value(name)?.string, Mask.fills(text) else { return false }
    diagnostics.add(Finding(.masked, field: prefix + name))
    return true
  }

  mutating func addOddType(_ name: String) {
    diagnostics.add(Finding(.oddType, field: prefix + name))
  }

  /// Marks a field as read without keeping its value.
  mutating func drop(_ name: String) {
    if let place = index(of: name) { take(at: place) }
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

  /// A text; `nil` when empty. Unsigned, the digits of a number are read as a text.
  mutating func text(_ name: String) -> ReceiptString? {
    var (isOdd, isMask) = (false, false)
    let isSigned = isSigned
    let text = take(name, "a text") { value -> ReceiptString? in
      if !isSigned, case .number(let digits) = value {
        isOdd = true
        return ReceiptString(digits)
      }
      guard let text = value.string else { return nil }
      isMask = !isSigned && Mask.fills(text)
      return ReceiptString(text)
    }
    if isOdd { addOddType(name) }
    if isMask { diagnostics.add(Finding(.masked, field: prefix + name)) }
    return text?.isEmpty == true ? nil : text
  }

  /// The value that `meaning` gives for a text. If it gives none, the field stays unread.
  mutating func text<Value>(_ name: String, _ meaning: (ReceiptString) -> Value?) -> Value? {
    guard let place = index(of: name) else { return nil }
    guard let text = members[place].value.string, let value = meaning(ReceiptString(text)) else {
      // Records an error if the value is not a text.
      if members[place].value.string == nil {
        _ = take(name, "a text") { _ in nil as ReceiptString? }
      }
      return nil
    }
    take(at: place)
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

  /// An identifier of up to 64 bits, written as a number or as text; other numbers of verifyReceipt are written so too.
  /// Unsigned, a text without a digit stands in the place of an identifier: somebody hid it.
  mutating func id(_ name: String) -> Int64? {
    guard let place = index(of: name) else { return nil }
    let found = members[place].value
    if let number = found.integer ?? found.string.flatMap(Int64.init) {
      take(at: place)
      return number
    }
    if !isSigned, name.hasSuffix("_id"), let text = found.string, !text.isEmpty,
      !text.utf8.contains(where: Text.isDigit)
    {
      diagnostics.add(Finding(.masked, field: prefix + name))
      return nil
    }
    return take(name, "a whole number of 64 bits") { _ in nil }
  }

  /// A whole number; unsigned, in a text too.
  mutating func integer(_ name: String) -> Int64? {
    let isOdd = !isSigned && value(name)?.string != nil
    let number = take(name, "a whole number of 64 bits") { value in
      isOdd ? value.string.flatMap { Int64($0) } : value.integer
    }
    if isOdd, number != nil { addOddType(name) }
    return number
  }

  /// `true` or `false`, or 1 or 0; unsigned, in a text too.
  mutating func flag(_ name: String) -> Bool? {
    let isOdd = !isSigned && value(name)?.string != nil
    if isOdd {
      let flag = looseFlag(name)
      if flag != nil { addOddType(name) }
      return flag
    }
    return take(name, "true, false, 1 or 0") { value in
      if let flag = value.bool { return flag }
      return switch value.integer {
      case 1: true
      case 0: false
      default: nil
      }
    }
  }

  /// Milliseconds since 1970. They may be negative or have a fraction. Unsigned, a text of these digits is read too,
  /// and so is a text of a date with its time zone.
  mutating func date(_ name: String) -> ReceiptDate? {
    guard let place = index(of: name), !members[place].value.isNull else { return nil }
    let digits: String
    switch members[place].value {
    case .number(let number): digits = number
    case .string(let text) where !isSigned && ReceiptDate(milliseconds: text) != nil:
      digits = text
      addOddType(name)
    case .string(let text) where !isSigned:
      let written = AppleDateText(ReceiptString(text)).flatMap { $0.isCalifornia ? nil : $0.date }
      guard let date = written ?? ReceiptDate(text.utf8) else { fallthrough }
      take(at: place)
      addOddType(name)
      return date
    default:
      _ = take(name, "a number of milliseconds") { _ in nil as ReceiptDate? }
      return nil
    }
    guard let date = ReceiptDate(milliseconds: digits) else {
      diagnostics.add(
        ReceiptError(
          .invalidDate, "\(prefix)\(name) is \(Self.shortened(digits)), which is not a date",
          hint: "a date is a number of milliseconds since 1970, in the years 0 to 9999"))
      return nil
    }
    take(at: place)
    return date
  }

  /// Reads fields of an object within this one. It may be opened several times.
  mutating func open<Value>(_ name: String, _ read: (inout ObjectFields) -> Value) -> Value? {
    guard let place = index(of: name) else { return nil }
    if children[place] == nil {
      guard !refused.contains(place),
        let value = take(name, "an object", { $0.members != nil ? $0 : nil })
      else {
        refused.insert(place)
        return nil
      }
      children[place] = ObjectFields(
        value, prefix: "\(prefix)\(name).", isSigned: isSigned, diagnostics: diagnostics)
    }
    guard var child = children[place] else { return nil }
    child.diagnostics = diagnostics
    let result = read(&child)
    diagnostics = child.diagnostics
    children[place] = child
    return result
  }

  /// An object of verifyReceipt's. Its fields are read from the result.
  mutating func object(_ name: String) -> ObjectFields? {
    take(name, "an object") { $0.members != nil ? $0 : nil }.map {
      ObjectFields(anySpelling: $0, prefix: "\(prefix)\(name).", diagnostics: diagnostics)
    }
  }

  /// Reads fields of each object in a list.
  mutating func objects(_ name: String, _ read: (inout ObjectFields) -> Void) {
    guard let elements = take(name, "an array of objects", { $0.elements }) else { return }
    for (index, element) in elements.enumerated() {
      let path = "\(name)[\(index)]"
      guard element.members != nil else {
        if !element.isNull { keepStranger(element, at: path) }
        continue
      }
      var fields = ObjectFields(element, prefix: "\(prefix)\(path).", diagnostics: diagnostics)
      read(&fields)
      diagnostics = fields.diagnostics
      fields.addUntaken(to: &strangers)
    }
  }

  /// A value of any type, as it is written.
  mutating func json(_ name: String) -> JSONValue? {
    take(name, "a value") { $0.isNull ? nil : $0 }
  }

  mutating func take<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let place = index(of: name) else { return nil }
    let found = members[place].value
    if let value = read(found) {
      take(at: place)
      return value
    }
    guard !found.isNull, !isMasked(name) else { return nil }
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

extension String {
  /// `latest_receipt_info` for `latestReceiptInfo`; `nil` for a name that has no capital letter within it.
  fileprivate var inSnakeCase: String? {
    var name = self
    // Apple's own names have a low line, or no capital.
    let isOfLibrary = name.withUTF8 { text in
      unsafe !text.contains(0x5F) && text.dropFirst().contains { (0x41...0x5A).contains($0) }
    }
    guard isOfLibrary else { return nil }
    var result: [UInt8] = []
    for octet in utf8 {
      if (0x41...0x5A).contains(octet) {
        result += [UInt8(ascii: "_"), octet | 0x20]
      } else {
        result.append(octet)
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}
