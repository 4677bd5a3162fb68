/// Finds receipts in JSON: requests to Apple, Apple's responses, and any JSON that contains either.
enum JSONWrapping {
  /// Returns `nil` for text that is neither JSON nor a property list; the caller then looks at it as text. It
  /// also does so for broken JSON before it reports the error.
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    if let value = wrapped.value { return look(at: value, in: wrapped) }
    do {
      return look(at: try JSONReader.read(wrapped.bytes, text.indices), in: wrapped)
    } catch {
      if AppleDescription.isAssignment(text) { return .receipt(.propertyList) }
      if error.kind == .tooManyValues {
        return .mistake(
          ReceiptError(
            .tooManyValues, "this is JSON, but \(error.message)", offset: error.offset,
            hint: "requests and responses are far smaller; copy the part that holds the receipt"))
      }
      if let values = sequence(wrapped.bytes, text.indices) {
        return look(at: .array(values), in: wrapped)
      }
      if let parts = sequenceBreakingOff(text, in: wrapped) {
        return .perhaps(parts, otherwise: .brokenJSON(error, in: text))
      }
      if let inner = Typography.inJSON(text, in: wrapped) ?? AnnotatedJSON.unwrap(text, in: wrapped)
      {
        return .wrapped([inner])
      }
      if let (range, found) = withoutEnd(wrapped.bytes, text.indices) {
        let whole = wrapped.with(bytes: Array(wrapped.bytes[range]))
        return .wrapped([whole.with(Finding(restored: found))])
      }
      if let beginning = beginning(of: text, in: wrapped) { return .wrapped([beginning]) }
      guard isMeantAsJSON(text) else { return nil }
      // The text in which it breaks off may be a JWS that lacks its beginning too.
      if error.kind == .cut, let quote = text.lastIndex(of: UInt8(ascii: "\"")),
        let mistake = DamagedJWS.mistake(text[(quote + 1)...])
      {
        return .mistake(mistake)
      }
      return .mistake(.brokenJSON(error, in: text))
    }
  }

  /// What arrived of a response that breaks off. What people added to it is taken out later.
  private static func beginning(
    of text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard
      let (bytes, end, value) = CutText.json.closed(text, read: AnnotatedJSON.read),
      isAnswer(value, in: wrapped)
    else { return nil }
    var whole = wrapped.with(bytes: bytes)
    if let gap = Ellipsis.first(in: text[end...]), gap < text.endIndex - 3 {
      whole.cut =
        whole.cut
        ?? InputUnwrapper.Cut(
          code: .truncated,
          message: "an ellipsis stands in the JSON: a part was left out, and the rest was not read",
          offset: gap, hint: ReceiptError.wholeText)
    }
    return whole.breakingOff("the JSON", at: end)
  }

  /// Whether what arrived of a value is worth to be shown: an answer, or a part of one.
  static func isAnswer(_ value: JSONValue, in wrapped: InputUnwrapper.Wrapped) -> Bool {
    (JSONForm(value)?.isReceipt == true && OtherJSON.mistake(value) == nil
      || PartOfResponse.completed(value) != nil)
      // A signed receipt in it that arrived whole says more.
      && receipts(in: value, wrapped).allSatisfy {
        $0.isGuess || $0.bytes.first == UInt8(ascii: "{")
      }
  }

  /// Members that were copied without the brackets around them: `"latest_receipt_info": […]`.
  static func members(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    let list = text.last == UInt8(ascii: ",") ? text.dropLast() : text
    guard let name = text.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
      case let rest = Text.trimmedStart(text[(name + 1)...]), rest.first == UInt8(ascii: ":"),
      let first = Text.trimmedStart(rest.dropFirst()).first
    else { return nil }
    let isContainer = "[{".utf8.contains(first)
    let restored = Finding(restored: "the brackets that were missing around it")
    var whole = wrapped.with(bytes: [UInt8(ascii: "{")] + list + [UInt8(ascii: "}")])
    do {
      let value = try JSONReader.read(whole.bytes)
      // An id with its name is told by its own reader.
      return isContainer || value.childCount > 1 || FrameworkObject.emptyMember(value) != nil
        ? whole.with(restored) : nil
    } catch {
      // No other reading of it has fewer.
      if error.kind == .tooManyValues { return nil }
    }
    if let inner = Typography.inJSON(whole.bytes[...], in: whole)
      ?? AnnotatedJSON.unwrap(whole.bytes[...], in: whole),
      isContainer || isPart(inner)
    {
      return inner.with(restored)
    }
    // The closing bracket, and perhaps others behind it, may be there.
    whole.bytes = [UInt8(ascii: "{")] + text
    do {
      guard try JSONReader.readPrefix(whole.bytes, whole.bytes.indices).end < whole.bytes.count
      else { return whole.with(restored) }
    } catch {
      return error.kind == .cut ? beginning(of: whole.bytes[...], in: whole) : nil
    }
    guard let (range, found) = withoutEnd(whole.bytes, whole.bytes.indices) else { return nil }
    whole.bytes = Array(whole.bytes[range])
    return whole.with(restored).with(Finding(restored: found))
  }

  /// Whether it is a part of a response.
  private static func isPart(_ wrapped: InputUnwrapper.Wrapped) -> Bool {
    (try? JSONReader.read(wrapped.bytes)).flatMap(PartOfResponse.completed) != nil
  }

  /// Finds receipts in a value, in whatever syntax it was written.
  static func look(
    at value: JSONValue, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look {
    if let log = LoggedLines.text(value) { return .wrapped([wrapped.inside(.linePrefix, log)]) }
    let form = JSONForm(value)
    switch form {
    // What was completed is Apple's, and looks like a SPEC.
    case _ where wrapped.findings.contains { $0.id == .partOfResponse }: break
    // Other stores and tools use some of Apple's names.
    case .payload(.notification), .response, nil:
      if let mistake = OtherJSON.mistake(value) { return .other(mistake) }
    default: break
    }
    if form?.isReceipt == true {
      let beside = wrapped.isApart ? [] : TextsBeside.find(in: value, of: form)
      guard !beside.isEmpty else { return .receipt(.json(value)) }
      var apart = wrapped
      apart.isApart = true
      return .wrapped([apart] + texts(beside, in: wrapped))
    }
    if let octets = NumberList.octets(of: value) {
      return .wrapped([wrapped.inside(.numbers, octets)])
    }
    if let data = value[RequestKey.name]?.string {
      return request(data, RequestKey.name, of: value, in: wrapped)
    }
    if let member = RequestKey.misspelled(in: value), let data = member.value.string {
      let finding = Finding(.misspelledKey, offset: nil, found: member.name)
      return request(data, member.name, of: value, in: wrapped.with(finding))
    }
    if let payload = value[payloadName]?.string {
      guard !Mask.fills(payload) else { return .mistake(.maskedMember(payloadName)) }
      return .wrapped(
        only(payload, payloadName, .notificationBody, of: value, in: wrapped))
    }
    let inner = receipts(in: value, wrapped)
    // A signed receipt inside counts more than the payload around it.
    if form != nil, inner.allSatisfy(\.isGuess) { return .receipt(.json(value)) }
    if form == nil, !wrapped.isGuess, inner.allSatisfy(\.isGuess),
      let (response, finding) = PartOfResponse.completed(value)
    {
      return .wrapped([wrapped.with(bytes: response.utf8).with(finding)])
    }
    let nothing = nothing(in: value)
    return inner.isEmpty ? .mistake(nothing) : .perhaps(inner, otherwise: nothing)
  }

  /// The text of one member, wrapped as a search of the whole object would wrap it.
  static func inside(
    _ member: JSONValue.Member, of object: JSONValue
  ) -> InputUnwrapper.Wrapped {
    let wrapped = InputUnwrapper.Wrapped(bytes: [])
    let names = [RequestKey.name, payloadName, RequestKey.misspelled(in: object)?.name]
    if names.contains(member.name),
      case .wrapped(let inner) = look(at: object, in: wrapped), let only = inner.first
    {
      return only
    }
    return wrapped.inside(.json, Array((member.value.string ?? "").utf8))
  }

  static let payloadName = "signedPayload"

  /// The text of one member, and the signed texts that stand beside it.
  private static func only(
    _ text: String, _ name: String, _ layer: ReceiptInput.Layer, of value: JSONValue,
    in wrapped: InputUnwrapper.Wrapped
  ) -> [InputUnwrapper.Wrapped] {
    let beside = texts(TextsBeside.find(in: value, of: nil, taken: name), in: wrapped)
    let part = beside.isEmpty ? nil : name
    return [wrapped.inside(layer, Array(text.utf8), part: part, isGuess: false)] + beside
  }

  private static func texts(
    _ texts: [(place: String, text: [UInt8])], in wrapped: InputUnwrapper.Wrapped
  ) -> [InputUnwrapper.Wrapped] {
    texts.map { wrapped.inside(.json, $0.text, part: $0.place, isGuess: false) }
  }

  private static func request(
    _ data: String, _ name: String, of value: JSONValue, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look {
    guard !Text.trimmed(Array(data.utf8)).isEmpty else {
      return .mistake(.emptyRequest(.empty, "is empty"))
    }
    guard !Mask.fills(data) else { return .mistake(.maskedMember(RequestKey.name)) }
    let hasSecret = value["password"]?.string.map { !$0.isEmpty && !Mask.fills($0) } ?? false
    let inner = wrapped.with(hasSecret ? Finding(.sharedSecret, offset: nil) : nil)
    return .wrapped(only(data, name, .requestBody, of: value, in: inner))
  }

  /// The error for JSON that holds no receipt. It says what the JSON is instead.
  private static func nothing(in value: JSONValue) -> ReceiptError {
    if let members = value.members, members.count > 1, members.allSatisfy(\.value.isNull) {
      return .onlyNulls
    }
    if value["receipt-data"] == .some(.null) { return .emptyRequest(.nullValue, "is null") }
    if let mistake = FrameworkObject.emptyMember(value) ?? OtherJSON.product(value)
      ?? FrameworkObject.mistake(value) ?? value.elements?.first.flatMap(OtherJSON.mistake)
      ?? value["receipt"].flatMap(FrameworkObject.any)
      ?? value["data"].flatMap(FrameworkObject.mistake)
    {
      return mistake
    }
    // A single value under some name: the id of a transaction, say.
    if let members = value.members, members.count == 1, let text = members[0].value.string,
      let mistake = NonReceiptInput.word(Array(text.utf8)[...])
    {
      return mistake
    }
    return .jsonWithoutReceipt
  }

  /// Values that follow each other, as in a log of JSON lines.
  private static func sequence(_ bytes: [UInt8], _ range: Range<Int>) -> [JSONValue]? {
    var values: [JSONValue] = []
    var position = range.lowerBound
    var limit = InputUnwrapper.maximumReceipts
    while position < range.upperBound {
      if values.count == 1, LoggedLines.isLine(values[0]) { limit = LoggedLines.maximumCount }
      guard
        values.count < limit,
        let (value, end) = try? JSONReader.readPrefix(bytes, position..<range.upperBound)
      else { return nil }
      values.append(value)
      position = end
      while position < range.upperBound, Text.isSpace(bytes[position]) { position += 1 }
    }
    return values
  }

  /// Answers that follow each other, of which the last breaks off. Each is a part of its own, so that none of them is
  /// told as if it were all.
  private static func sequenceBreakingOff(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> [InputUnwrapper.Wrapped]? {
    var parts: [InputUnwrapper.Wrapped] = []
    var rest = text
    while parts.count < InputUnwrapper.maximumReceipts {
      var next = rest
      do {
        let (value, end) = try JSONReader.readPrefix(wrapped.bytes, rest.indices)
        guard JSONForm(value)?.isReceipt == true else { return nil }
        next = rest[..<end]
        rest = Text.trimmedStart(rest[end...])
      } catch {
        // At the end a colon or a value may be missing.
        guard !parts.isEmpty, error.kind == .cut || error.offset >= rest.endIndex,
          isMeantAsJSON(rest)
        else { return nil }
        rest = []
      }
      parts.append(
        wrapped.inside(.json, Array(next), part: "[\(parts.count)]", isGuess: false))
      if rest.isEmpty { return parts }
    }
    return nil
  }

  /// The range of a value, and what follows its end, if that is only punctuation. Then the text was part of a larger
  /// one, or of a sentence.
  private static func withoutEnd(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> (Range<Int>, String)? {
    guard let (_, end) = try? JSONReader.readPrefix(bytes, range) else { return nil }
    let rest = Text.trimmed(bytes[end..<range.upperBound])
    guard !rest.isEmpty, rest.count <= maximumEnd,
      rest.allSatisfy({ Text.isSpace($0) || "]}),;.'\"`".utf8.contains($0) })
        || Ellipsis.begins(rest) && rest.count == 3
    else { return nil }
    let shown = rest.filter { !Text.isSpace($0) }
    return (range.lowerBound..<end, "the \(String(decoding: shown, as: UTF8.self)) after its end")
  }

  /// The longest punctuation behind a value: the brackets of a few values around it.
  static let maximumEnd = 16

  /// Whether this is the property list of a transaction. Only such lists are searched for in other text.
  static func isTransaction(_ text: ArraySlice<UInt8>) -> Bool {
    AppleDescription.isAssignment(text) && text.count >= minimumLength
      && Text.contains("purchase-info", in: text)
  }

  /// Whether a bracket begins the text, followed by what JSON allows after it. No-break spaces are passed
  /// over, because web pages and chats put them in the place of spaces.
  static func isMeantAsJSON(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.dropFirst().drop { Text.isSpace($0) || JSONFault.noBreakSpace.contains($0) }
    guard let next = rest.first else { return true }
    return text.first == UInt8(ascii: "{")
      ? next == UInt8(ascii: "\"") : "\"{[]".utf8.contains(next)
  }
}

extension ReceiptError {
  fileprivate static let jsonWithoutReceipt = ReceiptError(
    .notAReceipt, "this is JSON without a receipt in it", offset: 0,
    hint: "look for receipt-data in a request, receipt or latest_receipt in a response, "
      + "signedPayload in a notification"
  ).about(.json)

  /// A member that should hold a receipt, and holds signs or a word in its place.
  fileprivate static func maskedMember(_ name: String) -> ReceiptError {
    ReceiptError(
      .truncated, "\(name) was masked before it was shown: the receipt is missing", offset: 0,
      hint: "ask for the text with its \(name), as a file")
  }

  fileprivate static let onlyNulls = ReceiptError(
    .nullValue, "every value in it is null: it says nothing about a receipt", offset: 0,
    hint: "the program that printed it read no receipt; print Apple's answer, or give the receipt")

  fileprivate static func emptyRequest(_ code: Code, _ what: String) -> ReceiptError {
    ReceiptError(
      code, "this is a request to verifyReceipt whose receipt-data \(what)", offset: 0,
      hint: "the app sent no receipt; look at what it sends to your server")
  }

  static func brokenJSON(_ fault: JSONFault, in text: ArraySlice<UInt8>) -> ReceiptError {
    ReceiptError(
      .invalidJSON, "this is meant to be JSON, but \(fault.reason(in: text))",
      offset: fault.offset,
      hint: "copy the whole text again, from the first bracket to the last")
  }
}

extension InputUnwrapper.Wrapped {
  /// The same with the word that its end is missing, unless an outer layer has said so.
  func breakingOff(_ subject: String, at offset: Int) -> InputUnwrapper.Wrapped {
    var result = self
    result.cut =
      cut
      ?? InputUnwrapper.Cut(
        code: .truncated, message: "\(subject) breaks off, and its end is missing", offset: offset)
    return result
  }
}
