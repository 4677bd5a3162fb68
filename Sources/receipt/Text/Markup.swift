/// HTML in which only what the program itself wrote is markup: text that is put in between is escaped, and
/// no call can leave that out.
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

    /// All of them, one behind the other.
    mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { html += part.html } }

    /// Nothing where there is none.
    mutating func appendInterpolation(_ markup: Markup?) { html += markup?.html ?? "" }
  }

  static let nothing: Markup = ""
}

/// A share of a width as SVG and CSS write it: `12.34%`.
func percentText(_ share: Double) -> String {
  let hundredths = Int((min(max(share, 0), 1) * 10_000).rounded())
  let fraction = hundredths % 100
  return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)%"
}
