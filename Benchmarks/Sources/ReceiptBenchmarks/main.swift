import COpenSSL
import Foundation
import ReceiptCore

// Every figure here is a ratio of two measurements made in turns in one run.
//
// Usage: ReceiptBenchmarks [path of the receipt binary]

func decode(_ bytes: [UInt8]) {
  guard (try? ReceiptDecoder().decode(bytes))?.errors.isEmpty == true else {
    fatalError("a receipt that is measured must decode without an error")
  }
}

/// OpenSSL's own parser over the same octets, and its free.
func parseWithOpenSSL(_ bytes: [UInt8]) {
  bytes.withUnsafeBufferPointer { buffer in
    var cursor = buffer.baseAddress
    guard let parsed = d2i_PKCS7(nil, &cursor, buffer.count) else {
      fatalError("OpenSSL must be able to read what is measured")
    }
    PKCS7_free(parsed)
  }
}

func times(_ count: Int, _ work: () -> Void) {
  for _ in 0..<count { work() }
}

func text(_ duration: Duration, per count: Int) -> String {
  let seconds = Double(duration.components.attoseconds) / 1e18 + Double(duration.components.seconds)
  let microseconds = seconds / Double(count) * 1e6
  return microseconds < 1000
    ? String(format: "%.1f µs", microseconds) : String(format: "%.2f ms", microseconds / 1000)
}

func row(_ name: String, _ figure: String, _ limit: String, holds: Bool, _ note: String) {
  func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
  print("  \(holds ? "ok  " : "OVER")  \(pad(name, 46))\(pad(figure, 12))\(pad(limit, 12))\(note)")
}

func compare(
  _ name: String, limit: Double, shown: String, batch: Int, rounds: Int = 41,
  _ first: () -> Void, against second: () -> Void, secondBatch: Int? = nil
) {
  let secondBatch = secondBatch ?? batch
  let result = PairedMeasurement(
    rounds: rounds, { times(batch, first) }, against: { times(secondBatch, second) })
  let ratio = result.ratio * Double(secondBatch) / Double(batch)
  row(
    name, String(format: "%.4f", ratio), shown, holds: ratio <= limit,
    "\(text(result.first, per: batch)) against \(text(result.second, per: secondBatch))")
}

let small = Subject.fixture
let medium = Subject.receipt(purchases: 187)
let large = Subject.receipt(purchases: 20_000)

print("\(OpenSSL.runtimeVersion); ratios, medians of rounds run in turns\n")
print("        what                                          ratio       limit")

compare(
  "decode 2 purchases (\(small.count / 1000) KB) / d2i_PKCS7", limit: 1.0 / 50, shown: "1/50",
  batch: 500, { decode(small) }, against: { parseWithOpenSSL(small) }, secondBatch: 10)
compare(
  "decode 187 purchases (\(medium.count / 1000) KB) / d2i_PKCS7", limit: 0.5, shown: "1/2",
  batch: 20, { decode(medium) }, against: { parseWithOpenSSL(medium) }, secondBatch: 10)
if let path = ProcessInfo.processInfo.environment["RECEIPT_BENCHMARK_FILE"],
  let file = try? [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
{
  compare(
    "decode a given receipt (\(file.count / 1000) KB) / d2i_PKCS7", limit: 0.5, shown: "1/2",
    batch: 20, { decode(file) }, against: { parseWithOpenSSL(file) }, secondBatch: 10)
}
compare(
  "decode 20,000 purchases / decode 187", limit: 120, shown: "120", batch: 1, rounds: 15,
  { decode(large) }, against: { decode(medium) }, secondBatch: 50)

if let binary = CommandLine.arguments.dropFirst().first {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "receipt-benchmarks-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let smallPath = folder.appendingPathComponent("small.bin").path
  let largePath = folder.appendingPathComponent("large.bin").path
  try Data(small).write(to: URL(fileURLWithPath: smallPath))
  try Data(large).write(to: URL(fileURLWithPath: largePath))

  compare(
    "process: receipt decode / openssl asn1parse", limit: 1, shown: "1", batch: 1, rounds: 201,
    { ChildProcess.run([binary, "decode", smallPath]) },
    against: {
      ChildProcess.run(["openssl", "asn1parse", "-inform", "DER", "-in", smallPath])
    })
  for format in ["text", "json", "csv"] {
    let peak = ChildProcess.run([binary, "decode", largePath, "--format", format])
    let mebibytes = Double(peak ?? .max) / Double(1 << 20)
    row(
      "peak memory: 20,000 purchases as \(format)", String(format: "%.0f MiB", mebibytes), "96 MiB",
      holds: mebibytes <= 96, "")
  }
}
