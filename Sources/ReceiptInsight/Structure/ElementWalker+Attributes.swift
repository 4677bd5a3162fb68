internal import ReceiptCore

/// Attributes of receipts and purchases, which are named by their type.
extension ElementWalker {
  mutating func attributePlace(
    of header: ElementHeader, in top: Int, _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    let frame = stack[top]
    if header.identifier != 0x30 { anomalies.append(.unexpected(header, [0x30])) }
    guard header.isConstructed, let type = attributeType(in: header) else {
      return ElementPlace("\(frame.name)[\(frame.children)]", .attribute(nil))
    }
    let path: AttributePath
    if case .purchase(let number) = frame.role {
      path = AttributePath(purchase: number, inAppType: type)
    } else if type == AttributeType.inApp {
      path = AttributePath(purchase: purchases)
      purchases += 1
    } else {
      path = AttributePath(type: type)
    }
    if path.purchaseIndex == nil || path.inAppType != nil, !stack[top].types.insert(type) {
      anomalies.append(StructureAnomaly(.duplicateAttribute))
    }
    return ElementPlace("payload " + path.description, .attribute(path))
  }

  /// The type at the beginning of an attribute: a number from 0 to 2³¹−1.
  func attributeType(in attribute: ElementHeader) -> Int? {
    guard
      let type = try? ElementHeader(bytes, at: attribute.contentStart, limit: attribute.end),
      type.identifier == ASN1Kind.integer.rawValue, !type.isCut,
      let value = bytes.integer(type.content), (0...Int64(Int32.max)).contains(value)
    else { return nil }
    return Int(value)
  }

  func valuePlace(
    of header: ElementHeader, _ path: AttributePath, _ frame: Frame,
    _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    if let purchase = path.purchaseIndex, path.inAppType == nil {
      if header.identifier != 0x31 { anomalies.append(.unexpected(header, [0x31])) }
      return ElementPlace(path.fieldName, .purchase(purchase), prefix: frame.prefix)
    }
    if let expected = path.definition?.encoding.identifier, header.identifier != expected {
      let isText =
        ASN1Kind(rawValue: header.identifier).isText && ASN1Kind(rawValue: expected).isText
      anomalies.append(
        isText
          ? StructureAnomaly(.wrongStringType)
          : .unexpected(header, [expected]))
    }
    return ElementPlace(path.fieldName, .fieldValue(path))
  }
}

extension AttributePath {
  var definition: AttributeDefinition? {
    inAppType.map { AttributeTable.inApp($0) } ?? AttributeTable.receipt(type)
  }

  var isKnown: Bool { definition != nil }

  /// `payload 17[2]/1708 expires_date`, without the last word if the type has no name.
  var fieldName: String {
    let path = "payload " + description
    return definition.map { path + " " + $0.name } ?? path
  }
}

extension AttributeDefinition.Encoding {
  /// The identifier byte of the value's element; `nil` for plain bytes.
  fileprivate var identifier: UInt8? {
    switch self {
    case .utf8String: 0x0C
    case .ia5String, .date: 0x16
    case .integer: 0x02
    case .set: 0x31
    case .raw: nil
    }
  }
}
