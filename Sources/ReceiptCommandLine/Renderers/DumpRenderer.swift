internal import ReceiptCore
internal import ReceiptInsight

/// Prints dumps. There is one renderer for each format.
protocol DumpRenderer {
  /// Announces the number of dumps.
  mutating func open(count: Int)
  mutating func begin(_ source: Source, _ input: StructureInput)
  mutating func render(_ event: StructureEvent)
  mutating func end(_ input: StructureInput)
  mutating func close()
  /// Reports an input that cannot be dumped.
  mutating func fail(_ error: ReceiptError, in source: Source)
}

extension DumpRenderer {
  mutating func open(count: Int) {}
  mutating func close() {}
  mutating func fail(_ error: ReceiptError, in source: Source) {}
}
