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
      guard octets.count <= content.count else { break }
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

  /// The redacted payload to be signed, sorted if the original was. The original is given away, because both may be
  /// as large as the largest input.
  mutating func payload(of decoded: consuming DecodedReceipt) -> [UInt8] {
    // Some generators of test receipts wrap the set in another OCTET STRING, and so does the copy.
    let isWrapped = decoded.signedData?.content?.first == ASN1Kind.octetString.rawValue
    // The new bytes sort in another order, so purchases and their attributes are sorted again.
    let set =
      decoded.findings.contains { $0.id == .unsortedSet } ? DER.unsortedSet : DER.set
    let elements = elements(of: decoded.attributes, set)
    _ = consume decoded
    return isWrapped ? DER.octetString(set(elements)) : set(elements)
  }

  /// The attributes of the receipt, each purchase with its own.
  private mutating func elements(
    of attributes: AttributeList, _ set: ([[UInt8]]) -> [UInt8]
  ) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var place = attributes.startIndex
    while place < attributes.endIndex {
      let attribute = attributes[place]
      place += 1
      // A purchase that is no SET is an error, and is not copied. Behind one other bytes may stand, which are left out.
      guard attribute.path.purchaseIndex != nil, attribute.path.inAppType == nil else {
        result.append(copy(of: attribute).encoded)
        continue
      }
      var parts: [[UInt8]] = []
      while place < attributes.endIndex, attributes[place].path.inAppType != nil {
        parts.append(copy(of: attributes[place]).encoded)
        place += 1
      }
      var purchase = AttributeTemplate(attribute)
      purchase.value = set(parts)
      result.append(purchase.encoded)
    }
    return result
  }

  private mutating func copy(of attribute: Attribute) -> AttributeTemplate {
    var copy = AttributeTemplate(attribute)
    copy.value.replaceSubrange(
      (copy.value.count - attribute.innerContent.count)..., with: redact(attribute))
    return copy
  }

  /// The bytes that hold the attributes.
  static func storage(of decoded: DecodedReceipt) -> [UInt8] {
    guard let data = decoded.signedData, data.encoding == .ber, let content = data.content else {
      return decoded.input.bytes
    }
    return Array(content)
  }
}
