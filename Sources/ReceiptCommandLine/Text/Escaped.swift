/// A format of output, with how it escapes text.
package protocol TextFormat {
  /// Where a text may stand, if that makes a difference.
  associatedtype Place
  /// Where most texts stand.
  static var usualPlace: Place { get }

  static func escaped(_ text: String, in place: Place) -> String
}

extension TextFormat where Place == Void {
  package static var usualPlace: Void { () }
}

/// A piece of an output. Only what the source code spells out stands in it as it is. All other text goes through the
/// format, so no renderer can forget to escape: `"name=\(name)"` does it.
package struct Escaped<Format: TextFormat>: ExpressibleByStringInterpolation {
  package private(set) var text = ""

  package static var nothing: Self { "" }

  /// A literal: `StaticString` keeps texts that are made while the program runs out.
  package init(stringLiteral literal: StaticString) { text = literal.description }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package static func + (left: Self, right: Self) -> Self { "\(left)\(right)" }
  package static func += (left: inout Self, right: Self) { left.text += right.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    /// A text of any origin.
    package mutating func appendInterpolation(_ text: String) {
      appendInterpolation(text, Format.usualPlace)
    }
    package mutating func appendInterpolation(_ text: String, _ place: Format.Place) {
      self.text += Format.escaped(text, in: place)
    }

    /// A word of the format, such as the name of an element.
    package mutating func appendInterpolation(_ word: StaticString) { text += word.description }
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }

    package mutating func appendInterpolation(_ piece: Escaped) { text += piece.text }
    /// The piece; nothing for `nil`.
    package mutating func appendInterpolation(_ piece: Escaped?) { text += piece?.text ?? "" }
    /// All pieces, one after the other.
    package mutating func appendInterpolation(_ pieces: [Escaped]) {
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
