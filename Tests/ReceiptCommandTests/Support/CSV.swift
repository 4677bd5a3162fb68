/// A table in CSV (RFC 4180), read strictly.
struct CSV {
  let header: [String]
  let rows: [[String]]

  struct Fault: Error { let description: String }

  init(_ text: String) throws {
    var records: [[String]] = []
    var record: [String] = []
    var field = ""
    var isQuoted = false
    var wasQuoted = false
    var scalars = text.unicodeScalars.makeIterator()
    var pending = scalars.next()
    while let scalar = pending {
      pending = scalars.next()
      switch scalar {
      case "\"" where isQuoted && pending == "\"":
        field.unicodeScalars.append(scalar)
        pending = scalars.next()
      case "\"" where isQuoted:
        isQuoted = false
        wasQuoted = true
      case _ where isQuoted: field.unicodeScalars.append(scalar)
      case "\"" where field.isEmpty && !wasQuoted: isQuoted = true
      case "\"": throw Fault(description: "a quotation mark inside a field: \(field)")
      case ",", "\n":
        record.append(field)
        field = ""
        wasQuoted = false
        guard scalar == "\n" else { break }
        records.append(record)
        record = []
      default:
        guard !wasQuoted else { throw Fault(description: "text after a quoted field: \(field)") }
        field.unicodeScalars.append(scalar)
      }
    }
    guard field.isEmpty, record.isEmpty, !isQuoted else {
      throw Fault(description: "the last line has no end")
    }
    guard let first = records.first else { throw Fault(description: "no header") }
    guard records.allSatisfy({ $0.count == first.count }) else {
      throw Fault(description: "rows of different lengths")
    }
    header = first
    rows = Array(records.dropFirst())
  }

  /// A column by its title.
  func column(_ name: String) -> [String] {
    guard let index = header.firstIndex(of: name) else { return [] }
    return rows.map { $0[index] }
  }
}
