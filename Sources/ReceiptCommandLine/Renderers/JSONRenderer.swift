/// Reports as JSON: an object for each, whose members a function writes. Scripts rely on them.
struct JSONRenderer<Report: ReceiptReport>: ReportRenderer {
  private var objects: JSONSequence
  private let writeMembers: @Sendable (Report, inout JSONWriter) -> Void

  init(
    _ output: Output, _ shape: JSONSequence.Shape,
    _ writeMembers: @escaping @Sendable (Report, inout JSONWriter) -> Void
  ) {
    objects = JSONSequence(output, shape)
    self.writeMembers = writeMembers
  }

  mutating func begin() { objects.begin() }
  mutating func render(_ report: Report) {
    objects.add { [writeMembers] in writeMembers(report, &$0) }
  }
  mutating func end() { objects.end() }

  var writeAlone: (@Sendable (Report) -> [UInt8])? {
    guard objects.isLines else { return nil }
    return { [writeMembers] report in JSONSequence.line { writeMembers(report, &$0) } }
  }
}

extension JSONRenderer: CheckRenderer where Report == CheckReport {}
extension JSONRenderer: DecodeRenderer where Report == DecodeReport {}
extension JSONRenderer: DiagnoseRenderer where Report == DiagnoseReport {}
