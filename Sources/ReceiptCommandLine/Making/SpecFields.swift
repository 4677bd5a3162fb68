internal import ReceiptCore

// The fields of a SPEC, by the names that the JSON of `decode` gives them.

extension DocumentTable {
  /// Reads every field of a table that the document has.
  fileprivate mutating func read<Model>(
    _ table: [Field<Model>], into model: inout Model
  ) throws(DocumentError) {
    for field in table {
      guard let node = take(field.name) else { continue }
      field.set(&model, try node.value(field.name, field.kind))
    }
  }
}

extension DocumentNode {
  /// A value as the JSON of `decode` has it.
  fileprivate func value(_ key: String, _ kind: FieldKind) throws(DocumentError) -> FieldValue {
    switch kind {
    case .text, .idText: return .text(try string(key))
    case .number: return .number(try integer(key))
    case .storeRelease: return .number(try storeRelease(key))
    case .id, .optionalID: return .identifier(try integer(key))
    case .flag, .numericFlag: return .flag(try bool(key))
    case .date: return .date(try date(key))
    case .productType: return .productType(try productType(key))
    case .bytes: return .bytes(try octets(key))
    case .digest: return .digest(try hexadecimal(key))
    case .texts:
      var values: [FieldValue] = []
      for element in list { values.append(.text(try element.string(key))) }
      return .list(values)
    case .json: return .json(json)
    }
  }
}

extension ReceiptSpec {
  mutating func readReceipt(_ node: DocumentNode) throws(DocumentError) {
    var table = try DocumentTable(node, "receipt")
    let environment = table.take("environment")
    let item = table.take("app_item_id")
    deviceID = try table.take("device_id", DocumentNode.deviceID)
    try table.read(Field<Receipt>.byName, into: &receipt)
    if let environment { try readEnvironment(environment) }
    if let item { try readItemID(item) }
    if let purchases = table.take(Field<Receipt>.purchases) {
      hasPurchases = true
      for element in purchases.list { receipt.inApp.append(try InAppPurchase(element)) }
    }
    try table.end()
  }

  /// App receipts say it in `receipt_type`, the others in a field of its own, which may hold any word.
  private mutating func readEnvironment(_ node: DocumentNode) throws(DocumentError) {
    let text = try node.text("environment")
    let known = Receipt.Environment.allCases.map(\.rawValue)
    // A word that resembles a known one is probably misspelled.
    guard known.contains(text) || closest(to: text, among: known) == nil else {
      throw DocumentError("environment", cannotBe: text, among: known, at: node.position)
    }
    receipt.environmentName = ReceiptString(text)
    if let type = receipt.receiptType, let said = receipt.environment,
      let environment = Receipt.Environment(rawValue: text), said != environment
    {
      throw DocumentError(
        "environment is \(environment.rawValue), but receipt_type is \(type)", at: node.position,
        hint: "change both, or leave one away")
    }
  }

  /// Apple's other name of attribute 1.
  private mutating func readItemID(_ node: DocumentNode) throws(DocumentError) {
    let other = try node.integer("app_item_id")
    if let adamID = receipt.adamID, adamID != other {
      throw DocumentError(
        "app_item_id is \(other), but adam_id is \(adamID): they are the same attribute",
        at: node.position, hint: "change both, or leave one away")
    }
    receipt.adamID = other
  }
}

extension InAppPurchase {
  init(_ node: DocumentNode) throws(DocumentError) {
    self.init()
    var table = try DocumentTable(node, "a purchase")
    try table.read(Field<InAppPurchase>.byName, into: &self)
    try table.end()
  }
}

extension RenewalInfo {
  init(_ node: DocumentNode) throws(DocumentError) {
    self.init()
    var table = try DocumentTable(node, "a renewal")
    try table.read(Field<RenewalInfo>.all, into: &self)
    try table.end()
  }
}

extension ServerNotification {
  init(_ node: DocumentNode) throws(DocumentError) {
    self.init()
    var table = try DocumentTable(node, "a notification")
    try table.read(Field<ServerNotification>.all, into: &self)
    try table.end()
  }
}

extension APIResponse {
  /// The response of the App Store Server API that a node describes; `nil` if it names no request.
  ///
  /// - Parameter kind: which request it answers, if that is already known.
  init?(_ node: DocumentNode, kind: Kind?) throws(DocumentError) {
    var table = try DocumentTable(node, "answer")
    let named = try table.take("kind")?.choice("kind", Kind.self)
    if named == .together {
      throw DocumentError(
        "receipts that were put together are not made as one", at: node.position,
        hint: "make each of those under nested")
    }
    guard let kind = kind ?? named else { return nil }
    self.init(kind)
    try table.read(Field<APIResponse>.all, into: &self)
    for element in table.take("subscriptions")?.list ?? [] {
      var table = try DocumentTable(element, "a subscription")
      var state = SubscriptionStatus()
      try table.read(Field<SubscriptionStatus>.all, into: &state)
      try table.end()
      subscriptions.append(state)
    }
    try table.end()
  }
}
