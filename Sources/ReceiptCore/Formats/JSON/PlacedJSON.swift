/// A JSON document that a person wrote, with the offset of each name and value, so that a message can say
/// where a mistake is.
package indirect enum PlacedJSON: Sendable {
  case object([Member], offset: Int)
  case array([PlacedJSON], offset: Int)
  /// A text, a number, a truth value or null.
  case leaf(JSONValue, offset: Int)

  package struct Member: Sendable {
    package let name: String
    package let nameOffset: Int
    package let value: PlacedJSON
  }

  /// Reads a whole document.
  package init(_ bytes: [UInt8]) throws(JSONFault) {
    let (value, places) = try JSONReader.readWithPlaces(bytes)
    var remaining = places[...]
    self.init(value, &remaining)
  }

  /// Recursion ends at `JSONReader.maximumDepth`.
  private init(_ value: JSONValue, _ places: inout ArraySlice<Int>) {
    let offset = places.popFirst() ?? 0
    switch value {
    case .object(let members):
      self = .object(
        members.map { member in
          let nameOffset = places.popFirst() ?? 0
          return Member(
            name: member.name, nameOffset: nameOffset, value: PlacedJSON(member.value, &places))
        }, offset: offset)
    case .array(let elements):
      self = .array(elements.map { PlacedJSON($0, &places) }, offset: offset)
    default: self = .leaf(value, offset: offset)
    }
  }
}
