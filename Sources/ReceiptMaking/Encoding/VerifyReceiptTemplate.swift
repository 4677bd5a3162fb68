package import ReceiptCore

/// What Apple's verifyReceipt would answer about a receipt that is made: the inverse of `VerifyReceiptDecoder`, in
/// the order of Apple's.
package struct VerifyReceiptTemplate: Sendable {
  package var receipt: Receipt
  package var status: Int64 = 0
  package var isRetryable: Bool?
  package var latestReceiptInfo: [InAppPurchase] = []
  package var latestExpiredReceiptInfo: [InAppPurchase] = []
  package var renewals: [RenewalInfo] = []
  /// The newest receipt, in base64.
  package var latestReceipt: [UInt8]?
  /// Fields that the model has no place for, by their paths: `latest_receipt_info[0].promotion_code`.
  package var otherFields: [JSONValue.Member] = []
  /// Whether purchases say their item ids, which only a response in the style of iOS 6 does.
  package var hasItemIDs = false

  package init(_ receipt: Receipt) { self.receipt = receipt }

  package var json: JSONValue {
    let others = OtherMembers(otherFields)
    var json = JSONMembers()
    func add(_ name: String, _ objects: [JSONMembers]) {
      if !objects.isEmpty { json.add(name, others.list(objects, name)) }
    }
    json.add("status", status)
    json.add(
      "environment",
      receipt.environmentName ?? receipt.environment.map { ReceiptString($0.rawValue) })
    json.add("is-retryable", isRetryable)
    if receipt.receiptType != nil || receipt.bundleID != nil || !receipt.inApp.isEmpty {
      json.add("receipt", receiptObject(others))
    }
    add("latest_receipt_info", latestReceiptInfo.map(purchase))
    add("latest_expired_receipt_info", latestExpiredReceiptInfo.map(purchase))
    json.add("latest_receipt", latestReceipt.map { .string(Base64.encode($0)) })
    add("pending_renewal_info", renewals.map(renewal))
    return others.added(to: json, "")
  }

  private func receiptObject(_ others: OtherMembers) -> JSONValue {
    var json = JSONMembers()
    for field in Field<Receipt>.all {
      guard let key = field.names.response, let value = field.get(receipt) else { continue }
      json.add(key, value, .receipt)
      if let alias = field.alias { json.add(alias, value, .receipt) }
    }
    json.add("in_app", others.list(receipt.inApp.map(purchase), "receipt.in_app"))
    return others.added(to: json, "receipt")
  }

  private func purchase(_ purchase: InAppPurchase) -> JSONMembers {
    var json = JSONMembers()
    for field in Field<InAppPurchase>.all {
      guard let key = field.names.response, let value = field.get(purchase) else { continue }
      // Apple writes it in the style of iOS 6 alone.
      if key == "item_id", !hasItemIDs || value == .identifier(0) { continue }
      json.add(key, value, .purchase)
    }
    return json
  }

  private func renewal(_ renewal: RenewalInfo) -> JSONMembers {
    var json = JSONMembers()
    for field in Field<RenewalInfo>.all {
      guard let key = field.names.response, let value = field.get(renewal) else { continue }
      json.add(key, value, .renewal)
    }
    return json
  }
}

/// Which object of a response a value stands in: each has its own way to write numbers and flags.
private enum ResponseObject {
  case receipt, purchase, renewal
}

extension JSONMembers {
  fileprivate mutating func add(_ key: String, _ value: FieldValue, _ object: ResponseObject) {
    switch (value, object) {
    case (.date(let date), _): add(key, threefold: date)
    case (.number(let number), .receipt), (.identifier(let number), .receipt): add(key, number)
    case (.flag(let flag), .renewal): add(key, .string(flag ? "1" : "0"))
    default: add(key, .string(value.description))
    }
  }
}

/// Fields without a place in the model, by the object in which each stands.
private struct OtherMembers {
  private var groups: [String: [JSONValue.Member]] = [:]

  /// The lists of objects in an answer.
  private static let lists = [
    "receipt.in_app", "latest_receipt_info", "latest_expired_receipt_info", "pending_renewal_info",
  ]

  /// - Parameter fields: With paths for names.
  init(_ fields: [JSONValue.Member]) {
    for field in fields {
      let (object, name) = Self.split(field.name)
      if let name {
        groups[object, default: []].append(JSONValue.Member(name: name, value: field.value))
      }
    }
  }

  /// The object of a path and the name in it; no name for an element of a list.
  private static func split(_ path: String) -> (object: String, name: String?) {
    for list in lists where path.hasPrefix(list) {
      let rest = path.dropFirst(list.count)
      // One that stands alone, without a list.
      if rest.first == "." { return (list, String(rest.dropFirst())) }
      guard rest.first == "[", let end = rest.firstIndex(of: "]") else { continue }
      let name = rest[end...].dropFirst()
      let object = list + rest[...end]
      return name.first == "." ? (object, String(name.dropFirst())) : (object, nil)
    }
    let receipt = "receipt."
    guard path.hasPrefix(receipt) else { return ("", path) }
    return ("receipt", String(path.dropFirst(receipt.count)))
  }

  /// The objects of a list, or the only one alone where one stood so.
  func list(_ objects: [JSONMembers], _ path: String) -> JSONValue {
    if objects.count == 1, let object = objects.first, groups[path] != nil {
      return added(to: object, path)
    }
    return .array(objects.enumerated().map { added(to: $1, "\(path)[\($0)]") })
  }

  /// The object with those of its path behind the others. Existing members count.
  func added(to json: JSONMembers, _ path: String) -> JSONValue {
    let names = Set(json.members.map { ReceiptString($0.name) })
    let others = groups[path] ?? []
    return .object(
      json.members + others.filter { !names.contains(ReceiptString($0.name)) })
  }
}
