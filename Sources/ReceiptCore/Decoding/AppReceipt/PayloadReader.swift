/// Reads a receipt's payload into attributes and model in one pass.
///
/// ```
/// Payload ::= SET OF ReceiptAttribute
/// ```
///
/// The schema has two levels, the receipt and its purchases, so a file cannot nest deeper. A fault is
/// recorded with its offset and path. Reading continues with the next attribute if the surrounding lengths
/// show where it begins.
package struct PayloadReader {
  package let bytes: [UInt8]
  private let maximumAttributes: Int
  var diagnostics: Diagnostics
  package var receipt = Receipt()
  private var records: [AttributeList.Record] = []
  private var purchaseIndices: [Int32] = []
  private var hasTooManyPurchases = false
  /// The purchase whose attributes are being read.
  var purchase = InAppPurchase()
  private var otherTypes: Set<OtherType> = []

  /// An unknown type, in the receipt or in one of its purchases.
  private struct OtherType: Hashable {
    let purchase: Int?
    let type: Int32
  }

  /// `bytes` has the content at its `indices`. Offsets in errors are these indices.
  package init(bytes: [UInt8], limits: DecodingLimits, diagnostics: Diagnostics) {
    self.bytes = bytes
    self.maximumAttributes = limits.maximumAttributes
    self.diagnostics = diagnostics
  }

  package var attributes: AttributeList {
    AttributeList(bytes: bytes, records: records, purchaseIndices: purchaseIndices)
  }

  /// The set of attributes that is being read.
  private struct Level {
    /// The index of the purchase that has these attributes; `nil` for the receipt itself.
    let purchase: Int?
    /// The known types found so far, to report duplicates.
    var seen: UInt64 = 0
    /// The previous attribute.
    var previous: (start: Int, length: Int, type: Int32) = (0, 0, 0)
    var isSorted = true

    @inline(__always)
    func path(_ type: Int32) -> AttributePath {
      guard let purchase else { return AttributePath(type: Int(type)) }
      return AttributePath(purchase: purchase, inAppType: Int(type))
    }

    var path: AttributePath? { purchase.map { AttributePath(purchase: $0) } }
  }

  // MARK: The payload

  package mutating func read(_ content: Range<Int>) {
    guard var set = payloadElement(content, path: nil) else { return }
    if set.identifier == ASN1Kind.octetString.rawValue {
      diagnostics.add(Finding(.payloadWrapped, offset: set.start))
      guard let inner = payloadElement(set.content, path: nil) else { return }
      set = inner
    }
    guard set.identifier == ASN1Kind.set.rawValue else {
      diagnostics.add(
        ReceiptError(
          .notAReceipt,
          "the signed content is no SET of attributes: it begins with \(Hexadecimal.encode(set.identifier))",
          offset: set.start,
          hint: "this PKCS#7 file signs something other than a receipt"))
      // A set with a damaged tag still contains its attributes.
      guard set.isConstructed else { return }
      readSet(set.content, level: Level(purchase: nil))
      return
    }
    // The usual sizes of attributes and purchases in Apple's receipts, so that the arrays seldom grow.
    records.reserveCapacity(min(set.content.count / 16, maximumAttributes))
    receipt.inApp.reserveCapacity(set.content.count / 380)
    readSet(set.content, level: Level(purchase: nil))
  }

  /// The one element that `content` should be.
  private mutating func payloadElement(_ content: Range<Int>, path: AttributePath?) -> ASN1Element?
  {
    let name = path == nil ? "the payload" : "the purchase"
    do {
      let element = try bytes.element(at: content.lowerBound, limit: content.upperBound)
      note(element, name: name, path: path)
      if element.end < content.upperBound {
        diagnostics.add(Finding(.trailingData, offset: element.end, path: path))
      }
      return element
    } catch {
      diagnostics.add(error.receiptError(reading: name, at: content.lowerBound, path: path))
      return nil
    }
  }

  /// Records what is unusual about a header.
  @inline(__always)
  private mutating func note(
    _ element: ASN1Element, name: @autoclosure () -> String, path: @autoclosure () -> AttributePath?
  ) {
    if !element.isPlain { noteUnusual(element, name: name(), path: path()) }
  }

  @inline(never)
  private mutating func noteUnusual(_ element: ASN1Element, name: String, path: AttributePath?) {
    if element.isIndefinite {
      diagnostics.add(
        ReceiptError(
          .malformed, "\(name) has an indefinite length, which a payload may not have",
          offset: element.start, path: path,
          hint: "the file is damaged or was not made by Apple or Xcode"))
    } else if !element.hasMinimalLength {
      diagnostics.add(Finding(.nonMinimalLength, offset: element.start, path: path))
    }
    if element.isCut { diagnostics.addCut(element, name: name, path: path) }
  }

  // MARK: A set of attributes

  private mutating func readSet(_ range: Range<Int>, level initialLevel: Level) {
    var level = initialLevel
    var position = range.lowerBound
    while position < range.upperBound, !diagnostics.isFull {
      guard records.count < maximumAttributes else {
        diagnostics.add(
          ReceiptError(
            .tooManyAttributes, "there are more than \(maximumAttributes) attributes",
            offset: position, path: level.path,
            hint: "no genuine receipt has this many; the rest is not shown"))
        return
      }
      if let parts = bytes.plainAttribute(at: position, limit: range.upperBound) {
        position = parts.end
        keep(parts, isCut: false, level: &level)
        continue
      }
      guard let end = readUnusualAttribute(at: position, limit: range.upperBound, level: &level)
      else { return }
      position = end
    }
  }

  /// Reads an attribute step by step, and records what is unusual or wrong. Returns where the next one
  /// begins, or `nil` if that is not known.
  private mutating func readUnusualAttribute(
    at start: Int, limit: Int, level: inout Level
  ) -> Int? {
    let element: ASN1Element
    do {
      element = try bytes.element(at: start, limit: limit)
    } catch {
      // Without a length, the start of the next attribute is not known.
      diagnostics.add(error.receiptError(reading: "an attribute", at: start, path: level.path))
      return nil
    }
    note(element, name: "an attribute", path: level.path)
    guard element.identifier == ASN1Kind.sequence.rawValue else {
      diagnostics.add(
        ReceiptError(
          .unexpectedTag,
          "an attribute has the tag \(Hexadecimal.encode(element.identifier)), not 30",
          offset: element.start, path: level.path,
          hint: "this attribute is damaged and was passed over"))
      return element.end
    }
    guard
      let type = smallInteger(
        at: element.contentStart, limit: element.end, name: "type", path: level.path)
    else { return element.end }
    let isPurchase = type.value == Int32(AttributeType.inApp) && level.purchase == nil
    let path =
      isPurchase ? AttributePath(purchase: purchaseIndices.count) : level.path(type.value)
    guard
      let version = smallInteger(at: type.end, limit: element.end, name: "version", path: path)
    else { return element.end }
    let value: ASN1Element
    do {
      value = try bytes.element(at: version.end, limit: element.end)
    } catch {
      diagnostics.add(error.receiptError(reading: "the value", at: version.end, path: path))
      return element.end
    }
    if value.isCut {
      // Several elements may be cut off here. The value is the one to report.
      diagnostics.add(.truncated(value, name: "the value", path: path))
    } else {
      note(value, name: "the value", path: path)
    }
    guard value.identifier == ASN1Kind.octetString.rawValue else {
      diagnostics.add(
        ReceiptError(
          .unexpectedTag, "the value has the tag \(Hexadecimal.encode(value.identifier)), not 04",
          offset: value.start, path: path, hint: "this attribute is damaged and was passed over"))
      return element.end
    }
    if value.end < element.end {
      diagnostics.add(Finding(.trailingData, offset: value.end, path: path))
    }
    keep(
      AttributeParts(
        start: element.start, end: element.end, type: type.value, version: version.value,
        value: value.content),
      isCut: value.isCut, level: &level)
    return element.end
  }

  /// Adds an attribute to the list and to the model.
  @inline(__always)
  private mutating func keep(_ parts: AttributeParts, isCut: Bool, level: inout Level) {
    // The order is not checked for a truncated attribute, because the missing bytes would count.
    if !isCut { checkOrder(parts, level: &level) }
    let isInAppSet = parts.type == Int32(AttributeType.inApp) && level.purchase == nil
    // A truncated value is not used, except for a purchase, which is read as far as possible.
    if isCut, !isInAppSet { return }
    let isRaw = level.purchase == nil && AttributeTable.isRaw(receiptType: parts.type)
    let (kind, innerHeaderLength) = isRaw ? (.raw, 0) : bytes.innerElement(parts.value)
    let record = AttributeList.Record(
      type: parts.type, version: parts.version,
      offset: UInt32(truncatingIfNeeded: parts.start),
      valueOffset: UInt32(truncatingIfNeeded: parts.value.lowerBound),
      valueLength: UInt32(truncatingIfNeeded: parts.value.count),
      kind: kind, innerHeaderLength: innerHeaderLength, isInApp: level.purchase != nil)
    if isInAppSet {
      readPurchase(record, value: parts.value)
      return
    }
    records.append(record)
    guard isFirst(parts.type, level: &level) else {
      diagnostics.add(
        Finding(.duplicateAttribute, offset: parts.start, path: level.path(parts.type)))
      return
    }
    if innerHeaderLength > 2 { checkLength(parts, innerHeaderLength, level) }
    let field = Field(
      type: parts.type, kind: kind, start: start(of: parts),
      content: parts.value.lowerBound + Int(innerHeaderLength)..<parts.value.upperBound,
      purchase: level.purchase)
    if level.purchase == nil {
      interpretReceiptField(field)
    } else {
      interpretInAppField(field)
    }
  }

  /// Where the value of an attribute stands. An empty one has no byte of its own. At the end of the content, the next
  /// byte is outside what was signed.
  @inline(__always)
  private func start(of parts: AttributeParts) -> Int {
    parts.value.isEmpty ? parts.value.lowerBound - 1 : parts.value.lowerBound
  }

  /// Notes a length within a value in more bytes than it needs (X.690 §10.1). Values of unknown types may be no ASN.1.
  private mutating func checkLength(_ parts: AttributeParts, _ header: UInt8, _ level: Level) {
    let isKnown =
      level.purchase == nil
      ? AttributeTable.receipt(Int(parts.type)) != nil
      : AttributeTable.inApp(Int(parts.type)) != nil
    let length = parts.value.count - Int(header)
    let digits = (Int.bitWidth - length.leadingZeroBitCount + 7) / 8
    guard isKnown, length < 0x80 || Int(header) > 2 + digits else { return }
    diagnostics.add(
      Finding(
        .nonMinimalLength, offset: parts.value.lowerBound, path: level.path(parts.type)))
  }

  private mutating func readPurchase(_ record: AttributeList.Record, value: Range<Int>) {
    let index = purchaseIndices.count
    let path = AttributePath(purchase: index)
    guard index < DecodingLimits.largestPurchaseCount else {
      if !hasTooManyPurchases {
        diagnostics.add(
          ReceiptError(
            .tooManyAttributes, "there are more than \(index) purchases",
            offset: Int(record.offset), path: path,
            hint: "no genuine receipt has this many; the others are not shown"))
      }
      hasTooManyPurchases = true
      return
    }
    purchaseIndices.append(Int32(truncatingIfNeeded: records.count))
    records.append(record)
    defer {
      // Moved, not copied: a copy would retain every text again.
      var finished = InAppPurchase()
      swap(&finished, &purchase)
      receipt.inApp.append(consume finished)
    }
    guard let set = payloadElement(value, path: path) else { return }
    guard set.identifier == ASN1Kind.set.rawValue else {
      diagnostics.add(
        ReceiptError(
          .wrongType,
          "the purchase has the tag \(Hexadecimal.encode(set.identifier)), not that of a SET",
          offset: set.start, path: path, hint: "this purchase is damaged"))
      guard set.isConstructed else { return }
      readSet(set.content, level: Level(purchase: index))
      return
    }
    readSet(set.content, level: Level(purchase: index))
    if let original = purchase.originalPurchaseDate, let date = purchase.purchaseDate,
      original > date
    {
      diagnostics.add(
        Finding(.originalPurchaseAfterPurchase, offset: Int(record.offset), path: path))
    }
  }

  /// Whether this is the first attribute of its type in its set.
  @inline(__always)
  private mutating func isFirst(_ type: Int32, level: inout Level) -> Bool {
    let bit = level.purchase == nil ? type : type - 1700
    guard bit >= 0, bit < 64 else {
      // Unknown types are rare. Those of all purchases share one set.
      return otherTypes.insert(OtherType(purchase: level.purchase, type: type)).inserted
    }
    let mask: UInt64 = 1 << UInt64(bit)
    defer { level.seen |= mask }
    return level.seen & mask == 0
  }

  /// DER sorts a SET OF by the bytes of its elements (X.690 §11.6). Attributes usually differ first in the
  /// length, then in the type.
  @inline(__always)
  private mutating func checkOrder(_ parts: AttributeParts, level: inout Level) {
    let current = (start: parts.start, length: parts.end - parts.start, type: parts.type)
    let previous = level.previous
    level.previous = current
    guard level.isSorted,
      previous.length > current.length
        || previous.length == current.length && previous.type >= current.type
          && bytes.isOrdered(parts.start, before: previous.start, length: current.length)
    else { return }
    level.isSorted = false
    diagnostics.add(Finding(.unsortedSet, offset: parts.start, path: level.path))
  }

  /// An attribute's type or version, which is an INTEGER from 0 to 2³¹−1, and where the next element begins.
  private mutating func smallInteger(
    at start: Int, limit: Int, name: StaticString, path: AttributePath?
  ) -> (value: Int32, end: Int)? {
    let element: ASN1Element
    do {
      element = try bytes.element(at: start, limit: limit)
    } catch {
      diagnostics.add(error.receiptError(reading: "the \(name)", at: start, path: path))
      return nil
    }
    note(element, name: "the \(name)", path: path)
    guard element.identifier == ASN1Kind.integer.rawValue else {
      diagnostics.add(
        ReceiptError(
          .unexpectedTag,
          "an attribute's \(name) has the tag \(Hexadecimal.encode(element.identifier)), not 02",
          offset: start, path: path, hint: "this attribute is damaged and was passed over"))
      return nil
    }
    guard !element.isCut, let wide = bytes.integer(element.content), wide >= 0,
      let value = Int32(exactly: wide)
    else {
      diagnostics.add(
        ReceiptError(
          .invalidInteger, "an attribute's \(name) is not a number from 0 to 2147483647",
          offset: start, path: path, hint: "this attribute is damaged and was passed over"))
      return nil
    }
    if !bytes.isMinimalInteger(element.content) {
      diagnostics.add(Finding(.nonMinimalInteger, offset: start, path: path))
    }
    return (value, element.end)
  }
}
