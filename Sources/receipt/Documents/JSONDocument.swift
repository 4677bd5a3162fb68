internal import ReceiptCore

extension DocumentNode {
  static func readJSON(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
    let places = LineTable(bytes)
    do throws(JSONFault) {
      return DocumentNode(try PlacedJSON(bytes), places)
    } catch {
      throw DocumentError(error.message, at: places.position(of: error.offset))
    }
  }

  /// The JSON reader has limited the depth.
  private init(_ json: PlacedJSON, _ places: LineTable) {
    switch json {
    case .object(let members, let offset):
      position = places.position(of: offset)
      content = .table(
        members.map {
          Entry(
            key: $0.name, position: places.position(of: $0.nameOffset),
            value: DocumentNode($0.value, places))
        })
    case .array(let elements, let offset):
      position = places.position(of: offset)
      content = .list(elements.map { DocumentNode($0, places) })
    case .leaf(let value, let offset):
      position = places.position(of: offset)
      let scalar =
        switch value {
        case .string(let text): Scalar(text: text, kind: .text)
        case .number(let digits): Scalar(text: digits, kind: .number)
        case .bool(let value): Scalar(text: value ? "true" : "false", kind: .bool)
        default: Scalar(text: "", kind: .null)
        }
      content = .scalar(scalar)
    }
  }
}

/// The offsets of the lines in a text.
private struct LineTable {
  private let bytes: [UInt8]
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for (offset, octet) in bytes.enumerated() where octet == 0x0A { starts.append(offset + 1) }
  }

  func position(of offset: Int) -> DocumentPosition {
    // A binary search for the last line that begins at or before the offset.
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let end = min(offset, bytes.count)
    // Counts all bytes except those that continue a scalar in UTF-8.
    let column = bytes[min(starts[low], end)..<end].count { $0 & 0xC0 != 0x80 }
    return DocumentPosition(line: low + 1, column: column + 1)
  }
}
