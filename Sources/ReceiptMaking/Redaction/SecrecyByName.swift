internal import ReceiptCore

extension FieldSecrecy {
  /// From the attribute of an app receipt.
  init(_ attribute: Attribute) {
    let type = attribute.type
    let field =
      attribute.path.inAppType == nil
      ? Field.receiptByAttribute[type].map { ($0.secrecy, $0.kind) }
      : Field.purchaseByAttribute[type].map { ($0.secrecy, $0.kind) }
    self = field?.0 ?? Self.otherTypes[type] ?? .unknown
    // What stays is a version or a count. In another type it could be anything.
    if case .kept = self, !attribute.kind.holds(field?.1) { self = .unknown }
  }

  /// Attributes that the model has no place for.
  private static let otherTypes: [Int: FieldSecrecy] = [
    6: .bytes, 7: .bytes, 22: .date,
  ]

  /// Whether the forms define a name. Any other name may be a person's or a product's.
  static func isKnown(name: String) -> Bool {
    let plain = plain(name)
    return containers.contains(plain) || FieldSecrecy(plain: plain) != .unknown
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
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return name.lowercased().filter { $0 != "_" && $0 != "-" }
    }
    // The same for nearly all names, at a tenth of the cost.
    let octets = name.utf8.lazy.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return String(decoding: octets.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// From a name in JSON or in a property list. Forms write a name in different ways: `transactionId`,
  /// `transaction_id`, `transaction-id`.
  init(name: String) { self.init(plain: Self.plain(name)) }

  private init(plain: String) {
    var plain = plain
    self = .unknown
    if let known = Self.names[plain] {
      self = known
      return
    }
    // Apple's responses and transactions write each date three times.
    guard let last = plain.utf8.last, "dst".utf8.contains(last) else { return }
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
        for key in keys(of: field) { names[plain(key)] = field.secrecy }
      }
    }
    add(Field<Receipt>.all)
    add(Field<InAppPurchase>.all)
    add(Field<RenewalInfo>.all)
    add(Field<ServerNotification>.all)
    add(Field<APIResponse>.all)
    add(Field<APIResponse.SubscriptionStatus>.all)
    // What no model has a field for, or what needs more care than the field.
    func add(_ secrecy: FieldSecrecy, _ words: String) {
      for word in words.split(separator: " ") { names[String(word)] = secrecy }
    }
    add(.identifier, "offeridentifier subscriptiongroupid uniqueidentifier uniquevendoridentifier")
    add(.receipt, "latestreceipt latestexpiredreceipt signedtransactioninfo signedrenewalinfo")
    add(.receipt, "signedapptransactioninfo signedpayload signedtransactions")
    add(.identifier, "sku dependentskus groupid")
    // Apple's sentence quotes the value of the request.
    add(.identifier, "errormessage")
    add(.date, "attemptdate firstsendattemptdate refunddate")
    add(
      .kept,
      "isretryable pod signingstatus tierprice tierquantity periodcount reason refundamount "
        + "refundreason refundtype sendattemptresult firstsendattemptresult grouptype")
    return names
  }()
}

extension ASN1Kind {
  /// Whether an attribute of this type can hold a field of this kind; any number or text if nothing is known of it.
  fileprivate func holds(_ field: FieldKind?) -> Bool {
    switch field {
    case nil: self == .integer || isText
    case .text, .idText: isText
    default: self == .integer
    }
  }
}

// MARK: - Values of another type than the field's

extension FieldSecrecy {
  /// Whether a text looks like what stands in fields that stay. In a copy of something that was forged or damaged anything
  /// may stand there.
  static func isOfApple(_ octets: [UInt8]) -> Bool {
    ReceiptString(octets).text.map { isWordOfApple($0) || isVersion($0) } ?? false
  }

  /// `1.2.3b4`, `2.0 (113)`: what developers write as the version of an app.
  private static func isVersion(_ text: String) -> Bool {
    let longest = text.utf8.split { !Text.isDigit($0) }.map(\.count).max() ?? 0
    return text.utf8.first.map(Text.isDigit) == true && text.utf8.count <= longestVersionText
      && longest <= longestVersion
      && text.utf8.allSatisfy { Text.isAlphanumeric($0) || " ._-+()".utf8.contains($0) }
  }

