/// The names of files that are written into a folder, one for each of many receipts.
enum NumberedFile {
  private static let width = 5

  /// `00001.receipt`.
  static func name(_ number: Int, ending: String) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits + ending
  }

  /// Whether a file may get this name.
  static func isName(_ name: String) -> Bool {
    let digits = name.utf8.prefix { (0x30...0x39).contains($0) }
    return digits.count >= width && name.utf8.dropFirst(digits.count).first == UInt8(ascii: ".")
  }
}
