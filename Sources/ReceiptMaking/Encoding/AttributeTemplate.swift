internal import ReceiptCore

/// An attribute of a payload to be written.
package struct AttributeTemplate {
  package var type: Int64
  package var version: Int64 = 1
  /// The value bytes: the DER that the type requires.
  package var value: [UInt8]

  package init(_ type: Int, version: Int64 = 1, _ value: [UInt8]) {
    self.type = Int64(type)
    self.version = version
    self.value = value
  }

  package static func utf8(_ type: Int, _ text: String) -> Self { Self(type, DER.utf8String(text)) }
  package static func ia5(_ type: Int, _ text: String) -> Self { Self(type, DER.ia5String(text)) }
  package static func integer(_ type: Int, _ value: Int64) -> Self {
    Self(type, DER.integer(value))
  }

  /// A purchase: attribute 17 around its own attributes.
  package static func inApp(_ attributes: [AttributeTemplate]) -> Self {
    Self(AttributeType.inApp, payload(attributes))
  }

  package var encoded: [UInt8] {
    DER.sequence(DER.integer(type), DER.integer(version), DER.octetString(value))
  }

  /// The signed SET of attributes, in DER order, as in Apple's receipts.
  package static func payload(_ attributes: [AttributeTemplate]) -> [UInt8] {
    DER.set(attributes.map(\.encoded))
  }
}
