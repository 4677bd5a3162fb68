import ReceiptCore

/// What to write to a log about a file, whatever it is.
func report(on file: [UInt8]) -> [String] {
  do {
    let decoded = try ReceiptDecoder().decode(file)
    // A damaged receipt is decoded as far as it can be read.
    return decoded.errors.map { "damaged: \($0)" } + decoded.findings.map { "odd: \($0.message)" }
  } catch {
    return ["no receipt: \(error.code): \(error.message)", error.hint].compactMap { $0 }
  }
}
