package import ReceiptCore

/// One piece of a file, in the order of its bytes: an element of ASN.1, a field of JSON, a line of text,
/// or bytes that cannot be read.
///
/// The bytes of all nodes of a part, one after the other, are that part: nothing is left out and nothing
/// shown twice.
package struct StructureNode: Sendable {
  /// The bytes that are this node's own: its header, its content where that is not taken apart into nodes
  /// of its own, and what stands between it and the next one.
  package let octets: ArraySlice<UInt8>
  /// How many of them come before the content: tag and length, or a name with its colon.
  package let headerLength: Int
  /// How many bytes of content there are; of an indefinite length, how many there may be at most.
  package let contentLength: Int
  /// How many elements are open around it.
  package let depth: Int
  package let tag: Tag
  /// The field's name in the receipt's own terms: `signerInfos[0].digestAlgorithm`.
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

  /// Where it begins in its part.
  package var offset: Int { octets.startIndex }
  package var header: ArraySlice<UInt8> { octets.prefix(headerLength) }
  /// The content, where it is not taken apart.
  package var content: ArraySlice<UInt8> { octets.dropFirst(headerLength).prefix(contentLength) }
  /// What stands between the content and the next node: a comma, brackets, a line's end.
  package var separator: ArraySlice<UInt8> {
    octets.dropFirst(headerLength).dropFirst(contentLength)
  }

  /// What a node is built as.
  package enum Tag: Sendable, Hashable {
    /// An ASN.1 element: its first byte, and its tag's number.
    case element(identifier: UInt8, number: UInt64)
    /// Two zero bytes that end an indefinite length (X.690 §8.1.5).
    case endOfContents
    /// Bytes without a header of their own.
    case octets
    /// Bytes in whose place an element should be.
    case unreadable
    /// A text without a structure of its own.
    case text
    /// A value of JSON, or of a property list.
    case object, array, string, number, literal
    /// A segment of a JWS.
    case segment
  }
}

/// What a node's content reads as.
package enum StructureValue: Sendable {
  /// Nothing to show: the content is taken apart, or empty.
  case none
  /// The content is shown as bytes.
  case octets
  /// The content is a text in UTF-8, or would be if it were valid.
  case text
  /// The content is a text of JSON or of a property list, shown as it is written.
  case literal
  /// A text that the content says in another encoding than UTF-8.
  case decodedText(String)
  /// An INTEGER of at most 64 bits, with what its number means where that is known.
  case integer(Int64, note: String?)
  case boolean(Bool)
  /// The dotted form, and a name for it.
  case objectIdentifier(String, name: String?)
  case time(ReceiptDate)
  /// The names of the bits that are set.
  case bits([String])
}

/// A series of bytes with offsets of its own: the file, or what one of its fields holds in another
/// encoding.
package struct StructurePart: Sendable {
  /// 0 for the file; the others in the order in which they are met.
  package let number: Int
  /// What it is: `payload`, `x5c[0]`; empty for the file.
  package let name: String
  /// What was taken off to get at it, outermost first.
  package let layers: [String]
  package let count: Int
  /// How many elements are open around it.
  package let depth: Int
}

/// What a walk over a structure comes upon.
package enum StructureEvent: Sendable {
  case node(StructureNode)
  case begin(StructurePart)
  /// The part that began last has ended; the one around it goes on.
  case end
}
