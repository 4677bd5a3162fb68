import ReceiptCore

// Every figure is a ratio of two measurements made in turns in one run, or a peak of memory.
//
// Usage: ReceiptBenchmarks [path of the receipt binary]
//
// RECEIPT_BENCHMARK_FILE names another receipt to decode. RECEIPT_BENCHMARK_LINES sets the number of lines
// for check --lines.

Table.head("\(OpenSSL.runtimeVersion); ratios, medians of rounds run in turns")
// Process benchmarks come first: a child's peak of memory as reported by the kernel starts with that of its
// parent, which the other benchmarks raise.
if let binary = CommandLine.arguments.dropFirst().first { try ProcessBenchmarks.run(binary) }
LibraryBenchmarks.run()
