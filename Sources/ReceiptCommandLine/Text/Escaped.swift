/// A format of output, with how it escapes text.
protocol TextFormat {
  /// Where a text may stand, if that makes a difference.
  associatedtype Place
  /// Where most texts stand.
  static var usualPlace: Place { get }

  static func escaped(_ text: String, in place: Place) -> String
}

extension TextFormat where Place == Void {
  static var usualPlace: Void { () }
}

/// A piece of an output. Only what the source code spells out stands in it as it is. All other text goes through the
/// format, so no renderer can forget to escape: `"name=\(name)"` does it.
struct Escaped<Format: TextFormat>: ExpressibleByStringInterpolation {
  private(set) var text = ""

  static var nothing: Self { "" }

  /// A literal: `StaticString` keeps texts that are made while the program runs out.
  init(stringLiteral literal: StaticString) { text = literal.description }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  static func + (left: Self, right: Self) -> Self { "\(left)\(right)" }
  static func += (left: inout Self, right: Self) { left.text += right.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    /// A text of any origin.
    mutating func appendInterpolation(_ text: String) {
      appendInterpolation(text, Format.usualPlace)
    }
    mutating func appendInterpolation(_ text: String, _ place: Format.Place) {
      self.text += Format.escaped(text, in: place)
    }

    /// A word of the format, such as the name of an element.
    mutating func appendInterpolation(_ word: StaticString) { text += word.description }
    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    mutating func appendInterpolation(_ piece: Escaped) { text += piece.text }
    /// The piece; nothing for `nil`.
    mutating func appendInterpolation(_ piece: Escaped?) { text += piece?.text ?? "" }
    /// All pieces, one after the other.
    mutating func appendInterpolation(_ pieces: [Escaped]) {
      for piece in pieces { text += piece.text }
    }
  }
}

/// An output that takes only text that was escaped for its format.
struct EscapedOutput<Format: TextFormat> {
  private let output: Output

  init(_ output: Output) { self.output = output }

  func write(_ piece: Escaped<Format>) { output.write(piece.text) }
}
