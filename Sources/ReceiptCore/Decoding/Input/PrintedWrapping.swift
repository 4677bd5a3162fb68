/// Values that a program printed in a syntax of its own. They are read as JSON from there on.
enum PrintedWrapping {
  /// Returns `nil` for a text that begins like none of these, or is left to another reader.
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    if let plain = Typography.inPropertyList(text, in: wrapped) { return .wrapped([plain]) }
    if let whole = withHead(text, in: wrapped),
      (try? ValueSyntax.whole(whole.bytes, whole.bytes.indices, PrintRReader.read)) != nil
    {
      return .wrapped([whole])
    }
    guard let syntax = ValueSyntax.beginning(text), !HexWrapping.isDescription(text) else {
      return nil
    }
    let isList = syntax.layer == .nslog
    // A transaction of iOS 6 has the same syntax. Its own reader keeps the bytes that are signed.
    // Swift prints one as it would print a dictionary.
    if isList || syntax.layer == .swiftPrint, hasTransaction(text) { return nil }
    do {
      let value = try syntax.all(wrapped.bytes, text.indices)
      let leftOut = leftOut(of: text, syntax)
      var inner = wrapped.inside(syntax.layer, value).with(leftOut)
      if leftOut != nil || syntax.layer == .consolePrint, hidesPurchases(value) {
        inner = inner.withoutPurchases(syntax)
      }
      // What else a property list is, the reader of transactions says.
      if isList, case .mistake = JSONWrapping.look(at: value, in: inner) { return nil }
      return .wrapped([inner])
    } catch {
      if error.kind == .cut, let beginning = beginning(of: text, syntax, in: wrapped) {
        return .wrapped([beginning])
      }
      // The reader of transactions shows what arrived of purchase-info.
      if isList, error.kind == .cut, isKey("transaction-id", of: text) { return nil }
      return .mistake(mistake(error, in: syntax))
    }
  }

  /// What PHP's print_r prints, whose first line was not copied. `nil` for other texts.
  static func withHead(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard PrintRReader.lacksHead(text) else { return nil }
    return wrapped.with(bytes: PrintRReader.head + text)
      .with(Finding(restored: "the head that was missing before it"))
  }

  /// What arrived of an answer that breaks off.
  private static func beginning(
    of text: ArraySlice<UInt8>, _ syntax: ValueSyntax, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    let read: ([UInt8]) -> JSONValue? = { try? ValueSyntax.whole($0, $0.indices, syntax.read) }
    guard let (_, _, value) = syntax.cut.closed(text, read: read),
      JSONWrapping.isAnswer(value, in: wrapped)
    else { return nil }
    let inner = wrapped.inside(syntax.layer, value).with(leftOut(of: text, syntax))
    return inner.breakingOff(syntax.name, at: inner.bytes.count)
  }

  /// Whether purchases were left out: each is null then.
  private static func hidesPurchases(_ value: JSONValue) -> Bool {
    let lists = [value["in_app"], value["receipt"]?["in_app"], value["latest_receipt_info"]]
    return lists.contains { $0?.isNull == true || $0?.elements?.contains(where: \.isNull) == true }
  }

  /// The finding for parts that a program left out. Node prints two levels, and a hundred elements; a dump of Laravel
  /// and a browser show what was unfolded.
  private static func leftOut(of text: ArraySlice<UInt8>, _ syntax: ValueSyntax) -> Finding? {
    let signs = syntax.omissions.filter { Text.contains($0, in: text) }
    guard !signs.isEmpty else { return nil }
    return Finding(
      .leftOut, offset: nil,
      found: signs.map { $0.hasPrefix("[") || $0.hasPrefix("{") ? $0 : "…\($0)s" }.joined(
        separator: ", "))
  }

  static func mistake(_ fault: JSONFault, in syntax: ValueSyntax) -> ReceiptError {
    ReceiptError(
      fault.kind == .tooManyValues ? .tooManyValues : .invalidJSON,
      "this begins like \(syntax.name), but \(fault.message)", offset: fault.offset,
      hint: "copy the whole text again, from the first bracket to the last")
  }

  /// YAML has no sign at its beginning, so only a text counts in which there is something to find.
  static func yaml(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard text.contains(UInt8(ascii: ":")),
      let value = (try? ValueSyntax.whole(wrapped.bytes, text.indices, YAMLReader.read))
        ?? lines(text)
    else { return nil }
    let inner = wrapped.inside(.yaml, value)
    let isLarge = (value.members?.count ?? value.elements?.count ?? 0) > 1
    switch JSONWrapping.look(at: value, in: inner) {
    case .receipt, .wrapped: return inner
    // A single name with a colon may be part of a log.
    case .perhaps where isLarge || text.starts(with: "---".utf8): return inner
    // A SPEC or another file of this tool.
    case .other: return inner
    case .perhaps, .mistake: return nil
    }
  }

  /// Lines of a name and a value in brackets, as in many a SPEC: `receipt: {bundle_id: com.example.tea}`.
  private static func lines(_ text: ArraySlice<UInt8>) -> JSONValue? {
    guard text.count <= maximumLines, text.contains(UInt8(ascii: "{")) else { return nil }
    let joined = text.split(separator: 0x0A).joined(separator: [UInt8(ascii: ",")])
    let object = [UInt8(ascii: "{")] + joined + [UInt8(ascii: "}")]
    guard NodeReader.begins(object[...]),
      let value = try? ValueSyntax.whole(object, object.indices, NodeReader.read),
      OtherJSON.mistake(value) != nil
    else { return nil }
    return value
  }

  /// People write such files, so they are short.
  private static let maximumLines = 64 << 10

  /// A property list in XML in the place of JSON: an answer, a request, or a value that holds an answer.
  static func propertyList(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard let value = try? ValueSyntax.whole(wrapped.bytes, text.indices, XMLListReader.read)
    else { return nil }
    let inner = wrapped.inside(.propertyList, value)
    switch JSONWrapping.look(at: value, in: inner) {
    case .receipt, .wrapped: return inner
    case .perhaps(let found, _):
      return found.contains { !$0.isGuess && $0.bytes.first == UInt8(ascii: "{") } ? inner : nil
    case .mistake, .other: return nil
    }
  }

  /// Entries of a property list that were copied without the brackets around them: `"bid" = "com.example.tea";`.
  static func entries(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard Text.isQuotedName(text, followedBy: "=") else { return nil }
    var whole = wrapped
    whole.bytes = [UInt8(ascii: "{")] + text + [UInt8(ascii: "}")]
    let restored = Finding(restored: "the brackets that were missing around it")
    if (try? ValueSyntax.whole(whole.bytes, whole.bytes.indices, AppleDescription.read)) != nil {
      return whole.with(restored)
    }
    // The last of them may break off.
    whole.bytes.removeLast()
    guard let syntax = ValueSyntax.beginning(whole.bytes[...]), syntax.layer == .nslog else {
      return nil
    }
    return beginning(of: whole.bytes[...], syntax, in: whole)?.with(restored)
  }

  private static func hasTransaction(_ text: ArraySlice<UInt8>) -> Bool {
    transactionKeys.contains { isKey($0, of: text) }
  }

  private static let transactionKeys = ["purchase-info", "signature"]

  private static func isKey(_ name: String, of text: ArraySlice<UInt8>) -> Bool {
    guard let range = Text.range(of: name, in: text, from: text.startIndex) else { return false }
    let rest = text[range.upperBound...].drop { $0 == UInt8(ascii: "\"") }
    return Text.trimmedStart(rest).first == UInt8(ascii: "=")
  }
}

extension InputUnwrapper.Wrapped {
  fileprivate func withoutPurchases(_ syntax: ValueSyntax) -> InputUnwrapper.Wrapped {
    var result = self
    result.cut =
      cut
      ?? InputUnwrapper.Cut(
        code: .truncated, message: "purchases were left out when this was printed",
        offset: bytes.count,
        hint: syntax.layer == .phpPrint
          ? "print it as JSON: json_encode in PHP"
          : "print it with JSON.stringify, or in Node with util.inspect and depth: null")
    return result
  }
}
