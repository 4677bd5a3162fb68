internal import ReceiptCore

/// The anomalies of an element, by itself and compared with its siblings.
extension ElementWalker {
  func noteForm(of header: ElementHeader, _ anomalies: inout [StructureAnomaly]) {
    if header.isCut {
      let present = header.content.count
      anomalies.append(
        StructureAnomaly(
          .truncated,
          header.declaredLength.map {
            "the length promises \($0) \($0 == 1 ? "octet" : "octets"), but \(present) are there"
          }
            ?? "the length is larger than any file"))
    }
    if !header.hasMinimalTag { anomalies.append(StructureAnomaly(.nonMinimalTag)) }
    if !header.hasMinimalLength { anomalies.append(StructureAnomaly(.nonMinimalLength)) }
    if header.isIndefinite { anomalies.append(StructureAnomaly(.indefiniteLength)) }
    guard let tag = header.universalTag else { return }
    // SEQUENCE, SET, EXTERNAL and EMBEDDED PDV are always constructed. Strings may be, in BER. Others never
    // are.
    switch tag {
    case 0x10, 0x11, 0x08, 0x0B:
      if !header.isConstructed { anomalies.append(StructureAnomaly(.wrongForm)) }
    case 0x03, 0x04, 0x07, 0x0C, 0x12...0x1E:
      if header.isConstructed { anomalies.append(StructureAnomaly(.constructedString)) }
    default:
      if header.isConstructed { anomalies.append(StructureAnomaly(.wrongForm)) }
    }
  }

  /// DER sorts a SET OF by the bytes of its elements (X.690 §11.6). Reported once for each SET.
  mutating func noteOrder(
    of header: ElementHeader, in top: Int, _ anomalies: inout [StructureAnomaly]
  ) {
    guard stack[top].isSet, stack[top].isSorted else { return }
    guard !header.isIndefinite, !header.isCut else {
      stack[top].previous = nil
      return
    }
    let current = header.start..<header.end
    if let previous = stack[top].previous,
      bytes.isOrdered(
        current.lowerBound, before: previous.lowerBound, length: min(current.count, previous.count))
    {
      stack[top].isSorted = false
      anomalies.append(StructureAnomaly(.unsortedSet))
    }
    stack[top].previous = current
  }
}

extension StructureAnomaly {
  /// The anomaly of an element whose type is not that of its field.
  static func unexpected(
    _ header: ElementHeader, _ expected: [UInt8]
  ) -> StructureAnomaly {
    let names = expected.map { elementName($0, UInt64($0 & 0x1F)) }.joined(separator: " or ")
    let name = elementName(header.identifier, header.tagNumber)
    return StructureAnomaly(.unexpectedTag, "this should be \(names), and is \(name)")
  }
}
