/// The form field that holds a receipt: `receipt-data=MII…&password=…`.
enum FormWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    for name in ["receipt-data=", "receipt_data=", "receipt=", "signedPayload="] {
      let start: Int
      if Text.begins(text, with: name) {
        start = text.startIndex + name.utf8.count
      } else if let range = Text.range(of: "&" + name, in: text.prefix(256), from: 0) {
        start = range.upperBound
      } else {
        continue
      }
      let value = text[start...].prefix { $0 != UInt8(ascii: "&") }
      let rest = [text[..<start], text[value.endIndex...]]
      let hasSecret = rest.contains { Text.contains("password=", in: $0) }
      return wrapped.inside(.form, Array(value))
        .with(hasSecret ? Finding(.sharedSecret, offset: nil) : nil)
    }
    return nil
  }
}
