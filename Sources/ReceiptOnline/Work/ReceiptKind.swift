internal import ReceiptCore

/// What kind of receipt a text is, for the count of requests.
enum ReceiptKind {
  /// Its form; `nil` if it is none. That costs a tenth of answering it.
  static func form(of bytes: [UInt8]) -> String? { decoded(bytes)?.form.rawValue }

  static func decoded(_ bytes: [UInt8]) -> DecodedReceipt? { try? ReceiptDecoder().decode(bytes) }
}
