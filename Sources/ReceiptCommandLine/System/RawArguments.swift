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

  /// The bytes of an argument, or of the value after its `=`, that is not UTF-8; `nil` for any other text.
  static func bytes(of text: String) -> [CChar]? { foreign.isEmpty ? nil : foreign[text] }

  private static let foreign: [String: [CChar]] = {
    var foreign: [String: [CChar]] = [:]
    for argument in raw.dropFirst() where !isText(argument) {
      foreign[FilePath(argument).text] = argument
      if let equals = argument.firstIndex(of: CChar(UInt8(ascii: "="))) {
        let value = Array(argument[(equals + 1)...])
        foreign[FilePath(value).text] = value
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
