internal import ReceiptCore

extension FieldSecrecy {
  /// From the attribute of an app receipt.
  init(_ attribute: Attribute) {
    let type = attribute.type
    self =
      attribute.path.inAppType == nil
      ? Field.receiptByAttribute[type]?.secrecy ?? Self.otherTypes[type] ?? .unknown
      : Field.purchaseByAttribute[type]?.secrecy ?? Self.otherTypes[type] ?? .unknown
  }

  /// Attributes that the model has no place for.
  private static let otherTypes: [Int: FieldSecrecy] = [
    6: .bytes, 7: .bytes, 22: .date, 1722: .kept,
  ]

  /// Whether the forms define a name. Any other name may be a person's or a product's.
  static func isKnown(name: String) -> Bool {
    let plain = plain(name)
    return containers.contains(plain) || FieldSecrecy(name: name) != .unknown
  }

  /// Names that contain other fields, and fields whose values are treated as unknown.
  private static let containers = Set(
    """
    advancedcommerceinfo amount appdata commitmentinfo data descriptors eligibleoffers exception
    externalpurchasetoken groups inapp lasttransactions latestexpiredreceiptinfo latestreceiptinfo
    members multiseatinfo notificationhistory offer pendingrenewalinfo priceincreaseinfo
    purchaseinfo receipt receiptdata refunds requestreason roles signature summary unclaiminfo
    unifiedreceipt
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init))

  /// The same name in all forms: they differ in case, hyphens and underscores.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// From a name in JSON or in a property list. Forms write a name in different ways: `transactionId`,
  /// `transaction_id`, `transaction-id`.
  init(name: String) {
    var plain = Self.plain(name)
    self = .unknown
    if let known = Self.names[plain] {
      self = known
      return
    }
    // Apple's responses and transactions write each date three times.
    for ending in ["formattedpst", "formatted", "pst", "ms"] where plain.hasSuffix(ending) {
      plain.removeLast(ending.count)
      if Self.names[plain] == .date { self = .date }
      return
    }
  }

  /// By names without what joins their parts.
  private static let names: [String: FieldSecrecy] = {
    var names: [String: FieldSecrecy] = [:]
    func add<Model>(_ table: [Field<Model>]) {
      for field in table {
        let keys: [String?] =
          [field.name, field.alias, field.names.response, field.names.ios6]
          + field.names.payloads.values.map { $0 }
        // Only the last part of a key names a value.
        for case let key? in keys {
          let last = key.split(separator: ".").last.map(String.init) ?? key
          names[plain(last)] = field.secrecy
        }
      }
    }
    add(Field<Receipt>.all)
    add(Field<InAppPurchase>.all)
    add(Field<RenewalInfo>.all)
    add(Field<ServerNotification>.all)
    add(Field<APIResponse>.all)
    add(Field<APIResponse.SubscriptionStatus>.all)
    // What no model has a field for.
    func add(_ secrecy: FieldSecrecy, _ words: String) {
      for word in words.split(separator: " ") { names[String(word)] = secrecy }
    }
    add(.identifier, "offeridentifier subscriptiongroupid uniqueidentifier uniquevendoridentifier")
    add(.receipt, "latestreceipt latestexpiredreceipt signedtransactioninfo signedrenewalinfo")
    add(.receipt, "signedapptransactioninfo signedpayload signedtransactions")
    add(.identifier, "sku dependentskus groupid")
    add(.date, "attemptdate firstsendattemptdate refunddate")
    add(
      .kept,
      "isretryable pod signingstatus tierprice tierquantity periodcount reason refundamount "
        + "refundreason refundtype sendattemptresult firstsendattemptresult grouptype")
    return names
  }()
}
