/// Reports as JSON: an object for each. Scripts rely on its shape.
struct JSONRenderer<Report: ReceiptReport>: ReportRenderer {
  private var objects: JSONSequence
  private let shape: Shape<Report>

  init(_ output: Output, _ layout: JSONSequence.Layout, _ shape: Shape<Report>) {
    objects = JSONSequence(output, layout)
    self.shape = shape
  }

  mutating func begin() { objects.begin() }
  mutating func render(_ report: Report) { objects.add(report, shape) }
  mutating func end() { objects.end() }

  var writeAlone: (@Sendable (Report) -> [UInt8])? {
    guard objects.isLines else { return nil }
    return { [shape] report in JSONSequence.line(report, shape) }
  }
}

extension JSONRenderer: CheckRenderer where Report == CheckReport {}
extension JSONRenderer: DecodeRenderer where Report == DecodeReport {}
extension JSONRenderer: DiagnoseRenderer where Report == DiagnoseReport {}
