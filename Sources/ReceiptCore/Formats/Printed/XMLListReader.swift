/// Reads a property list in XML (Apple, `PropertyList-1.0.dtd`). Data stays base64, and a date stays text.
enum XMLListReader {
  static func read(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    var builder = ValueBuilder()
    while builder.root == nil {
      cursor.skipSpace()
      let start = cursor.position
      guard cursor.take("<"), let tag = cursor.take(to: ">") else {
        throw cursor.fault("an element is missing")
      }
      guard tag.count <= maximumTag else { throw JSONFault("a tag is too long", start) }
      let isEmpty = tag.last == UInt8(ascii: "/")
      let name = try cursor.text(
        tag.prefix { !Text.isSpace($0) && $0 != UInt8(ascii: "/") }, at: start)
      switch name {
      case "dict", "array":
        try builder.open(name == "dict" ? .object : .array, at: start)
        if isEmpty { try builder.close(at: start) }
      // The name of a closing tag is empty, for it ends at the stroke.
      case "" where ["/dict", "/array"].contains { tag.elementsEqual($0.utf8) }:
        try builder.close(at: start)
      case "true", "false":
        try builder.add(.bool(name == "true"), at: start)
        // Some writers put the end apart.
        if !isEmpty { _ = cursor.take("</\(name)>") }
      case "key": try builder.name(isEmpty ? "" : content(of: name, &cursor), at: start)
      case "string", "date", "data", "integer", "real":
        let text = isEmpty ? "" : try content(of: name, &cursor)
        try builder.add(value(text, name), at: start)
      case "plist", "?xml", "!DOCTYPE", "!doctype": continue
      case _ where name.hasPrefix("!--"): continue
      default: throw JSONFault("a property list has no such element", start)
      }
    }
    cursor.skipSpace()
    _ = cursor.take("</plist>")
    guard let root = builder.root else { throw cursor.fault("a value is missing") }
    return root
  }

  private static let maximumTag = 256

  private static func value(_ text: String, _ type: String) -> JSONValue {
    switch type {
    case "integer", "real":
      JSONValue(typedNumber: ReceiptString(Text.trimmed(Array(text.utf8))).description)
    case "data": .string(ReceiptString(text.utf8.filter { !Text.isSpace($0) }).description)
    default: .string(text)
    }
  }

  /// The text before the end of the element, with its entities replaced.
  private static func content(
    of name: String, _ cursor: inout TextCursor
  ) throws(JSONFault) -> String {
    let start = cursor.position
    guard let raw = cursor.take(to: "</\(name)>") else {
      throw JSONFault("it breaks off in a text", start)
    }
    guard raw.contains(UInt8(ascii: "&")) else { return try cursor.text(raw, at: start) }
    var octets: [UInt8] = []
    var rest = raw
    while let sign = rest.firstIndex(of: UInt8(ascii: "&")) {
      octets += rest[..<sign]
      guard let end = rest[sign...].prefix(maximumEntity).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: rest[sign + 1..<end], as: UTF8.self))
      else { throw JSONFault("an entity cannot be read", sign) }
      octets += String(scalar).utf8
      rest = rest[(end + 1)...]
    }
    return try cursor.text(octets + rest, at: start)
  }

  private static let maximumEntity = 12

  private static func scalar(_ entity: String) -> Unicode.Scalar? {
    if entity.hasPrefix("#x") {
      return UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    if entity.hasPrefix("#") { return UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init) }
    return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][entity]
  }
}
