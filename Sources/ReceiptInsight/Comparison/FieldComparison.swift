internal import ReceiptCore

/// Compares the fields of two receipts except their purchases, and the nested receipts.
struct FieldComparison {
  private let a: FormCapabilities
  private let b: FormCapabilities
  private let isSameForm: Bool
  private(set) var differences: [FieldDifference] = []
  /// The number of fields that both have.
  private(set) var countBoth = 0
  /// Fields that one has and the other's form cannot contain.
  private(set) var onlyA: [String] = []
  private(set) var onlyB: [String] = []

  init(_ a: FormCapabilities, _ b: FormCapabilities) {
    self.a = a
    self.b = b
    isSameForm = a.form == b.form
  }

  mutating func compare(_ left: VerifiedReceipt, _ right: VerifiedReceipt) {
    let plan = FieldPlan(Field<Receipt>.byName, across: [.environment], a, b)
    let receipts = (left.decoded.receipt, right.decoded.receipt)
    differences = plan.differences([receipts.0], [receipts.1], countBoth: &countBoth)
    (onlyA, onlyB) = plan.onlyOneHas([([receipts.0], [receipts.1])])
    if isSameForm {
      compareAttributes(left.decoded, right.decoded)
      compareOtherFields(left.decoded, right.decoded)
      compareResponses(left.decoded.response, right.decoded.response)
      compareNotifications(left.decoded.notification, right.decoded.notification)
      compareAPIResponses(left.decoded.apiResponse, right.decoded.apiResponse)
      compareNested(left, right)
    } else {
      leaveOut(left.decoded, &onlyA)
      leaveOut(right.decoded, &onlyB)
    }
    differences = Self.sorted(differences)
  }

  /// Sorted by name; attributes are sorted by number.
  private static func sorted(_ differences: [FieldDifference]) -> [FieldDifference] {
    let keyed = differences.map { difference in
      (key: AttributeName(difference.name), difference: difference)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.difference)
  }

  private struct AttributeName: Comparable {
    let name: Substring
    let number: Int

    /// - Parameter name: `attributes[7]`, or a name without a number.
    init(_ name: String) {
      let start = name.utf8.lastIndex(of: UInt8(ascii: "[")) ?? name.endIndex
      let digits = name[start...].dropFirst().dropLast()
      number = Int(digits) ?? -1
      self.name = number < 0 ? name[...] : name[..<start]
    }

    static func < (left: Self, right: Self) -> Bool {
      left.name.utf8.elementsEqual(right.name.utf8)
        ? left.number < right.number
        : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }

  private mutating func add(_ name: String, _ a: FieldValue?, _ b: FieldValue?) {
    guard a != b else { return }
    differences.append(FieldDifference(name: name, a: a, b: b))
  }

  /// Adds the names of the parts that no other form has.
  private func leaveOut(_ decoded: DecodedReceipt, _ names: inout [String]) {
    names += UnnamedAttributes(decoded.attributes).ofReceipt.keys.sorted().map {
      UnnamedAttributes.name($0)
    }
    if decoded.response?.status != nil { names.append("answer.status") }
    if decoded.notification != nil { names.append("notification") }
    if !decoded.otherFields.isEmpty { names.append("other_fields") }
    // The whole content of a notification is compared, but of a response's receipt only the purchases.
    if decoded.response != nil { names += decoded.nested.map(\.path) }
  }

  // MARK: Parts that only some forms have

  private mutating func compareAttributes(_ a: DecodedReceipt, _ b: DecodedReceipt) {
    let left = UnnamedAttributes(a.attributes).ofReceipt
    let right = UnnamedAttributes(b.attributes).ofReceipt
    for type in Set(left.keys).union(right.keys) {
      add(
        UnnamedAttributes.name(type), UnnamedAttributes.value(left[type]),
        UnnamedAttributes.value(right[type]))
    }
  }

  /// Compares fields that are not in the model. The order of list elements means nothing, so their indices
  /// are dropped, and only the values are compared.
  private mutating func compareOtherFields(_ a: DecodedReceipt, _ b: DecodedReceipt) {
    var values: [String: (a: [ReceiptString: Int], b: [ReceiptString: Int])] = [:]
    for field in a.otherFields {
      let name = Self.withoutIndices(field.path)
      values[name, default: ([:], [:])].a[ReceiptString(field.value.description), default: 0] += 1
    }
    for field in b.otherFields {
      let name = Self.withoutIndices(field.path)
      values[name, default: ([:], [:])].b[ReceiptString(field.value.description), default: 0] += 1
    }
    for (name, counts) in values {
      add(
        "other_fields.\(name)", Self.surplus(of: counts.a, over: counts.b),
        Self.surplus(of: counts.b, over: counts.a))
    }
  }

  /// The texts that occur more often on one side than on the other.
  private static func surplus(
    of counts: [ReceiptString: Int], over others: [ReceiptString: Int]
  ) -> FieldValue? {
    let texts = counts.flatMap { text, count in
      [ReceiptString](repeating: text, count: max(0, count - (others[text] ?? 0)))
    }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    guard texts.count != 1 else { return .text(texts[0]) }
    return texts.isEmpty ? nil : .list(texts.map { .text($0) })
  }

