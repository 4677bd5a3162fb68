internal import ReceiptCore
internal import ReceiptInsight

/// Prints dumps, one format each.
protocol DumpRenderer {
  /// There will be so many dumps.
  mutating func open(count: Int)
  mutating func begin(_ source: Source, _ input: StructureInput)
  mutating func render(_ event: StructureEvent)
  mutating func end(_ input: StructureInput)
  mutating func close()
  /// There is nothing to dump.
  mutating func fail(_ error: ReceiptError, in source: Source)
}

extension DumpRenderer {
  mutating func open(count: Int) {}
  mutating func close() {}
  mutating func fail(_ error: ReceiptError, in source: Source) {}
}
