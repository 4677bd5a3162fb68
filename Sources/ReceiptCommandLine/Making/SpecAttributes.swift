internal import ReceiptCore
internal import ReceiptMaking

extension AttributeTemplate {
  /// An attribute as `decode --all --format json` prints it: its type, and its value.
  /// `kind` says how the value is written.
  init(_ node: DocumentNode, isInApp: Bool) throws(DocumentError) {
    var table = try DocumentTable(node, "an attribute")
    guard let typeNode = table.take("type") else {
      throw DocumentError("an attribute needs a type", at: table.position, hint: "type: 1702")
    }
    let type = try Self.number(typeNode, "type")
    let version = try table.take("version").map { node throws(DocumentError) in
      try Self.number(node, "version")
    }
    let kind = try table.take("kind", DocumentNode.text)
    let valueNode = table.take("value")
    table.ignore("confidence", "length", "name", "offset")
    try table.end()
    guard let valueNode else {
      throw DocumentError("the attribute \(type) has no value", at: table.position)
    }
    if case .list(let elements) = valueNode.content, !isInApp, type == 17 {
      var inner: [AttributeTemplate] = []
      for element in elements { inner.append(try AttributeTemplate(element, isInApp: true)) }
      // A SET in DER is sorted, but Apple's receipts are not, so the order of the SPEC is kept.
      self.init(type, version: Int64(version ?? 1), DER.unsortedSet(inner.map(\.encoded)))
      return
    }
    self.init(
      type, version: Int64(version ?? 1),
      try Self.value(valueNode, kind: kind, type: type, isInApp: isInApp))
  }

  private static func number(_ node: DocumentNode, _ key: String) throws(DocumentError) -> Int {
    let number = try node.integer(key)
    guard let number = Int32(exactly: number), number >= 0 else {
      throw DocumentError("\(key) must be a number from 0 to 2147483647", at: node.position)
    }
    return Int(number)
  }

  /// The value bytes. A SPEC writes texts and numbers as they are, hashes in hexadecimal, and all else in base64.
  private static func value(
    _ node: DocumentNode, kind: String?, type: Int, isInApp: Bool
  ) throws(DocumentError) -> [UInt8] {
    let text = try node.text("value")
    if !isInApp, type == 5 { return try node.hexadecimal("value") }
    switch kind {
    case "UTF8String": return DER.utf8String(text)
    case "IA5String": return DER.ia5String(text)
    case "PrintableString", "VisibleString", "TeletexString":
      let identifier: UInt8 =
        kind == "PrintableString" ? 0x13 : kind == "VisibleString" ? 0x1A : 0x14
      return DER.element(identifier, Array(text.utf8))
    case "INTEGER":
      if let number = Int64(text) { return DER.integer(number) }
      return try node.octets("value")
    case nil:
      throw DocumentError(
        "the attribute \(type) has a value, but no kind", at: node.position,
        hint: "kind is UTF8String, IA5String, INTEGER, or raw for bytes in base64")
    default: return try node.octets("value")
    }
  }
}
