internal import ReceiptCore

// App receipts: values are replaced in place by others of the same length. So a copy has the lengths and
// offsets of the original.
extension Redactor {
  /// Replaces the values of all attributes in the bytes that hold them.
  mutating func redact(_ attributes: AttributeList, in bytes: inout [UInt8]) {
    for attribute in attributes {
      // The attributes of a purchase follow it in the list, if it has any.
      if attribute.path.purchaseIndex != nil, attribute.path.inAppType == nil,
        attribute.kind == .set
      {
        continue
      }
      let place = attribute.innerContent.indices
      let replacement = redact(attribute)
      guard replacement.count == place.count else { continue }
      bytes.replaceSubrange(place, with: replacement)
    }
  }

  /// The replacement for the content.
  private mutating func redact(_ attribute: Attribute) -> [UInt8] {
    let field = attribute.definition?.name ?? "attribute \(attribute.type)"
    let content = Array(attribute.innerContent)
    let secrecy = FieldSecrecy(attribute)
    switch attribute.kind {
    case _ where content.isEmpty: return content
    case .integer:
      guard let number = content.integer(0..<content.count) else { break }
      let result = redact(number: number, of: field, secrecy)
      // The result has the same length, even if the number was not in the fewest bytes.
      let octets = DER.integer(result).dropFirst(2)
      let filler: UInt8 = result < 0 ? 0xFF : 0
      return Array(repeating: filler, count: max(0, content.count - octets.count)) + octets
    case _ where attribute.kind.isText:
      return redact(text: content, of: field, secrecy)
    // A flag. Any other content is not that of a BOOLEAN, and NULL has no content (X.690 §8.2.2, §8.8.2).
    case .boolean where content == [0] || content == [0xFF]: return content
    default: break
    }
    let result = pseudonyms.octets(content)
    note(field, Hexadecimal.encode(content), Hexadecimal.encode(result))
    return result
  }

  /// The redacted payload to be signed, sorted if the original was.
  mutating func payload(of decoded: DecodedReceipt) -> [UInt8] {
    // Some generators of test receipts wrap the set in another OCTET STRING, and so does the copy.
    let isWrapped = decoded.signedData?.content?.first == ASN1Kind.octetString.rawValue
    let isSorted = !decoded.findings.contains { $0.id == .unsortedSet }
    var bytes = Self.storage(of: decoded)
    redact(decoded.attributes, in: &bytes)
    let attributes = decoded.attributes.reading(bytes)
    // The new bytes sort in another order, so purchases and their attributes are sorted again.
    let set = isSorted ? DER.set(Self.sorted(attributes)) : DER.unsortedSet(Self.whole(attributes))
    return isWrapped ? DER.octetString(set) : set
  }

  /// The attributes of the receipt as they are, each with all that is in it.
  private static func whole(_ attributes: AttributeList) -> [[UInt8]] {
    attributes.lazy.filter { $0.path.inAppType == nil }.map { AttributeTemplate($0).encoded }
  }

  /// The attributes of the receipt, each purchase with its own in order.
  private static func sorted(_ attributes: AttributeList) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var place = attributes.startIndex
    while place < attributes.endIndex {
      var template = AttributeTemplate(attributes[place])
      let isPurchase = attributes[place].path.purchaseIndex != nil
      let inner = attributes[(place + 1)...].prefix { $0.path.inAppType != nil }
      if isPurchase {
        template.value = AttributeTemplate.payload(inner.map(AttributeTemplate.init))
      }
      result.append(template.encoded)
      place = inner.endIndex
    }
    return result
  }

  /// The bytes that hold the attributes.
  static func storage(of decoded: DecodedReceipt) -> [UInt8] {
    guard let data = decoded.signedData, data.encoding == .ber, let content = data.content else {
      return decoded.input.bytes
    }
    return Array(content)
  }
}
