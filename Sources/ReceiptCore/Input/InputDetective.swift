/// Takes off what people wrap around receipts, one layer at a time, until there is a receipt, or until
/// it is plain what there is instead.
///
/// Every layer is named. Nothing inside a layer is repaired: a text that is damaged stays damaged. The
/// work is bounded: so many layers, so many receipts, and each look is linear in what it looks at.
struct InputDetective {
  /// The deepest wrapping. Base64 three times in JSON in a string needs 5.
  static let maximumLayers = 8
  /// The largest number of receipts in one input.
  static let maximumReceipts = 1_000

  /// Something that may be a receipt in a wrapping.
  struct Wrapped {
    var bytes: [UInt8]
    var layers: [ReceiptInput.Layer] = []
    var part: String?
    /// What is wrong with a layer whose content can be read all the same.
    var error: ReceiptError?

    /// The same with one layer less around it.
    func inside(
      _ layer: ReceiptInput.Layer, _ bytes: [UInt8], part: String? = nil,
      error: ReceiptError? = nil
    ) -> Wrapped {
      let parts = [self.part, part].compactMap(\.self)
      return Wrapped(
        bytes: bytes, layers: layers + [layer],
        part: parts.isEmpty ? nil : parts.joined(separator: " "), error: self.error ?? error)
    }
  }

  /// What a look at something gives.
  enum Look {
    case receipt(ReceiptInput.Kind)
    /// What is inside; more than one thing where several receipts may be.
    case wrapped([Wrapped])
    case mistake(ReceiptError)
  }

  static func find(in bytes: [UInt8]) throws(ReceiptError) -> [FoundReceipt] {
    // What is no wrapping at all needs no detective.
    if looksLikeDER(bytes), Mistake.inDER(bytes) == nil {
      return [FoundReceipt(part: nil, input: .success(ReceiptInput(bytes, kind: .pkcs7)))]
    }
    // Nor does what most people have: nothing else begins like the base64 of a receipt.
    if bytes.starts(with: [UInt8(ascii: "M"), UInt8(ascii: "I")]),
      case .wrapped(let inner) = Base64Wrapping.look(at: bytes[...], in: Wrapped(bytes: bytes)),
      let only = inner.first, looksLikeDER(only.bytes), Mistake.inDER(only.bytes) == nil
    {
      let input = ReceiptInput(
        only.bytes, kind: .pkcs7, layers: only.layers, error: only.error)
      return [FoundReceipt(part: nil, input: .success(input))]
    }
    var pending = [Wrapped(bytes: bytes)]
    var found: [FoundReceipt] = []
    while let wrapped = pending.popLast() {
      guard found.count < maximumReceipts else {
        throw ReceiptError(
          .severalReceipts, "there are more than \(maximumReceipts) receipts in it",
          hint: "put each on a line of its own and use --lines")
      }
      let look =
        wrapped.layers.count <= maximumLayers
        ? look(at: wrapped)
        : .mistake(.tooManyLayers)
      switch look {
      case .receipt(let kind):
        let input = ReceiptInput(
          wrapped.bytes, kind: kind, layers: wrapped.layers, error: wrapped.error)
        found.append(FoundReceipt(part: wrapped.part, input: .success(input)))
      case .wrapped(let inner): pending += inner.reversed()
      case .mistake(let error):
        found.append(FoundReceipt(part: wrapped.part, input: .failure(error)))
      }
    }
    if found.count == 1, let only = found.first {
      // One receipt needs no name of its part.
      guard case .failure(let error) = only.input else {
        return [FoundReceipt(part: nil, input: only.input)]
      }
      throw error
    }
    return found
  }

  // MARK: One look

  static func look(at wrapped: Wrapped) -> Look {
    let bytes = wrapped.bytes
    if looksLikeDER(bytes) {
      return Mistake.inDER(bytes).map { .mistake($0) } ?? .receipt(.pkcs7)
    }
    if let mistake = Mistake.binary(bytes) { return .mistake(mistake) }
    if let text = TextEncoding.unwrap(wrapped) { return .wrapped([text]) }
    let text = Text.trimmed(bytes)
    guard let first = text.first else { return .mistake(.emptyInput) }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let look = JSONWrapping.look(at: text, in: wrapped) { return look }
    case UInt8(ascii: "<"):
      if let look = XMLWrapping.look(at: text, in: wrapped) { return look }
    case UInt8(ascii: "-"):
      if let inner = PEMWrapping.unwrap(text, in: wrapped) { return inner }
    default: break
    }
    if isJWS(text) { return trimmedReceipt(text, in: wrapped, .jws) }
    if let inner = TextWrapping.unwrap(text, in: wrapped) { return .wrapped([inner]) }
    if let inner = HexWrapping.unwrap(text, in: wrapped) { return .wrapped([inner]) }
    // Before base64, in whose alphabet most words are.
    if let mistake = Mistake.word(text) { return .mistake(mistake) }
    let base64 = Base64Wrapping.look(at: text, in: wrapped)
    if case .wrapped = base64 { return base64 }
    if let inner = PercentWrapping.unwrap(text, in: wrapped) { return .wrapped([inner]) }
    let inText = LogScan.candidates(in: text, of: wrapped)
    return inText.isEmpty ? base64 : .wrapped(inText)
  }

  /// What is a receipt once the white space around it is off: that is no layer worth a name.
  private static func trimmedReceipt(
    _ text: ArraySlice<UInt8>, in wrapped: Wrapped, _ kind: ReceiptInput.Kind
  ) -> Look {
    guard text.count == wrapped.bytes.count else {
      var trimmed = wrapped
      trimmed.bytes = Array(text)
      return .wrapped([trimmed])
    }
    return .receipt(kind)
  }

  /// A SEQUENCE of at least 128 octets, or of an indefinite length. No receipt is shorter, and no text
  /// in ASCII begins like that.
  static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] == ASN1Kind.sequence.rawValue && bytes[1] >= 0x80
  }

  /// Three segments of base64url, of which the first begins like a JSON object.
  static func isJWS(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: [UInt8(ascii: "e"), UInt8(ascii: "y")]),
      text.contains(UInt8(ascii: "."))
    else { return false }
    let isInJWS = isInJWS
    return text.allSatisfy { isInJWS[Int($0)] }
  }

  /// What stands in a JWS, and what people put there by mistake: the alphabets of base64 and base64url,
  /// padding, points.
  private static let isInJWS = (UInt8.min...UInt8.max).map {
    Text.isAlphanumeric($0) || ".-_=+/".utf8.contains($0)
  }
}
