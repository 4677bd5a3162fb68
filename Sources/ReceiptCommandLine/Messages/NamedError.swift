internal import ReceiptCore

/// An error about a file that an option names.
struct NamedError: Error {
  let name: String
  /// Where in the file, as compilers write it: line and column.
  var place: (line: Int, column: Int)?
  let error: ReceiptError

  /// The file for reports.
  var source: Source {
    Source(name: name == "-" ? name : PathText.tidied(name), line: place?.line)
  }

  /// The file for messages, in the format of compilers, so that editors can go there.
  var sourceForMessages: Source {
    Source(name: name + (place.map { ":\($0.line):\($0.column)" } ?? ""))
  }
}

extension NamedError: CustomStringConvertible {
  var description: String { "\(escapedForTerminal(sourceForMessages.text)): \(error)" }
}
