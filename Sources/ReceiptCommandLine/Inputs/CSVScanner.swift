internal import ReceiptCore

/// Finds the fields of one record of CSV or TSV (RFC 4180 §2), as a whole or line by line as they arrive.
///
/// It is strict about quotation marks: one inside a field without quotes is a fault. So a mark that is missing
/// or added spoils one row, and what follows is read once more, but never a third time.
struct CSVScanner {
  private let separator: UInt8
  /// More fields than this are not looked at.
  private let limit: Int
  /// The fields so far, with their quotation marks. Only those of a whole record have their places in it.
  private(set) var fields: [Range<Int>] = []
  private var start = 0
  private var position = 0
  private var isQuoted = false

  static let quote = UInt8(ascii: "\"")

  enum Result {
    case whole
    /// The record goes on in the next line: a quotation mark is open.
    case open
    case stray
  }

  init(separator: UInt8, limit: Int) {
    self.separator = separator
    self.limit = limit
  }

  /// Reads a record, or the next line of one that is open.
  mutating func scan(_ record: [UInt8]) -> Result {
    start = 0
    position = 0
    let hasQuotes = record.firstIndex(of: Self.quote, in: position..<record.count) != nil
    while fields.count < limit {
      if isQuoted || start < record.count && record[start] == Self.quote {
        if !isQuoted { position = start + 1 }
        isQuoted = true
        guard let end = endOfQuotes(in: record) else { return .open }
        isQuoted = false
        fields.append(start..<end)
        if end == record.count { return .whole }
        guard record[end] == separator else { return .stray }
        start = end + 1
      } else {
        let end = record.firstIndex(of: separator, in: start..<record.count) ?? record.count
        if hasQuotes, record.firstIndex(of: Self.quote, in: start..<end) != nil { return .stray }
        fields.append(start..<end)
        if end == record.count { return .whole }
        start = end + 1
      }
    }
    return .whole
  }

  /// Where the field ends that is open; `nil` if its closing quotation mark has not come yet.
  private mutating func endOfQuotes(in record: [UInt8]) -> Int? {
    while let mark = record.firstIndex(of: Self.quote, in: position..<record.count) {
      position = mark + 1
      guard position < record.count, record[position] == Self.quote else { return position }
      position += 1
    }
    position = record.count
    return nil
  }

  /// The text of a field, without the quotation marks around it and their doubles in it.
  static func value(of field: Range<Int>, in record: [UInt8]) -> [UInt8] {
    guard field.count >= 2, record[field.lowerBound] == quote else { return Array(record[field]) }
    let inner = field.lowerBound + 1..<field.upperBound - 1
    guard record.firstIndex(of: quote, in: inner) != nil else { return Array(record[inner]) }
    var value: [UInt8] = []
    var isSecond = false
    for octet in record[inner] {
      isSecond = octet == quote && !isSecond
      if !isSecond { value.append(octet) }
    }
    return value
  }
}
