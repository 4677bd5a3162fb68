#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A path as the system has it: bytes that need not be valid text.
///
/// swift-system's `FilePath` would replace a few of these lines, and add a module to the binary.
struct FilePath: Comparable, Sendable {
  /// The bytes, closed by a zero.
  let cString: [CChar]

  /// The path that a person gave, or one of the program's own.
  init(_ text: String) { cString = RawArguments.bytes(of: text) ?? Array(text.utf8CString) }

  init(_ cString: some Sequence<CChar>) { self.cString = Array(cString) }

  private var bytes: ArraySlice<CChar> { cString.dropLast() }

  /// The path for display.
  var text: String {
    let bytes = self.bytes.map(UInt8.init(bitPattern:))
    return String(validating: bytes, as: UTF8.self)
      ?? bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16) }
      .joined()
  }

  /// The path of an entry in this folder.
  func appending(_ name: FilePath) -> FilePath { appending(bytes: name.bytes) }

  func appending(bytes name: some Collection<CChar>) -> FilePath {
    let slash = CChar(UInt8(ascii: "/"))
    var path: [CChar] = []
    path.reserveCapacity(cString.count + name.count + 1)
    path += bytes
    if path.last != slash { path.append(slash) }
    path += name
    path.append(0)
    return FilePath(path)
  }

  /// The path without `./` before it, unless the rest would begin like an option or be standard input.
  var withoutDot: FilePath {
    let start = "./".utf8.map(CChar.init(bitPattern:))
    guard bytes.count > 2, bytes.starts(with: start), bytes[2] != CChar(UInt8(ascii: "-")) else {
      return self
    }
    return FilePath(cString.dropFirst(2))
  }

  var isAbsolute: Bool { cString.first == CChar(UInt8(ascii: "/")) }

  /// The folder, and the name in it. The root and `.` are their own folders.
  func split() -> (folder: FilePath, name: FilePath) {
    let slash = CChar(UInt8(ascii: "/"))
    var trimmed = bytes
    while trimmed.count > 1, trimmed.last == slash { trimmed.removeLast() }
    guard let end = trimmed.lastIndex(of: slash) else {
      return (FilePath("."), FilePath(trimmed + [0]))
    }
    let folder = end == trimmed.startIndex ? trimmed[...end] : trimmed[..<end]
    return (FilePath(folder + [0]), FilePath(trimmed[(end + 1)...] + [0]))
  }

  /// The place beside it where it is written first. It is hidden, so that a run over the folder does not read it as an
  /// input.
  var temporary: FilePath {
    let name = bytes.lastIndex(of: CChar(UInt8(ascii: "/"))).map { $0 + 1 } ?? bytes.startIndex
    var result = Array(bytes[..<name])
    result.append(CChar(UInt8(ascii: ".")))
    result += bytes[name...]
    result += ".\(getpid()).tmp".utf8CString
    return FilePath(result)
  }

  func hasSuffix(_ suffix: String) -> Bool {
    var trimmed = bytes
    while trimmed.count > 1, trimmed.last == CChar(UInt8(ascii: "/")) { trimmed.removeLast() }
    return trimmed.suffix(suffix.utf8.count).elementsEqual(
      suffix.utf8.map(CChar.init(bitPattern:)))
  }

  /// By bytes, not by the rules of any language: the same order on every machine.
  static func < (left: FilePath, right: FilePath) -> Bool {
    unsafe strcmp(left.cString, right.cString) < 0
  }
}
