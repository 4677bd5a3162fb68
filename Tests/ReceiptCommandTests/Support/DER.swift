import ReceiptCore
import ReceiptMaking

/// Short names for the tests' own DER, and receipts with it.
extension DER {
  static func utf8(_ text: String) -> [UInt8] { utf8String(text) }
  static func ia5(_ text: String) -> [UInt8] { ia5String(text) }

  /// `SEQUENCE { type, version, value }`.
  static func attribute(_ type: Int, version: Int64 = 1, _ value: [UInt8]) -> [UInt8] {
    AttributeTemplate(type, version: version, value).encoded
  }

  /// A purchase: attribute 17 with the given attributes.
  static func purchase(_ attributes: [[UInt8]]) -> [UInt8] { attribute(17, set(attributes)) }

  /// A receipt with a SET of attributes, signed under the tests' own authority.
  static func receipt(_ attributes: [[UInt8]]) -> [UInt8] {
    do {
      return try TestReceipts.authority.get().signedData(set(attributes)).encoded
    } catch {
      fatalError("OpenSSL has no memory left: \(error)")
    }
  }
}
