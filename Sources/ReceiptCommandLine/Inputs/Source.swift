internal import ReceiptCore

/// Where a receipt came from.
struct Source: Sendable {
  /// The input's name as given or as in the folder; `-` for standard input.
  let name: String
  /// The line, counted from 1, if each line is a receipt.
  var line: Int?
  /// Where in the input the receipt is, if there are several.
  var part: String?
  /// SHA-256 of the whole input in hexadecimal, if requested.
  var sha256: String?
  /// What stands beside the receipt in its row.
  var row: CarriedRow?
  /// When it is to be judged, if its row says that.
  var judgedAt: ReceiptDate?
  /// The row itself, if it may have to be set aside.
  var record: [UInt8] = []

  /// The source of a receipt in a field of this one.
  func inside(_ path: String) -> Source {
    var inner = self
    // The answer around it has that.
    inner.row = nil
    inner.record = []
    inner.part = part.map { "\($0).\(path)" } ?? path
    return inner
  }

  /// The same under a number.
  func numbered(_ number: Int) -> Source {
    Source(name: "receipt \(number)", line: line, part: part, sha256: sha256, row: row)
  }

  /// The name for display.
  var text: String { escapedForTerminal(unescapedText) }

  /// The name for a message that is still to be escaped.
  var unescapedText: String {
    (name == "-" ? "standard input" : name) + (line.map { ", line \($0)" } ?? "")
      + (part.map { ", \($0)" } ?? "") + (row?.text.map { " (\($0))" } ?? "")
  }
}
