internal import CReceiptCrypto

extension [UInt8] {
  /// Whether the `length` bytes at `left` sort before those at `right` in a DER SET OF (X.690 §11.6). Both
  /// ranges must be inside the array.
  ///
  /// Uses `memcmp`, because the first hundreds of bytes of purchases are often the same.
  package func isOrdered(_ left: Int, before right: Int, length: Int) -> Bool {
    precondition(left >= 0 && right >= 0 && length >= 0)
    precondition(length <= count - left && length <= count - right)
    return unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      return unsafe memcmp(base + left, base + right, length) < 0
    }
  }
}

/// Whether two byte strings are equal. Uses `memcmp`, because certificates are long.
func areEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe left.withUnsafeBytes { left in
    unsafe right.withUnsafeBytes { right in
      guard let first = left.baseAddress, let second = right.baseAddress else { return true }
      return unsafe memcmp(first, second, left.count) == 0
    }
  }
}
