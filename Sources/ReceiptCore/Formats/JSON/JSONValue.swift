/// A JSON value as written (RFC 8259): members keep their order, and numbers keep their digits.
///
/// Two values are equal if they are written the same way. Names and texts compare byte by byte, because Swift
/// strings with different bytes may be equal. Numbers compare digit by digit, and members in order.
public enum JSONValue: Sendable {
  /// An object.
  case object([Member])
  /// An array.
  case array([JSONValue])
  /// A text.
  case string(String)
  /// The digits as written: a 64-bit identifier must not pass through a floating-point number.
  case number(String)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null

  /// A name with its value in an object.
  public struct Member: Sendable {
    /// The name, as written.
    public let name: String
    /// The value.
    public let value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the member `name`, compared byte by byte; `nil` if there is no such member or this is not
  /// an object. The name is unique, because the reader refuses duplicates.
  public subscript(name: String) -> JSONValue? {
    members?.first { $0.name.hasBytes(of: name) }?.value
  }

  /// The members of an object, in order; `nil` for another value.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  /// The elements of an array; `nil` for another value.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
  /// The text of a string; `nil` for another value.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// Whether it is `null`. To compare with `==` would write both values.
  var isNull: Bool { if case .null = self { true } else { false } }
  /// `true` or `false`; `nil` for another value.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The value of a number without fraction or exponent that fits into 64 bits.
  public var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

  /// The value of a finite number.
  public var double: Double? {
    guard case .number(let digits) = self, let value = Double(digits), value.isFinite else {
      return nil
    }
    return value
  }
}

extension JSONValue {
  /// Reads a JSON document.
  package init(_ bytes: [UInt8]) throws(JSONFault) { self = try JSONReader.read(bytes) }
}

extension JSONValue: Hashable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool { left.utf8 == right.utf8 }

  public func hash(into hasher: inout Hasher) {
    for octet in utf8 { hasher.combine(octet) }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String { String(decoding: utf8, as: UTF8.self) }

  /// The value as compact JSON, in UTF-8. Containers are written without recursion, so any depth works.
  package var utf8: [UInt8] {
    var octets: [UInt8] = []
    // The pieces that remain to be written. The next one is last.
    var pending: [Piece] = [.value(self)]
    while let piece = pending.popLast() {
      switch piece {
      case .sign(let sign): octets.append(sign)
      case .member(let member):
        Self.quote(member.name, into: &octets)
        octets.append(UInt8(ascii: ":"))
        pending.append(.value(member.value))
      case .value(.object(let members)):
        octets.append(UInt8(ascii: "{"))
        pending.append(.sign(UInt8(ascii: "}")))
        for (index, member) in members.enumerated().reversed() {
          pending.append(.member(member))
          if index > 0 { pending.append(.sign(UInt8(ascii: ","))) }
        }
      case .value(.array(let elements)):
        octets.append(UInt8(ascii: "["))
        pending.append(.sign(UInt8(ascii: "]")))
        for (index, element) in elements.enumerated().reversed() {
          pending.append(.value(element))
          if index > 0 { pending.append(.sign(UInt8(ascii: ","))) }
        }
      case .value(.string(let text)): Self.quote(text, into: &octets)
      case .value(.number(let digits)): octets += digits.utf8
      case .value(.bool(let value)): octets += (value ? "true" : "false").utf8
      case .value(.null): octets += "null".utf8
      }
    }
    return octets
  }

  private enum Piece {
    case value(JSONValue)
    case member(Member)
    case sign(UInt8)
  }

  private static func quote(_ text: String, into octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "\""))
    let start = octets.count
    octets += text.utf8
    // Nearly all texts have nothing to escape.
    let plain = TextScan.endOfPlainJSON(in: octets, start..<octets.count)
    if plain < octets.count {
      let rest = Array(octets[plain...])
      octets.removeSubrange(plain...)
      for octet in rest {
        switch octet {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): octets += [UInt8(ascii: "\\"), octet]
        case 0..<0x20: octets += "\\u00\(Hexadecimal.encode(octet))".utf8
        default: octets.append(octet)
        }
      }
    }
    octets.append(UInt8(ascii: "\""))
  }
}
