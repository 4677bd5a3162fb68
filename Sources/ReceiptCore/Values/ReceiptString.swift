/// Text from a receipt, kept as bytes.
///
/// Two texts are equal if all their bytes are. Swift's `String` also treats different bytes as equal
/// (canonical equivalence), which is wrong for identifiers.
public struct ReceiptString: Sendable, CustomStringConvertible {
  // Half the size of an ArraySlice: a receipt with 20,000 purchases holds 60,000 of these.
  private let storage: [UInt8]
  private let start: UInt32
  private let end: UInt32

  /// The text at `range` of `storage`, which is shared, not copied.
  init(_ storage: [UInt8], _ range: Range<Int>) {
    self.storage = storage
    self.start = UInt32(truncatingIfNeeded: range.lowerBound)
    self.end = UInt32(truncatingIfNeeded: range.upperBound)
  }

  /// The text with these bytes, which may be invalid UTF-8.
  public init(_ bytes: some Sequence<UInt8>) {
    let copy = Array(bytes)
    self.init(copy, copy.indices)
  }

  /// Makes a text from a string.
  public init(_ text: String) { self.init(text.utf8) }

  /// The bytes as in the receipt.
  public var bytes: ArraySlice<UInt8> { storage[Int(start)..<Int(end)] }

  /// Whether it has no bytes.
  public var isEmpty: Bool { start == end }

  /// The text; `nil` when the bytes are not valid UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The text for display. If it is not valid UTF-8, every byte outside ASCII is shown as `\xFF`.
  public var description: String {
    text
      ?? bytes.reduce(into: "") { result, octet in
        if octet < 0x80 {
          result.unicodeScalars.append(Unicode.Scalar(octet))
        } else {
          result += "\\x" + Hexadecimal.encode(octet).uppercased()
        }
      }
  }
}

extension ReceiptString: Hashable {
  public static func == (left: ReceiptString, right: ReceiptString) -> Bool {
    areEqual(left.bytes, right.bytes)
  }

  public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}
