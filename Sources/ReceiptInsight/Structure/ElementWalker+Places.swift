internal import ReceiptCore

/// Finds the role of an element by its position among its siblings.
extension ElementWalker {
  /// The role and name of an element, by its position among its siblings.
  mutating func place(
    of header: ElementHeader, in top: Int, _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    let frame = stack[top]
    switch frame.role {
    case .file:
      guard frame.children == 0 else { return trailing(frame, &anomalies) }
      return rootPlace(of: header, &anomalies)
    case .content:
      guard frame.children == 0 else { return trailing(frame, &anomalies) }
      if header.identifier == 0x04 || header.identifier == 0x24 {
        anomalies.append(StructureAnomaly(.payloadWrapped))
        return ElementPlace("payload.octets", .content)
      }
      if header.identifier != 0x31 { anomalies.append(.unexpected(header, [0x31])) }
      return ElementPlace("payload", .payload)
    case .onlyPiece: return ElementPlace("\(frame.name)[\(frame.children)]", .content)
    case .piece: return ElementPlace(frame.numbered, .piece)
    case .attributeValue(let path):
      guard frame.children == 0 else { return trailing(frame, &anomalies) }
      return valuePlace(of: header, path, frame, &anomalies)
    case .payload, .purchase: return attributePlace(of: header, in: top, &anomalies)
    default: break
    }
    if let element = frame.role.elements {
      if !element.accepts(header.identifier) {
        anomalies.append(.unexpected(header, element.identifiers))
      }
      return elementPlace(of: header, element.role, frame)
    }
    if let fields = frame.role.fields {
      return fieldPlace(of: header, fields, in: top, &anomalies)
    }
    return ElementPlace(frame.numbered, .other)
  }

  func rootPlace(
    of header: ElementHeader, _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    let place: ElementPlace
    switch root {
    case .receipt: place = ElementPlace("contentInfo", .contentInfo, prefix: "")
    case .certificate(let name): place = ElementPlace(name, .certificate)
    case .payload: place = ElementPlace("payload", .payload)
    case .unknown(let name): return ElementPlace(name, .other)
    }
    if header.identifier != 0x30 { anomalies.append(.unexpected(header, [0x30])) }
    return place
  }

  func trailing(
    _ frame: Frame, _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    anomalies.append(StructureAnomaly(.trailingData))
    return ElementPlace(frame.numbered, .other)
  }

  /// The next field of a SEQUENCE that an element can be. An element of a wrong type is treated as the next
  /// required field.
  mutating func fieldPlace(
    of header: ElementHeader, _ fields: [ElementField], in top: Int,
    _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    let frame = stack[top]
    let rest = fields.indices.dropFirst(frame.nextField)
    var index = rest.first { fields[$0].accepts(header.identifier) || !fields[$0].isOptional }
    if index == nil, rest.count == 1 { index = rest.first }
    guard let index else {
      guard fields.count > 1 else { return trailing(frame, &anomalies) }
      anomalies.append(StructureAnomaly(.unexpectedElement))
      return ElementPlace("\(frame.name)[\(frame.children)]", .other)
    }
    let field = fields[index]
    stack[top].nextField = index + 1
    if !field.accepts(header.identifier) {
      anomalies.append(.unexpected(header, field.identifiers))
    }
    let name = frame.prefix.isEmpty ? field.label : joined(frame.prefix, ".", field.label)
    switch (frame.role, field.label) {
    case (.attribute(let path?), "value"):
      // Bytes that are not walked further are the field itself.
      let isWhole = !holdsElements(header, .attributeValue(path))
      return ElementPlace(
        isWhole ? path.fieldName : name, .attributeValue(path), prefix: frame.prefix)
    case (.extension(let type), "extnValue"):
      return ElementPlace(name, .extensionValue(type), prefix: frame.prefix)
    case (.contentInfo, "content"), (.explicitSignedData, _):
      return ElementPlace(name, field.role, prefix: "")
    default:
      return ElementPlace(
        name, field.role, prefix: field.role.isTransparent ? frame.prefix : name)
    }
  }

  /// An element of a list, named by its number or by its own identifier.
  func elementPlace(
    of header: ElementHeader, _ role: ElementRole, _ frame: Frame
  ) -> ElementPlace {
    let numbered = "\(frame.prefix)[\(frame.children)]"
    switch role {
    case .relativeName: return ElementPlace(numbered, role, prefix: frame.prefix)
    case .extension, .namePart:
      guard let type = firstIdentifier(in: header) else { return ElementPlace(numbered, role) }
      let typeName = ObjectIdentifierNames.name(of: type)
      return ElementPlace(
        "\(frame.prefix).\(typeName ?? type.replacingDots)",
        role == .namePart ? role : .extension(typeName))
    default: return ElementPlace(numbered, role)
    }
  }

  /// The object identifier at the beginning of an element, in dotted form.
  func firstIdentifier(in header: ElementHeader) -> String? {
    guard let type = try? ElementHeader(bytes, at: header.contentStart, limit: header.end),
      type.identifier == 0x06
    else { return nil }
    return OID.dotted(content: bytes[type.content])
  }
}

/// One text of three. Each `+` would copy what is before it.
private func joined(_ first: String, _ second: String, _ third: String) -> String {
  var result = ""
  result.reserveCapacity(first.utf8.count + second.utf8.count + third.utf8.count)
  result += first
  result += second
  result += third
  return result
}

extension String {
  /// With `_` for every dot, so that a dotted identifier is one part of a name.
  fileprivate var replacingDots: String { split(separator: ".").joined(separator: "_") }
}
