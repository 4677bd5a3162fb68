internal import ReceiptCore

/// Where made receipts go: one into a file as it is, many into a folder, and to standard output as lines
/// of text.
final class MadeOutput {
  private let lines: Output?
  private let path: String?
  private let isMany: Bool
  private var count = 0

  /// - Parameter path: The file, or with many the folder, which is made if it is not there.
  init(_ path: String?, isMany: Bool) throws(OutputError) {
    self.path = path
    self.isMany = isMany
    lines = path == nil ? Output.standardOutput() : nil
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
      let file = try Output(path: name, followsLinks: !isMany)
      file.write(octets: made.bytes)
      try file.finish()
    }
  }

  func finish() throws(OutputError) { try lines?.finish() }
}

extension ReceiptMaker.Made {
  /// A line of text, with its end.
  func asLine() -> [UInt8] {
    style.isText ? bytes + [UInt8(ascii: "\n")] : Base64.line(bytes)
  }
}

extension MakeStyle {
  /// The ending of a file's name.
  var ending: String {
    switch self {
    case .apple, .xcode: ".receipt"
    case .ios6: ".plist"
    case .jwsTransaction, .jwsAppTransaction, .jwsRenewalInfo, .jwsNotification: ".jws"
    case .verifyReceipt: ".json"
    }
  }

  /// A text of one line.
  var isText: Bool { isJWS || self == .verifyReceipt }
}