  private static let longestVersionText = 24

  /// Whether a text looks like what Apple writes into fields that stay: a word in capital letters, a version, a locale,
  /// or one of its few other words.
  static func isWordOfApple(_ text: String) -> Bool {
    if words.contains(text) || isLocale(text) { return true }
    let isPlain = text.utf8.allSatisfy {
      Text.isDigit($0) || (0x41...0x5A).contains($0) || "._-+".utf8.contains($0)
    }
    let longest = text.utf8.split { !Text.isDigit($0) }.map(\.count).max() ?? 0
    return isPlain && text.utf8.count <= longestWord && longest <= longestVersion
  }

  private static let words: Set<String> = [
    "Production", "Sandbox", "Xcode", "LocalTesting", "ProductionSandbox", "ProductionVPP",
    "ProductionVPPSandbox", "Auto-Renewable Subscription", "Non-Consumable", "Consumable",
    "Non-Renewing Subscription", "true", "false", "yes", "no", "iOS", "macOS", "tvOS", "visionOS",
    "watchOS",
  ]

  /// `de`, `en-US`, `zh_Hant_TW`.
  private static func isLocale(_ text: String) -> Bool {
    let parts = text.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    return (1...3).contains(parts.count) && (2...3).contains(parts[0].count)
      && parts.dropFirst().allSatisfy { (2...4).contains($0.count) }
      && parts.allSatisfy { $0.allSatisfy(Text.isAlphanumeric) }
  }

  /// The longest word of a notification type or subtype, and more.
  private static let longestWord = 48
}

extension FieldSecrecy {
  /// Treats a text under a name of numbers and flags as unknown if it is not a number. It may be anything.
  func judging(_ text: String, under name: String) -> FieldSecrecy {
    guard self == .kept, Self.numbers.contains(Self.plain(name)) else { return self }
    let isNumber =
      text.utf8.count <= Self.longestNumber
      && text.utf8.allSatisfy { $0 &- 0x30 < 10 || "+-.".utf8.contains($0) }
    return isNumber || ["true", "false", "yes", "no"].contains(text.lowercased()) ? self : .unknown
  }

  /// Treats as an identifier what has several digits under a name of flags. Under other names that have no numbers, a
  /// short one may be a version.
  func judging(digits: String, under name: String) -> FieldSecrecy {
    guard self == .kept, digits.utf8.count > 1, case let name = Self.plain(name) else {
      return self
    }
    let isVersion = digits.utf8.count <= Self.longestVersion || Self.numbers.contains(name)
    return isVersion && !Self.flags.contains(name) ? self : .identifier
  }

  /// Digits of a 64-bit number with its sign.
  private static let longestNumber = 20
  /// Digits of a version that is a date: 20240229.
  private static let longestVersion = 8

  /// Names under which every form has a number or a flag.
  private static let numbers = Set(
    kinds.filter { $0.value.allSatisfy { [.number, .flag, .numericFlag].contains($0) } }.keys)
  /// Names under which every form has a flag.
  private static let flags = Set(
    kinds.filter { $0.value.allSatisfy { [.flag, .numericFlag].contains($0) } }.keys)

  /// The kinds of each name that stays.
  private static let kinds: [String: [FieldKind]] = {
    var kinds: [String: [FieldKind]] = [
      "isretryable": [.flag], "signingstatus": [.number], "tierprice": [.number],
      "tierquantity": [.number], "periodcount": [.number], "refundamount": [.number],
    ]
    func add<Model>(_ table: [Field<Model>]) {
      for field in table where field.secrecy == .kept {
        for name in keys(of: field) { kinds[plain(name), default: []].append(field.kind) }
      }
    }
    add(Field<Receipt>.all)
    add(Field<InAppPurchase>.all)
    add(Field<RenewalInfo>.all)
    add(Field<ServerNotification>.all)
    add(Field<APIResponse>.all)
    add(Field<APIResponse.SubscriptionStatus>.all)
    return kinds
  }()

  /// What the forms call a field, without the objects around it.
  private static func keys<Model>(of field: Field<Model>) -> [String] {
    let keys: [String?] =
      [field.name, field.alias, field.names.response, field.names.ios6]
      + field.names.payloads.values.map { $0 }
    return keys.compactMap { $0 }.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
  }
}
