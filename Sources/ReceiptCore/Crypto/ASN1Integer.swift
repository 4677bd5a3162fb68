extension [UInt8] {
  /// The value of an INTEGER's content bytes (X.690 §8.3): two's complement, at most 64 bits. `nil` if it is
  /// empty or too long.
  @inline(__always)
  package func integer(_ content: Range<Int>) -> Int64? {
    guard !content.isEmpty, content.count <= 8 else { return nil }
    var value = Int64(Int8(bitPattern: self[content.lowerBound]))
    for index in content.lowerBound + 1..<content.upperBound {
      value = value << 8 | Int64(self[index])
    }
    return value
  }

  /// Whether an INTEGER's content is as short as possible: its first nine bits must not all be equal (X.690
  /// §8.3.2).
  @inline(__always)
  package func isMinimalInteger(_ content: Range<Int>) -> Bool {
    guard content.count > 1 else { return true }
    let first = self[content.lowerBound]
    let isSecondNegative = self[content.lowerBound + 1] & 0x80 != 0
    return !(first == 0 && !isSecondNegative || first == 0xFF && isSecondNegative)
  }
}
