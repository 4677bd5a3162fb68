/// Walks the elements of one constructed element, in order.
struct ElementCursor {
  private let bytes: [UInt8]
  private(set) var position: Int
  package let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.position = range.lowerBound
    self.end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }

  /// Reads the next element's header and steps over its content. After a fault the cursor does not move.
  mutating func next() throws(ASN1Fault) -> ASN1Element {
    let element = try bytes.element(at: position, limit: end)
    position = element.end
    return element
  }
}

/// The identifier bytes that occur in a receipt's container.
enum ASN1Tag: UInt8 {
  case integer = 0x02
  case octetString = 0x04
  case objectIdentifier = 0x06
  case sequence = 0x30
  case set = 0x31
  case context0 = 0xA0
  case context1 = 0xA1

  var isConstructed: Bool { rawValue & 0x20 != 0 }
}

extension ASN1Element {
  /// The tag; `nil` if it does not occur in a receipt's container.
  var tag: ASN1Tag? { ASN1Tag(rawValue: identifier) }
}

extension ASN1Fault {
  /// Converts the fault to an error about the element `name`, which was expected at `offset`.
  func receiptError(
    reading name: String, at offset: Int, path: AttributePath? = nil
  ) -> ReceiptError {
    let hint = "the file is damaged; get it again from the device"
    return switch self {
    case .endOfData:
      ReceiptError(
        .truncated, "the data ends where \(name) should be", offset: offset, path: path,
        hint: "the end of the file is missing, or \(name) was overwritten; get the receipt again")
    case .highTagNumber:
      ReceiptError(
        .malformed, "\(name) has a tag of several bytes, which no receipt uses", offset: offset,
        path: path, hint: hint)
    case .invalidLength:
      ReceiptError(
        .malformed, "the length of \(name) cannot be read", offset: offset, path: path, hint: hint)
    }
  }
}

extension ReceiptError {
  /// The error for an element whose header promises more bytes than there are.
  static func truncated(
    _ element: ASN1Element, name: String, path: AttributePath? = nil
  ) -> ReceiptError {
    let present = element.end - element.contentStart
    let missing = element.declaredLength - present
    return ReceiptError(
      .truncated,
      "\(name) should hold \(element.declaredLength) bytes, but only \(present) are there",
      offset: element.start, path: path,
      hint: "\(missing) \(missing == 1 ? "byte is" : "bytes are") missing; "
        + "get the whole receipt again")
  }

  static func tooManyCertificates(limit: Int, offset: Int) -> ReceiptError {
    ReceiptError(
      .tooManyCertificates, "there are more than \(limit) certificates", offset: offset,
      hint: "a receipt carries three; this file was not made by Apple")
  }

  static func tooManySigners(limit: Int, offset: Int) -> ReceiptError {
    ReceiptError(
      .tooManySigners, "there are more than \(limit) signers or digest algorithms", offset: offset,
      hint: "a receipt has one of each; this file was not made by Apple")
  }
}

extension Diagnostics {
  /// Records that an element is cut short, unless an enclosing element is cut at the same place.
  package mutating func addCut(_ element: ASN1Element, name: String, path: AttributePath? = nil) {
    add(.truncated(element, name: name, path: path), ofCutAt: element.end)
  }
}
