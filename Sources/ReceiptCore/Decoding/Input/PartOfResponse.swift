/// Completes a part of a response of verifyReceipt that was copied alone, so that it is read like the whole. The part
/// is the object `receipt`, or the purchases or renewals of a list.
enum PartOfResponse {
  /// The response with the part in its place, and the finding that names the part; `nil` for any other value.
  static func completed(_ value: JSONValue) -> (response: JSONValue, finding: Finding)? {
    guard let name = name(of: value) else { return nil }
    let isList = name != "receipt" && value.elements == nil
    let part: JSONValue = isList ? .array([value]) : value
    return (
      .object([JSONValue.Member(name: name, value: part)]),
      Finding(
        .partOfResponse, offset: nil,
        found: name == "receipt" && !isReceipt(value) ? "in_app" : name)
    )
  }

  /// The name that the response has for the part.
  private static func name(of value: JSONValue) -> String? {
    if value.members != nil {
      if isReceipt(value) || value["in_app"]?.elements?.contains(where: isPurchase) == true {
        return "receipt"
      }
      return isPurchase(value) ? purchases : isRenewal(value) ? renewals : nil
    }
    guard let elements = value.elements, let first = elements.first else { return nil }
    if isPurchase(first), elements.allSatisfy(isPurchase) { return purchases }
    return isRenewal(first) && elements.allSatisfy(isRenewal) ? renewals : nil
  }

  private static let purchases = "latest_receipt_info"
  private static let renewals = "pending_renewal_info"

  // MARK: Pieces

  /// The response with the purchases and renewals in a text that is no JSON: its beginning or its end is missing, or
  /// somebody put dots between them. `nil` if there are none.
  static func gathered(
    from text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard !wrapped.isGuess, Text.contains("product_id", in: text),
      (try? JSONReader.read(wrapped.bytes, text.indices)) == nil
    else {
      return nil
    }
    var found: [JSONValue] = []
    var pending: [JSONValue] = []
    /// Whether the purchase at the beginning or at the end is a part of one.
    var isCut = false
    func add(_ value: JSONValue) -> Bool {
      if isPurchase(value) {
        found.append(value)
      } else if isRenewal(value) {
        pending.append(value)
      } else {
        return false
      }
      return true
    }
    var index = text.startIndex
    if let end = text.firstIndex(of: UInt8(ascii: "}")), !text[..<end].contains(UInt8(ascii: "{")),
      let value = AnnotatedJSON.read([UInt8(ascii: "{")] + text[...end]), add(value)
    {
      isCut = true
    }
    // They hold no objects, so each begins at the last bracket before the one that closes it.
    while found.count + pending.count < InputUnwrapper.maximumReceipts,
      let range = flatObject(in: text, from: index)
    {
      index = range.upperBound
      guard range.count >= minimumLength, let value = AnnotatedJSON.read(Array(text[range])) else {
        continue
      }
      _ = add(value)
    }
    if let open = text[index...].firstIndex(of: UInt8(ascii: "{")),
      let last = CutText.json.closed(text[open...], read: AnnotatedJSON.read), add(last.value)
    {
      isCut = true
    }
    guard !found.isEmpty || !pending.isEmpty else { return nil }
    let count = found.count + pending.count
    let members = [(purchases, found), (renewals, pending)].filter { !$0.1.isEmpty }.map {
      JSONValue.Member(name: $0, value: .array($1))
    }
    let words = count == 1 ? "1 entry" : "\(count) entries"
    let inner = wrapped.inside(.text, JSONValue.object(members).utf8)
      .with(Finding(.partOfResponse, offset: nil, found: words))
    return isCut ? inner.breakingOff("a purchase in it", at: inner.bytes.count) : inner
  }

  /// The names alone of a purchase are as long.
  private static let minimumLength = 48

  /// The next object that holds no other.
  private static func flatObject(in text: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
    var open: Int?
    var isInText = false
    var index = start
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "\"") where open != nil: isInText.toggle()
      case UInt8(ascii: "\\") where isInText: index += 1
      case UInt8(ascii: "{") where !isInText: open = index
      case UInt8(ascii: "}") where !isInText:
        if let open { return open..<index + 1 }
      // A text has no line breaks: a mark was lost.
      case 0x0A: isInText = false
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func isReceipt(_ value: JSONValue) -> Bool {
    func has(_ names: String...) -> Bool {
      names.allSatisfy { value[$0].map { !$0.isNull } ?? false }
    }
    return has("bundle_id", "receipt_type", "in_app") || has("bid", "bvrs", "transaction_id")
  }

  /// A purchase with one of the dates that only Apple writes so.
  private static func isPurchase(_ value: JSONValue) -> Bool {
    value["product_id"] != nil && value["transaction_id"] != nil
      && (dates.contains { value[$0] != nil } || texts.contains { isAppleDate(value[$0]) })
  }

  private static let dates = [
    "purchase_date_ms", "original_purchase_date_ms", "expires_date_ms", "purchase_date_pst",
  ]
  private static let texts = ["purchase_date", "original_purchase_date"]

  private static func isAppleDate(_ value: JSONValue?) -> Bool {
    value?.string.flatMap { AppleDateText(ReceiptString($0)) } != nil
  }

  private static func isRenewal(_ value: JSONValue) -> Bool {
    value["auto_renew_product_id"] != nil && value["auto_renew_status"] != nil
      && value["original_transaction_id"] != nil && value["notification_type"] == nil
  }
}