  /// Turns `latest_receipt_info[3].promotion_code` into `latest_receipt_info[].promotion_code`.
  private static func withoutIndices(_ path: String) -> String {
    var result: [UInt8] = []
    var rest = Substring(path).utf8
    while let octet = rest.popFirst() {
      result.append(octet)
      guard octet == UInt8(ascii: "[") else { continue }
      // A name may contain anything. Only a number in brackets is an index.
      let end = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if end.first == UInt8(ascii: "]") { rest = end }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func compareResponses(_ a: VerifyReceiptResponse?, _ b: VerifyReceiptResponse?) {
    add("answer.is_retryable", a?.isRetryable.map { .flag($0) }, b?.isRetryable.map { .flag($0) })
    add("answer.status", a?.status.map { .number($0) }, b?.status.map { .number($0) })
  }

  private mutating func compareNotifications(_ a: ServerNotification?, _ b: ServerNotification?) {
    for field in Field<ServerNotification>.all {
      add("notification.\(field.name)", a.flatMap(field.get), b.flatMap(field.get))
    }
  }

  private mutating func compareAPIResponses(_ a: APIResponse?, _ b: APIResponse?) {
    for field in Field<APIResponse>.all {
      add("answer.\(field.name)", a.flatMap(field.get), b.flatMap(field.get))
    }
    typealias States = [ReceiptString: APIResponse.SubscriptionStatus]
    func states(_ response: APIResponse?) -> States {
      Dictionary(
        (response?.subscriptions ?? []).compactMap { subscription in
          subscription.originalTransactionID.map { ($0, subscription) }
        }, uniquingKeysWith: { first, _ in first })
    }
    let (left, right) = (states(a), states(b))
    for id in Set(left.keys).union(right.keys) {
      for field in Field<APIResponse.SubscriptionStatus>.all
      where field.name != "original_transaction_id" {
        add(
          "answer.subscriptions[\(id)].\(field.name)", left[id].flatMap(field.get),
          right[id].flatMap(field.get))
      }
    }
  }

  // MARK: Receipts inside

  private mutating func compareNested(_ a: VerifiedReceipt, _ b: VerifiedReceipt) {
    for (path, left, right) in Self.pairs(a, b) {
      guard case .success(let left)? = left, case .success(let right)? = right,
        left.decoded.form == right.decoded.form
      else {
        // An unreadable receipt has no fields, so only the reasons are compared.
        add(path, Self.text(left), Self.text(right))
        continue
      }
      var inner = FieldComparison(
        FormCapabilities(left.decoded), FormCapabilities(right.decoded))
      inner.compare(left, right)
      differences += inner.differences.map {
        FieldDifference(name: "\(path).\($0.name)", a: $0.a, b: $0.b)
      }
    }
  }

  typealias Inner = Result<VerifiedReceipt, ReceiptError>

  /// The nested receipts of both, matched by place.
  static func pairs(
    _ a: VerifiedReceipt, _ b: VerifiedReceipt
  ) -> [(path: String, a: Inner?, b: Inner?)] {
    let places = a.nested.map(\.path) + b.nested.map(\.path)
    var seen: Set<String> = []
    return places.filter { seen.insert($0).inserted }.map { path in
      (
        path, a.nested.first { $0.path == path }?.content,
        b.nested.first { $0.path == path }?.content
      )
    }
  }

  private static func text(_ inner: Inner?) -> FieldValue? {
    switch inner {
    case nil: nil
    case .success(let receipt): .text(ReceiptString(receipt.decoded.form.rawValue))
    case .failure(let error): .text(ReceiptString(error.code.rawValue))
    }
  }
}

/// The attributes of an app receipt that are not in the model: `attributes[7]`. Of a type that the model has, these are
/// all but the first.
struct UnnamedAttributes {
  typealias Values = [Int: [[UInt8]]]

  /// The values of the receipt's attributes, by type.
  private(set) var ofReceipt: Values = [:]
  /// The values of the attributes of purchases, for each purchase that has any.
  private(set) var ofPurchases: [Int: Values] = [:]

  init(_ attributes: AttributeList) {
    var receipt = MetTypes()
    var purchase = MetTypes()
    var index = -1
    for attribute in attributes {
      let type = attribute.type
      // A type means something only at its own level. A bundle id within a purchase is not a field of the model.
      if attribute.path.inAppType != nil, let place = attribute.path.purchaseIndex {
        if place != index { (index, purchase) = (place, MetTypes()) }
        if Field.purchaseByAttribute[type] != nil, purchase.insert(type) { continue }
        ofPurchases[place, default: [:]][type, default: []].append(Array(attribute.value))
      } else if type != AttributePath.inAppType {
        if Field.receiptByAttribute[type] != nil, receipt.insert(type) { continue }
        ofReceipt[type, default: []].append(Array(attribute.value))
      }
    }
  }

  /// The types of the model that a receipt or a purchase has, each as a bit: its last six bits are its own in its level.
  private struct MetTypes {
    private var bits: UInt64 = 0

    /// Whether it is the first of its type.
    mutating func insert(_ type: Int) -> Bool {
      let bit: UInt64 = 1 << UInt64(type & 63)
      defer { bits |= bit }
      return bits & bit == 0
    }
  }

  static func name(_ type: Int) -> String { "attributes[\(type)]" }

  /// What several attributes of a type say, in whatever order they stand.
  static func value(_ values: [[UInt8]]?) -> FieldValue? {
    guard let values, let first = values.first else { return nil }
    guard values.count > 1 else { return .bytes(first) }
    return .list(values.sorted { $0.lexicographicallyPrecedes($1) }.map { .bytes($0) })
  }
}

extension Field<Receipt> {
  /// The environment that forms share, in whatever words each says it.
  static let environment = Field(
    name: "environment", secrecy: .kept, forms: Set(ReceiptForm.allCases), isOptional: true
  ) { receipt in receipt.environment.map { .text(ReceiptString($0.rawValue)) } }
}
