internal import HTTPTypes

/// What a body is said to be. All else is a receipt as it stands.
enum MediaType: Equatable {
  case json
  case rows
  case form(boundary: String)
  case other

  /// RFC 9110 §8.3.1.
  init(of fields: HTTPFields) {
    let parts = (fields[.contentType] ?? "").split(separator: ";")
    let name = parts.first.map { trimmed($0).lowercased() }
    switch name {
    case "application/json": self = .json
    case "application/x-ndjson": self = .rows
    case "multipart/form-data":
      let boundary = parts.dropFirst().lazy.compactMap { part -> String? in
        let pair = part.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, trimmed(pair[0]).lowercased() == "boundary" else { return nil }
        return trimmed(pair[1]).trimmingQuotes
      }.first
      // A form without one is refused where it is read.
      self = .form(boundary: boundary ?? "")
    default: self = .other
    }
  }
}

/// A text without spaces around it.
func trimmed(_ text: some StringProtocol) -> String {
  var rest = text[...]
  while rest.first?.isWhitespace == true { rest.removeFirst() }
  while rest.last?.isWhitespace == true { rest.removeLast() }
  return String(rest)
}

extension String {
  /// The text between quotation marks, if it has them.
  var trimmingQuotes: String {
    count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
