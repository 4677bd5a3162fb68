internal import ReceiptCore

extension Attribute {
  /// The number of an INTEGER; `nil` for another type, or for one that is too long.
  var decimal: String? {
    if let integer { return String(integer) }
    return kind == .integer ? decimalText(innerContent) : nil
  }
}

/// A number of more bytes stays bytes: the work grows with the square of its length. No identifier has half of these.
let maximumDecimalLength = 128

/// The number in an INTEGER's content, which is in two's complement with the highest byte first (X.690 §8.3); `nil` if
/// it is empty or too long.
func decimalText(_ content: ArraySlice<UInt8>) -> String? {
  guard let first = content.first, content.count <= maximumDecimalLength else { return nil }
  let isNegative = first >= 0x80
  // The magnitude of a negative number is its complement, and 1.
  var magnitude = content.map { isNegative ? ~$0 : $0 }
  if isNegative {
    for index in magnitude.indices.reversed() {
      magnitude[index] &+= 1
      if magnitude[index] != 0 { break }
    }
  }
  var digits: [UInt8] = []
  while let top = magnitude.firstIndex(where: { $0 != 0 }) {
    var remainder = 0
    for index in top..<magnitude.count {
      let value = remainder << 8 | Int(magnitude[index])
      magnitude[index] = UInt8(value / 10)
      remainder = value % 10
    }
    digits.append(UInt8(ascii: "0") + UInt8(remainder))
  }
  if digits.isEmpty { digits = [UInt8(ascii: "0")] }
  return (isNegative ? "-" : "") + String(decoding: digits.reversed(), as: UTF8.self)
}
