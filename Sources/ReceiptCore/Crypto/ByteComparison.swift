internal import CReceiptCrypto

extension [UInt8] {
  /// Whether the `length` bytes at `left` come before those at `right` in the order that DER asks of a
  /// SET OF (X.690 §11.6). Both ranges must lie within the array.
  ///
  /// Purchases share their first hundreds of bytes, so this uses `memcmp`.
  package func isOrdered(_ left: Int, before right: Int, length: Int) -> Bool {
    precondition(left >= 0 && right >= 0 && length >= 0)
    precondition(length <= count - left && length <= count - right)
    return unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      return unsafe memcmp(base + left, base + right, length) < 0
    }
  }
}

/// Whether the bytes are equal; with `memcmp`, since certificates are long.
func areEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe left.withUnsafeBytes { left in
    unsafe right.withUnsafeBytes { right in unsafe areEqual(left, right) }
  }
}

/// The same for bytes of one length.
private func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard let first = left.baseAddress, let second = right.baseAddress else { return true }
  return unsafe memcmp(first, second, left.count) == 0
}

extension String {
  /// Whether both have the same bytes. To `==`, some others are equal too (canonical equivalence).
  func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        unsafe areEqual(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
  }
}

/// Whether the bytes are equal, in a time that depends only on their number.
func areEqualInConstantTime(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
  guard left.count == right.count, !left.isEmpty else { return false }
  return unsafe left.withUnsafeBytes { left in
    unsafe right.withUnsafeBytes { right in
      unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
    }
  }
}
