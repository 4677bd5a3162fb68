/// The escapes of a JSON text (RFC 8259 §7) without its quotation marks, as found in logs and partial copies:
/// `MIIT…\/…\n`.
enum EscapeWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard text.contains(UInt8(ascii: "\\")) else { return nil }
    var cut: InputUnwrapper.Cut?
    var text = text
    // A text that ends inside an escape loses that escape. With any other fault it is not JSON.
    if let start = startOfCutEscape(text) {
      cut = InputUnwrapper.Cut(
        code: .truncated, message: "the text ends inside a JSON escape", offset: start)
      text = text[..<start]
    }
    let quote = [UInt8(ascii: "\"")]
    guard let value = try? JSONReader.read(quote + text + quote), let string = value.string
    else { return nil }
    return wrapped.inside(.jsonEscapes, Array(string.utf8), cut: cut)
  }

  /// The start of an escape that is cut off by the end of the text: a single backslash, or fewer than four digits
  /// after `\u`.
  private static func startOfCutEscape(_ text: ArraySlice<UInt8>) -> Int? {
    guard let last = text.suffix(5).lastIndex(of: UInt8(ascii: "\\")) else { return nil }
    let run = text[...last].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    guard !run.isMultiple(of: 2) else { return nil }
    let rest = text[(last + 1)...]
    guard let kind = rest.first else { return last }
    return kind == UInt8(ascii: "u") && rest.count < 5 ? last : nil
  }
}
