/// Prints reports of one kind. There is one renderer for each format, and none of them decodes.
protocol ReportRenderer {
  associatedtype Report: ReceiptReport

  mutating func begin()
  mutating func render(_ report: Report)
  mutating func end()
  /// Writes a report by itself, in any thread. `nil` for a format in which a report depends on those before it.
  var writeAlone: (@Sendable (Report) -> [UInt8])? { get }
}

extension ReportRenderer {
  mutating func begin() {}
  mutating func end() {}
  var writeAlone: (@Sendable (Report) -> [UInt8])? { nil }
}

protocol CheckRenderer: ReportRenderer where Report == CheckReport {}
protocol DecodeRenderer: ReportRenderer where Report == DecodeReport {}
protocol DiagnoseRenderer: ReportRenderer where Report == DiagnoseReport {}
