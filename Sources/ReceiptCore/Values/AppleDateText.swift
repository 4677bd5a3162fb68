/// A date as Apple's responses write it: `2018-11-29 08:30:30 Etc/GMT`, or with `America/Los_Angeles`.
package struct AppleDateText {
  /// The date and time in the text, read as UTC whatever the zone.
  package let date: ReceiptDate
  package let isCalifornia: Bool

  package init?(_ text: ReceiptString) {
    let parts = text.bytes.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    switch ReceiptString(parts[2]).text {
    case "Etc/GMT": isCalifornia = false
    case "America/Los_Angeles": isCalifornia = true
    default: return nil
    }
    guard let date = ReceiptDate(parts[0] + [UInt8(ascii: "T")] + parts[1] + [UInt8(ascii: "Z")])
    else { return nil }
    self.date = date
  }

  /// A date from milliseconds; `nil` outside the years that four digits can write.
  static func exact(_ milliseconds: Int64) -> ReceiptDate? {
    ReceiptDate.writable.contains(milliseconds)
      ? ReceiptDate(millisecondsSince1970: milliseconds) : nil
  }

  /// Whether the text can mean this moment, to the second. California is seven or eight hours behind UTC;
  /// this accepts both.
  func agrees(with other: ReceiptDate) -> Bool {
    // Milliseconds from a file may be anything. A date outside the writable years agrees with no text.
    guard ReceiptDate.writable.contains(other.millisecondsSince1970) else { return false }
    let hour: Int64 = 3_600_000
    let seconds = ReceiptDate.floorDivide(Int(clamping: other.millisecondsSince1970), 1000)
    let difference = Int64(seconds) * 1000 - date.millisecondsSince1970
    return isCalifornia ? [7 * hour, 8 * hour].contains(difference) : difference == 0
  }
}
