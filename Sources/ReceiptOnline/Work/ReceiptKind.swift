internal import ReceiptCore

/// What kind of receipt a text is, for the count of requests.
enum ReceiptKind {
  /// The form of a receipt; `nil` for any other text. It costs a tenth of the answer.
  static func form(of bytes: [UInt8]) -> String? { decoded(bytes)?.form.rawValue }

  static func decoded(_ bytes: [UInt8]) -> DecodedReceipt? { try? ReceiptDecoder().decode(bytes) }
}
