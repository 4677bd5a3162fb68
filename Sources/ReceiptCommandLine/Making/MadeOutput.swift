internal import ReceiptCore

/// The destination of made receipts: one into a file, many into a folder, and to standard output as lines of
/// text.
final class MadeOutput {
  private let lines: Output?
  private let path: String?
  private let isMany: Bool
  private var count = 0

  /// - Parameter path: the file or, for many receipts, the folder, which is made if missing.
  init(_ path: String?, isMany: Bool, on host: Host) throws(OutputError) {
    self.path = path
    self.isMany = isMany
    lines = path == nil ? host.standardOutput() : nil
    if isMany, let path { try Directory.make(FilePath(path)) }
  }

  var isClosed: Bool { lines.map { $0.failure != 0 } ?? false }

  func write(_ made: ReceiptMaker.Made) throws(OutputError) {
    count += 1
    if let lines {
      lines.write(octets: made.line ?? made.asLine())
    } else if let path {
      // Named by number: what stands in a receipt is not to choose a file's name.
      let name =
        isMany ? "\(path)/\(NumberedFile.name(count, ending: made.style.ending))" : path
      let file = try Output(path: name, isSecret: made.isSecret, followsLinks: !isMany)
      file.write(octets: made.bytes)
      try file.finish()
    }
  }

  func finish() throws(OutputError) { try lines?.finish() }
}

extension ReceiptMaker.Made {
  /// A line of text with its line break.
  func asLine() -> [UInt8] {
    style.isText ? bytes + [UInt8(ascii: "\n")] : Base64.line(bytes)
  }
}
