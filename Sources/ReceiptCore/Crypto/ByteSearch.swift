internal import CReceiptCrypto

extension [UInt8] {
  /// The index of the first `octet` in a range; with `memchr`, since lines are long.
  package func firstIndex(of octet: UInt8, in range: Range<Int>) -> Int? {
    unsafe self[range].withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base, Int32(octet), bytes.count)
      else { return nil }
      return unsafe range.lowerBound + (UnsafeRawPointer(found) - base)
    }
  }
}
