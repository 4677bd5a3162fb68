public import Foundation
public import ReceiptCore

extension ReceiptDate {
  /// The moment of a `Date`, to the millisecond; `nil` outside the years 0 to 9999, which no receipt can have.
  public init?(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
    guard let exact = Int64(exactly: milliseconds),
      (-62_167_219_200_000...253_402_300_799_999).contains(exact)
    else { return nil }
    self.init(millisecondsSince1970: exact)
  }
}

extension Date {
  /// The moment of a receipt's date.
  public init(_ date: ReceiptDate) {
    self.init(timeIntervalSince1970: Double(date.millisecondsSince1970) / 1000)
  }
}

extension ReceiptDecoder {
  /// Decodes the one receipt in `data`, in any form and wrapping.
  ///
  /// - Throws: a `ReceiptError` when no part of a receipt could be read.
  public func decode(_ data: Data) throws(ReceiptError) -> DecodedReceipt {
    try decode([UInt8](data))
  }
}

extension TrustAnchor {
  /// The roots in a file: one in DER, or any number in PEM.
  ///
  /// - Throws: an error of Foundation when the file cannot be read, and a `ReceiptError` when it holds no usable root.
  public static func custom(contentsOf url: URL) throws -> [TrustAnchor] {
    try custom([UInt8](try Data(contentsOf: url)))
  }
}
