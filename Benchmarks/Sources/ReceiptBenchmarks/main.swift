import ReceiptCore

// Every figure here is a ratio of two measurements made in turns in one run, or a peak of memory.
//
// Usage: ReceiptBenchmarks [path of the receipt binary]
//
// RECEIPT_BENCHMARK_FILE names a receipt to be decoded too, RECEIPT_BENCHMARK_LINES says how many lines
// check --lines gets.

Table.head("\(OpenSSL.runtimeVersion); ratios, medians of rounds run in turns")
// First those of the process: what the kernel tells of a child's peak of memory begins with the peak of the
// process that started it, which the others raise.
if let binary = CommandLine.arguments.dropFirst().first { try ProcessBenchmarks.run(binary) }
LibraryBenchmarks.run()
