/// What renderers for people have in common: lines, and paragraphs that fit.
protocol TextRenderer {
  var output: Output { get }
  /// The width in columns; `nil` without a limit.
  var width: Int? { get }
  var style: Style { get }
}

/// The columns of a layout. Below 40 none is of use.
func usableWidth(_ columns: Int?) -> Int? { columns.map { max($0, 40) } }

extension TextRenderer {
  func line(_ text: String = "") { output.write(text + "\n") }

  /// A title with a blank line above it.
  func section(_ title: String) {
    line()
    line("  " + style.strong(title))
  }

  /// A text in as many lines as it needs.
  ///
  /// - Parameter first: What stands before the first line instead of the indent.
  func paragraph(
    _ text: String, indent: Int = 0, first: String? = nil,
    _ decorate: (String) -> String = { $0 }
  ) {
    let margin = String(repeating: " ", count: indent)
    for (index, text) in wrapped(text, to: width.map { $0 - indent }).enumerated() {
      line((index == 0 ? first ?? margin : margin) + decorate(text))
    }
  }
}
