import Foundation
import ReceiptCore

// Every figure is a ratio of two measurements made in turns in one run, or a peak of memory; two are times.
//
// Usage: ReceiptBenchmarks [path of the receipt binary]
//
// Exits with 1 if a limit was missed by more than a fifth three times in turn.
//
// RECEIPT_BENCHMARK_FILE names another receipt to decode. RECEIPT_BENCHMARK_LINES sets the number of lines
// in the row about the memory of a long stream.

let table = Table(
  head: "\(OpenSSL.runtimeVersion), \(ProcessInfo.processInfo.activeProcessorCount) processors")
// Process benchmarks come first: a child's peak of memory as reported by the kernel starts with that of its
// parent, which the other benchmarks raise.
if let binary = CommandLine.arguments.dropFirst().first {
  try ProcessBenchmarks.run(binary, table)
}
LibraryBenchmarks(table: table).run()
if !table.missed.isEmpty {
  print("\nmissed by more than a fifth: \(table.missed.joined(separator: "; "))")
  exit(1)
}
