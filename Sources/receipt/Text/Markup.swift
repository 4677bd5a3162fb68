/// HTML in which only the program's own text is markup. Interpolated text is always escaped.
struct Markup: ExpressibleByStringInterpolation {
  private(set) var html: String

  init(stringLiteral html: String) { self.html = html }
  init(stringInterpolation: StringInterpolation) { html = stringInterpolation.html }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = ""

    init(literalCapacity: Int, interpolationCount: Int) { html.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ html: String) { self.html += html }
    mutating func appendInterpolation(_ text: String) { html += escapedForXML(text) }
    mutating func appendInterpolation(_ number: Int) { html += String(number) }
    mutating func appendInterpolation(_ markup: Markup) { html += markup.html }

    /// All parts, one after the other.
    mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { html += part.html } }

    /// The markup; empty for `nil`.
    mutating func appendInterpolation(_ markup: Markup?) { html += markup?.html ?? "" }
  }

  static let nothing: Markup = ""
}

/// A share of a width for SVG and CSS: `12.34%`.
func percentText(_ share: Double) -> String {
  let hundredths = Int((min(max(share, 0), 1) * 10_000).rounded())
  let fraction = hundredths % 100
  return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)%"
}
