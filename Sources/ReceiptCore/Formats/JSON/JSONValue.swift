/// A JSON value as it was written (RFC 8259): members keep their order, numbers their digits.
///
/// Two values are equal when they are written alike: names and texts octet by octet (Swift's texts would
/// be equal when they only look alike), numbers digit by digit, members in order.
public enum JSONValue: Sendable {
  case object([Member])
  case array([JSONValue])
  case string(String)
  /// The digits as written: a 64-bit identifier must not pass through a floating-point number.
  case number(String)
  case bool(Bool)
  case null

  public struct Member: Sendable {
    public let name: String
    public let value: JSONValue

    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a member, whose name is compared octet by octet; `nil` when there is none, or this is
  /// no object. The reader refuses names that occur twice, so there is only one.
  public subscript(name: String) -> JSONValue? {
    members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// A number without fraction or exponent that 64 bits hold.
  public var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

  /// A finite number.
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

extension JSONValue: Equatable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON. Containers are written without recursion, so any depth will do.
  public var description: String {
    var text = ""
    // What is still to be written, the next thing last.
    var pending: [Piece] = [.value(self)]
    while let piece = pending.popLast() {
      switch piece {
      case .text(let literal): text += literal
      case .value(.object(let members)):
        text += "{"
        pending.append(.text("}"))
        for (index, member) in members.enumerated().reversed() {
          pending.append(.value(member.value))
          pending.append(.text((index > 0 ? "," : "") + Self.quoted(member.name) + ":"))
        }
      case .value(.array(let elements)):
        text += "["
        pending.append(.text("]"))
        for (index, element) in elements.enumerated().reversed() {
          pending.append(.value(element))
          if index > 0 { pending.append(.text(",")) }
        }
      case .value(.string(let string)): text += Self.quoted(string)
      case .value(.number(let digits)): text += digits
      case .value(.bool(let value)): text += value ? "true" : "false"
      case .value(.null): text += "null"
      }
    }
    return text
  }

  private enum Piece {
    case value(JSONValue)
    case text(String)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<"\u{20}": result += "\\u00" + Hexadecimal.encode(UInt8(scalar.value))
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
