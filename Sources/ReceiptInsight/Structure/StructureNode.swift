package import ReceiptCore

/// One piece of a file, in the order of its bytes. It is an ASN.1 element, a JSON field, a line of text, or
/// bytes that cannot be read.
///
/// The bytes of all nodes in a part add up to that part: nothing is left out, and nothing is shown twice.
package struct StructureNode: Sendable {
  /// The node's own bytes: its header, its content unless that is walked separately, and the separator before
  /// the next node.
  package let octets: ArraySlice<UInt8>
  /// The number of bytes before the content: tag and length, or a name with its colon.
  package let headerLength: Int
  /// The length of the content in bytes; for an indefinite length, the largest possible one.
  package let contentLength: Int
  /// The number of enclosing elements.
  package let depth: Int
  package let tag: Tag
  /// The field's name in terms of the receipt: `signerInfos[0].digestAlgorithm`.
  package let name: String
  package let value: StructureValue
  package let isIndefinite: Bool
  package let anomalies: [StructureAnomaly]

  init(
    _ octets: ArraySlice<UInt8>, header: Int = 0, content: Int? = nil, depth: Int, tag: Tag,
    name: String, value: StructureValue = .none, isIndefinite: Bool = false,
    anomalies: [StructureAnomaly] = []
  ) {
    self.octets = octets
    headerLength = header
    contentLength = content ?? octets.count - header
    self.depth = depth
    self.tag = tag
    self.name = name
    self.value = value
    self.isIndefinite = isIndefinite
    self.anomalies = anomalies
  }

  /// Its offset in its part.
  package var offset: Int { octets.startIndex }
  package var header: ArraySlice<UInt8> { octets.prefix(headerLength) }
  /// The content, unless it is walked separately.
  package var content: ArraySlice<UInt8> { octets.dropFirst(headerLength).prefix(contentLength) }
  /// The bytes between the content and the next node: a comma, brackets, a line break.
  package var separator: ArraySlice<UInt8> {
    octets.dropFirst(headerLength).dropFirst(contentLength)
  }

  /// The kind of a node.
  package enum Tag: Sendable, Hashable {
    /// An ASN.1 element: its first byte, and its tag number.
    case element(identifier: UInt8, number: UInt64)
    /// Two zero bytes that end an indefinite length (X.690 §8.1.5).
    case endOfContents
    /// Bytes without a header.
    case octets
    /// Bytes that should be an element.
    case unreadable
    /// A text without structure.
    case text
    /// A value of JSON or of a property list.
    case object, array, string, number, literal
    /// A segment of a JWS.
    case segment
  }
}

/// The value of a node's content.
package enum StructureValue: Sendable {
  /// Nothing to show: the content is walked separately, or empty.
  case none
  /// The content is shown as bytes.
  case octets
  /// The content is a text in UTF-8, which may be invalid.
  case text
  /// The content is JSON or property list text, shown as written.
  case literal
  /// A text in another encoding than UTF-8.
  case decodedText(String)
  /// An INTEGER of at most 64 bits, with the meaning of its number, if known.
  case integer(Int64, note: String?)
  case boolean(Bool)
  /// The dotted form, and its name.
  case objectIdentifier(String, name: String?)
  case time(ReceiptDate)
  /// The names of the bits that are set.
  case bits([String])
}

/// A series of bytes with its own offsets: the file, or the decoded content of a field.
package struct StructurePart: Sendable {
  /// 0 for the file; other parts are numbered as they are found.
  package let number: Int
  /// The name of the part: `payload`, `x5c[0]`; empty for the file.
  package let name: String
  /// The layers that were removed, outermost first.
  package let layers: [String]
  package let count: Int
  /// The number of enclosing elements.
  package let depth: Int
}

/// One event of a walk.
package enum StructureEvent: Sendable {
  case node(StructureNode)
  case begin(StructurePart)
  /// The latest part has ended; the enclosing one continues.
  case end
}
