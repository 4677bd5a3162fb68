internal import ReceiptCore

extension DocumentNode {
  static func readJSON(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
    var places = PlaceCounter(bytes)
    do throws(JSONFault) {
      return DocumentNode(try PlacedJSON(bytes), &places)
    } catch {
      throw DocumentError(error.message, at: places.position(of: error.offset))
    }
  }

  /// The JSON reader has limited the depth.
  private init(_ json: PlacedJSON, _ places: inout PlaceCounter) {
    switch json {
    case .object(let members, let offset):
      position = places.position(of: offset)
      var entries: [Entry] = []
      entries.reserveCapacity(members.count)
      for member in members {
        let place = places.position(of: member.nameOffset)
        entries.append(
          Entry(key: member.name, position: place, value: DocumentNode(member.value, &places)))
      }
      content = .table(entries)
    case .array(let elements, let offset):
      position = places.position(of: offset)
      content = .list(elements.map { DocumentNode($0, &places) })
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

/// Counts lines and columns up to places in a text. Each count goes on where the last one ended, because all of a
/// text may stand in one line. A place before the last one is counted from the beginning.
private struct PlaceCounter {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func position(of place: Int) -> DocumentPosition {
    if place < offset { self = PlaceCounter(bytes) }
    let end = min(place, bytes.count)
    for octet in bytes[min(offset, end)..<end] {
      if octet == 0x0A {
        line += 1
        column = 1
      } else if octet & 0xC0 != 0x80 {
        // All bytes count except those that continue a scalar in UTF-8.
        column += 1
      }
    }
    offset = end
    return DocumentPosition(line: line, column: column)
  }
}
