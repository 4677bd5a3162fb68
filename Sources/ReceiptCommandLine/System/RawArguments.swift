#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The arguments of this call. Most systems allow any bytes in the name of a file, but a Swift text is UTF-8. Swift
/// replaces other bytes in its own list of arguments, and then no file has that name.
enum RawArguments {
  /// The arguments after the name of the program. One that is not UTF-8 is escaped, as its name is shown.
  static let texts: [String] = raw.dropFirst().map { FilePath($0).text }

  /// The bytes of a path that is not UTF-8; `nil` for any other text. It begins with an argument, with the value after
  /// its `=` or `@`, or with a folder in one.
  static func bytes(of text: String) -> [CChar]? {
    guard !foreign.isEmpty, text.utf8.count < Int(PATH_MAX) else { return nil }
    var folder = text[...]
    while true {
      if let bytes = foreign[String(folder)] {
        return bytes.dropLast() + Array(String(text[folder.endIndex...]).utf8CString)
      }
      // It may be a file in such a folder.
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = folder[..<slash]
    }
  }

  private static let foreign: [String: [CChar]] = {
    var foreign: [String: [CChar]] = [:]
    // Longer paths cannot be opened.
    for argument in raw.dropFirst() where !isText(argument) && argument.count < Int(PATH_MAX) {
      let marks = argument.indices.filter { "=@".utf8.contains(UInt8(bitPattern: argument[$0])) }
      for start in [0] + marks.prefix(2).map({ $0 + 1 }) {
        let value = Array(argument[start...])
        foreign[FilePath(value).text] = value
        for slash in value.indices where value[slash] == CChar(UInt8(ascii: "/")) {
          let folder = value[..<slash] + [0]
          if !isText(Array(folder)) { foreign[FilePath(folder).text] = Array(folder) }
        }
      }
    }
    return foreign
  }()

  private static func isText(_ argument: [CChar]) -> Bool {
    String(
      validating: argument.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) != nil
  }

  /// Each with the zero at its end.
  private static let raw: [[CChar]] = (0..<Int(CommandLine.argc)).compactMap { index in
    guard let start = unsafe CommandLine.unsafeArgv[index] else { return nil }
    let length = unsafe strlen(start) + 1
    return unsafe Array(UnsafeBufferPointer(start: start, count: length))
  }
}
