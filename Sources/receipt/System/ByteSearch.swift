#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension [UInt8] {
  /// The index of the first `octet` in a range.
  func firstIndex(of octet: UInt8, in range: Range<Int>) -> Int? {
    unsafe self[range].withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base, Int32(octet), bytes.count)
      else { return nil }
      return unsafe range.lowerBound + (UnsafeRawPointer(found) - base)
    }
  }
}
