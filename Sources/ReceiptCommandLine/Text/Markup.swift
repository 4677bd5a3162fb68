/// HTML in which only the program's own text is markup. Interpolated text is always escaped.
package typealias Markup = Escaped<XMLText>

extension Escaped<XMLText> {
  package var html: String { text }
}

/// A share of a width for SVG and CSS: `12.34%`.
func percentText(_ share: Double) -> String {
  let hundredths = Int((min(max(share, 0), 1) * 10_000).rounded())
  let fraction = hundredths % 100
  return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)%"
}
