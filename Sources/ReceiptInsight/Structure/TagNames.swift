internal import ReceiptCore

extension StructureNode.Tag {
  /// The name of the type; for ASN.1 elements, that in X.680.
  package var name: String {
    switch self {
    case .element(let identifier, let number): elementName(identifier, number)
    case .endOfContents: "end-of-contents"
    case .octets: "octets"
    case .unreadable: "unreadable"
    case .text: "text"
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .number: "number"
    case .literal: "literal"
    case .segment: "segment"
    }
  }
}

/// `[0]`, `[APPLICATION 3]`, or the name of a universal type (X.680 §8.6).
func elementName(_ identifier: UInt8, _ number: UInt64) -> String {
  switch identifier & 0xC0 {
  case 0x40: return "[APPLICATION \(number)]"
  case 0x80: return "[\(number)]"
  case 0xC0: return "[PRIVATE \(number)]"
  default:
    guard let index = Int(exactly: number), universalNames.indices.contains(index) else {
      return "[UNIVERSAL \(number)]"
    }
    return universalNames[index]
  }
}

private let universalNames = [
  "[UNIVERSAL 0]", "BOOLEAN", "INTEGER", "BIT STRING", "OCTET STRING", "NULL", "OBJECT IDENTIFIER",
  "ObjectDescriptor", "EXTERNAL", "REAL", "ENUMERATED", "EMBEDDED PDV", "UTF8String",
  "RELATIVE-OID",
  "TIME", "[UNIVERSAL 15]", "SEQUENCE", "SET", "NumericString", "PrintableString", "TeletexString",
  "VideotexString", "IA5String", "UTCTime", "GeneralizedTime", "GraphicString", "VisibleString",
  "GeneralString", "UniversalString", "CHARACTER STRING", "BMPString",
]
