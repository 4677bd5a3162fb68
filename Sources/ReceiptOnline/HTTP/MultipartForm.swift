/// The fields of a form with files (RFC 7578).
struct MultipartForm {
  struct Field {
    let name: String
    /// The name of a file, as the browser gives it.
    let fileName: String?
    let content: ArraySlice<UInt8>

    var text: String { String(decoding: content, as: UTF8.self) }
  }

  private(set) var fields: [Field] = []

  /// A folder of files has as many fields.
  private static let maximumCount = 2000
  private static let maximumHeader = 4096
  private static let lineBreak: [UInt8] = [0x0D, 0x0A]

  /// RFC 2046 §5.1.1: each part follows a line with the boundary, and the last line has two hyphens more.
  init(_ body: [UInt8], boundary: String) throws(Problem) {
    guard (1...70).contains(boundary.utf8.count) else {
      throw .malformed("the form's boundary has 1 to 70 characters")
    }
    let delimiter = Self.lineBreak + Array("--\(boundary)".utf8)
    let search = ByteSearch(delimiter)
    // The first boundary may stand at the very beginning, without a line break before it.
    var rest = body[...]
    if rest.starts(with: delimiter.dropFirst(2)) {
      rest = rest.dropFirst(delimiter.count - 2)
    } else if let first = search.first(in: rest) {
      rest = rest[(first + delimiter.count)...]
    } else {
      throw Self.broken
    }
    while !rest.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
      guard fields.count < Self.maximumCount else {
        throw .malformed("the form has more than \(Self.maximumCount) fields")
      }
      // Blanks may fill the line (RFC 2046 §5.1.1).
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
      guard rest.starts(with: Self.lineBreak), let end = search.first(in: rest) else {
        throw Self.broken
      }
      // Two boundaries may share the line break between them. An empty form of some clients is sent that way.
      if end > rest.startIndex {
        fields.append(try Self.field(rest[(rest.startIndex + 2)..<end]))
      }
      rest = rest[(end + delimiter.count)...]
    }
  }

  private static let broken = Problem.malformed(
    "the form is cut, or its boundary is another", hint: "send it as multipart/form-data")

  private static func field(_ part: ArraySlice<UInt8>) throws(Problem) -> Field {
    let start = part.startIndex
    guard
      let end = ByteSearch(lineBreak + lineBreak).first(in: part.prefix(maximumHeader)),
      let header = String(validating: part[start..<end], as: UTF8.self)
    else { throw broken }
    let lines = header.split(separator: "\r\n")
    guard
      let disposition = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
      let name = parameter("name", of: disposition)
    else { throw .malformed("a field of the form has no name") }
    return Field(
      name: name, fileName: parameter("filename", of: disposition), content: part[(end + 4)...])
  }

  /// The value of `name="value"` or `name=value` (RFC 2183 §2). Browsers write `"` in it as `%22` (WHATWG HTML,
  /// multipart/form-data).
  private static func parameter(_ name: String, of line: Substring) -> String? {
    var rest = line[...]
    while let mark = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: mark)...]
      guard let sign = rest.firstIndex(where: { "=;".contains($0) }), rest[sign] == "=" else {
        continue
      }
      let key = trimmed(rest[..<sign]).lowercased()
      rest = rest[rest.index(after: sign)...].drop { $0 == " " || $0 == "\t" }
      let isQuoted = rest.first == "\""
      if isQuoted { rest.removeFirst() }
      let last = rest.firstIndex { isQuoted ? $0 == "\"" : $0 == ";" }
      guard let end = last ?? (isQuoted ? nil : rest.endIndex) else { return nil }
      if key == name { return isQuoted ? String(rest[..<end]) : trimmed(rest[..<end]) }
      rest = rest[end...]
    }
    return nil
  }
}

/// Finds a pattern in bytes. Those searched here begin with a line break and have no other, so a comparison that fails
/// late is rare, and the cost is linear whatever the bytes are.
struct ByteSearch {
  private let pattern: [UInt8]
  /// How far the search goes on when the byte under the end of the pattern is this one (Horspool 1980).
  private let shift: [Int]

  init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var shift = [Int](repeating: max(1, pattern.count), count: 256)
    for (index, byte) in pattern.dropLast().enumerated() {
      shift[Int(byte)] = pattern.count - 1 - index
    }
    self.shift = shift
  }

  func first(in bytes: ArraySlice<UInt8>) -> Int? {
    guard let last = pattern.last else { return nil }
    var end = bytes.startIndex + pattern.count - 1
    while end < bytes.endIndex {
      let byte = bytes[end]
      let start = end - pattern.count + 1
      if byte == last, bytes[start...end].elementsEqual(pattern) { return start }
      end += shift[Int(byte)]
    }
    return nil
  }
}
