/// The elements of an array of which one holds a receipt: the others were meant to hold one too.
///
/// What is empty or damaged in the place of a receipt is reported. A document must not pass because a receipt is missing
/// in it.
struct ReceiptElements {
  /// Whether an element is itself the text of a receipt.
  private var hasTexts = false
  /// The members that hold the text of a receipt in one of the elements.
  private var names: Set<String> = []

  init(_ elements: [JSONValue]) {
    for element in elements {
      switch element {
      case .string(let text): if Self.isReceipt(text) { hasTexts = true }
      case .object(let members): names.formUnion(members.filter(Self.isReceipt).map(\.name))
      default: continue
      }
    }
  }

  /// The path within the element to what is empty in the place of a receipt: `""` for the element itself.
  func emptyPlace(in element: JSONValue) -> String? {
    switch element {
    case .object(let members) where !members.isEmpty:
      members.first { Self.isEmpty($0.value) && names.contains($0.name) }.map { ".\($0.name)" }
    default: holdAny && Self.isEmpty(element) ? "" : nil
    }
  }

  /// What else stands in the element where others hold a receipt, with its path: a text that was masked or cut short. Only
  /// a name of receipts tells that: `value` may be anything.
  func damaged(in element: JSONValue) -> (place: String, text: String)? {
    guard case .object(let members) = element else { return nil }
    return members.lazy.compactMap { member in
      guard names.contains(member.name), Self.isOfReceipts(member.name),
        !Self.isReceipt(member), !Self.isEmpty(member.value)
      else { return nil }
      return switch member.value {
      case .string(let text): (".\(member.name)", text)
      case .number(let digits): (".\(member.name)", digits)
      case .bool(let value): (".\(member.name)", String(value))
      case .null, .array, .object: nil
      }
    }.first
  }

  private static func isOfReceipts(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["receipt", "jws", "signed"].contains(where: name.holds)
  }

  /// Whether the element is an unsigned payload where others hold a receipt, so it has to be judged by itself.
  func isBarePayload(_ element: JSONValue) -> Bool {
    guard holdAny, case .object(let members) = element, JSONForm(element) != nil else {
      return false
    }
    return !members.contains(where: Self.isReceipt)
  }

  /// Whether the element is a purchase in the words of a framework where others hold a receipt. One of Google Play has a
  /// token.
  func isPurchase(_ element: JSONValue) -> Bool {
    holdAny && element["purchaseToken"] == nil && OtherJSON.mistake(element) == nil
      && FrameworkObject.mistake(element) != nil
  }

  private var holdAny: Bool { hasTexts || !names.isEmpty }

  private static func isReceipt(_ member: JSONValue.Member) -> Bool {
    member.value.string.map(isReceipt) ?? false
  }

  private static func isReceipt(_ text: String) -> Bool {
    text.utf8.count >= LogScan.minimumLength && LogScan.isReceipt(Array(text.utf8)[...])
  }

  private static func isEmpty(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .string(let text): text.utf8.allSatisfy(Text.isSpace)
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    case .number, .bool: false
    }
  }
}
