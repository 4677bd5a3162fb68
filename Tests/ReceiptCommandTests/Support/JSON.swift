/// A JSON value that keeps the order of its members, which Foundation's readers lose.
///
/// It accepts exactly RFC 8259, so parsing with it is also a test.
indirect enum JSON: Equatable {
  case object([Member])
  case array([JSON])
  case string(String)
  /// A number as written.
  case number(String)
  case bool(Bool)
  case null

  struct Member: Equatable {
    let name: String
    let value: JSON
  }

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  init(_ bytes: some Collection<UInt8>) throws {
    var parser = Parser(bytes: Array(bytes))
    self = try parser.document()
  }

  /// The value of a member; `nil` if it is missing, or this is not an object.
  subscript(name: String) -> JSON? { members?.first { $0.name == name }?.value }

  subscript(index: Int) -> JSON? {
    guard let elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  var names: [String]? { members.map { $0.map(\.name) } }
  var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: String? { if case .number(let digits) = self { digits } else { nil } }

  /// Every object in this value, including itself, with its path.
  func objects(at path: String = "") -> [(path: String, names: [String])] {
    switch self {
    case .object(let members):
      [(path, members.map(\.name))]
        + members.flatMap { $0.value.objects(at: "\(path)/\($0.name)") }
    case .array(let elements):
      elements.enumerated().flatMap { $1.objects(at: "\(path)[\($0)]") }
    default: []
    }
  }

  private struct Parser {
    let bytes: [UInt8]
    var position = 0

    mutating func document() throws -> JSON {
      let value = try value()
      skipSpace()
      guard position == bytes.count else { throw fault("text after the document") }
      return value
    }

    private func fault(_ what: String) -> Fault {
      Fault(description: "\(what) at byte \(position)")
    }

    private mutating func skipSpace() {
      while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) {
        position += 1
      }
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    private mutating func accept(word: String) -> Bool {
      guard bytes[position...].starts(with: word.utf8) else { return false }
      position += word.utf8.count
      return true
    }

    private mutating func value() throws -> JSON {
      skipSpace()
      if accept("{") { return .object(try members()) }
      if accept("[") { return .array(try elements()) }
      if accept("\"") { return .string(try string()) }
      if accept(word: "true") { return .bool(true) }
      if accept(word: "false") { return .bool(false) }
      if accept(word: "null") { return .null }
      let start = position
      while position < bytes.count, "+-.eE0123456789".utf8.contains(bytes[position]) {
        position += 1
      }
      let digits = String(decoding: bytes[start..<position], as: UTF8.self)
      guard Double(digits) != nil else { throw fault("no JSON value") }
      return .number(digits)
    }

    private mutating func members() throws -> [Member] {
      var members: [Member] = []
      if accept("}") { return members }
      repeat {
        guard accept("\"") else { throw fault("no name") }
        let name = try string()
        guard !members.contains(where: { $0.name == name }) else {
          throw fault("the name \(name) again")
        }
        guard accept(":") else { throw fault("no colon") }
        members.append(Member(name: name, value: try value()))
      } while accept(",")
      guard accept("}") else { throw fault("no end of an object") }
      return members
    }

    private mutating func elements() throws -> [JSON] {
      var elements: [JSON] = []
      if accept("]") { return elements }
      repeat { elements.append(try value()) } while accept(",")
      guard accept("]") else { throw fault("no end of an array") }
      return elements
    }

    /// The text after a quotation mark, up to the closing one.
    private mutating func string() throws -> String {
      var units: [UInt16] = []
      var start = position
      func text(_ range: Range<Int>) throws -> [UInt16] {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
          throw fault("invalid UTF-8")
        }
        return Array(text.utf16)
      }
      while position < bytes.count {
        let byte = bytes[position]
        guard byte >= 0x20 else { throw fault("a control character") }
        if byte == UInt8(ascii: "\"") {
          units += try text(start..<position)
          position += 1
          guard let text = String(validating: units, as: UTF16.self) else {
            throw fault("half of a surrogate pair")
          }
          return text
        }
        if byte == UInt8(ascii: "\\") {
          units += try text(start..<position)
          position += 1
          units.append(try escape())
          start = position
        } else {
          position += 1
        }
      }
      throw fault("no end of a string")
    }

    private mutating func escape() throws -> UInt16 {
      guard position < bytes.count else { throw fault("no escape") }
      defer { position += 1 }
      switch Unicode.Scalar(bytes[position]) {
      case "\"": return 0x22
      case "\\": return 0x5C
      case "/": return 0x2F
      case "b": return 0x08
      case "f": return 0x0C
      case "n": return 0x0A
      case "r": return 0x0D
      case "t": return 0x09
      case "u":
        guard position + 4 < bytes.count,
          let unit = UInt16(
            String(decoding: bytes[position + 1...position + 4], as: UTF8.self), radix: 16)
        else { throw fault("no escape") }
        position += 4
        return unit
      default: throw fault("an unknown escape")
      }
    }
  }
}
