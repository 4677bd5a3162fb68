#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A path as the system has it: bytes that may not be valid text.
struct FilePath: Comparable, Sendable {
  /// The bytes, with a zero at the end.
  let cString: [CChar]

  init(_ text: String) { cString = Array(text.utf8CString) }

  init(_ cString: [CChar]) { self.cString = cString }

  private var octets: ArraySlice<CChar> { cString.dropLast() }

  /// The path for display.
  var text: String {
    let octets = self.octets.map(UInt8.init(bitPattern:))
    return String(validating: octets, as: UTF8.self)
      ?? octets.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16) }
      .joined()
  }

  /// The path of an entry in this folder.
  func appending(_ name: FilePath) -> FilePath { appending(octets: name.octets) }

  func appending(octets name: some Collection<CChar>) -> FilePath {
    let slash = CChar(UInt8(ascii: "/"))
    var path: [CChar] = []
    path.reserveCapacity(cString.count + name.count + 1)
    path += octets
    if path.last != slash { path.append(slash) }
    path += name
    path.append(0)
    return FilePath(path)
  }

  func hasSuffix(_ suffix: String) -> Bool {
    var trimmed = octets
    while trimmed.count > 1, trimmed.last == CChar(UInt8(ascii: "/")) { trimmed.removeLast() }
    return trimmed.suffix(suffix.utf8.count).elementsEqual(
      suffix.utf8.map(CChar.init(bitPattern:)))
  }

  /// Compared by bytes, not by language rules, so that the order is the same on every machine.
  static func < (left: FilePath, right: FilePath) -> Bool {
    unsafe strcmp(left.cString, right.cString) < 0
  }
}
