import ReceiptCore

// Every figure here is a ratio of two measurements made in turns in one run, or a peak of memory.
//
// Usage: ReceiptBenchmarks [path of the receipt binary]
//
// RECEIPT_BENCHMARK_FILE names a receipt to be decoded too, RECEIPT_BENCHMARK_LINES says how many lines
// check --lines gets.

Table.head("\(OpenSSL.runtimeVersion); ratios, medians of rounds run in turns")
LibraryBenchmarks.run()
if let binary = CommandLine.arguments.dropFirst().first { try ProcessBenchmarks.run(binary) }
