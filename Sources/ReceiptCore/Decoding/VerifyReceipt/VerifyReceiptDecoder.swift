/// Reads what Apple's verifyReceipt answered, in both of its styles: that of today, around an app receipt,
/// and that of iOS 6, around one transaction.
struct VerifyReceiptDecoder {
  let limits: DecodingLimits
  /// In how many others this answer stands.
  var nesting = 0

  /// How deep receipts are read that stand in others: `latest_receipt`, and no further.
  static let maximumNesting = 1
  /// What the library in-app-purchase for Node puts in the place of Apple's 0 if a receipt has no purchases.
  private static let statusOfLibrary: Int64 = 2

  package func decode(_ input: ReceiptInput, _ value: JSONValue) throws(ReceiptError)
    -> DecodedReceipt
  {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    var fields = ObjectFields(anySpelling: value, diagnostics: diagnostics)
    var decoded = DecodedReceipt(
      input: input, form: .verifyReceipt, envelope: .json, receipt: Receipt())
    var other: [OtherField] = []
    decode(&fields, &decoded, other: &other)
    if Self.isOfIOS6(value) { fields.diagnostics.add(Finding(.ios6Style, offset: nil)) }
    // iOS 6 style responses say it of the one subscription that they are about.
    if decoded.renewals.isEmpty, fields.has("auto_renew_status") {
      decoded.renewals = [fields.renewal()]
    }
    return decoded.finished(fields, other)
  }

  /// Whether a response is about one transaction, because the app sent the receipt of one.
  private static func isOfIOS6(_ value: JSONValue) -> Bool {
    guard let receipt = value["receipt"] else {
      return ["latest_receipt_info", "latest_expired_receipt_info"].contains {
        value[$0]?.members != nil
      }
    }
    return receipt["in_app"] == nil && receipt["bundle_id"] == nil
      && ["bid", "bvrs", "unique_identifier", "transaction_id"].contains { receipt[$0] != nil }
  }

  /// Reads a notification of version 1, which holds a response.
  func decodeNotification(_ input: ReceiptInput, _ value: JSONValue) -> DecodedReceipt {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    var fields = ObjectFields(anySpelling: value, diagnostics: diagnostics)
    var decoded = DecodedReceipt(
      input: input, form: .notificationV1, envelope: .json, receipt: Receipt())
    var notification = ServerNotification()
    for (key, field) in ServerNotification.payloadPlans[.notificationV1]?.fields ?? [] {
      field.set(&notification, fields.responseValue(field.kind, key))
    }
    decoded.notification = notification
    if fields.has("password") {
      if !fields.isMasked("password") {
        fields.diagnostics.add(Finding(.sharedSecret, field: "password"))
      }
      fields.drop("password")
    }
    var other: [OtherField] = []
    // Before March 2021 the parts of the response stood beside the other fields.
    decode(&fields, &decoded, other: &other)
    let old = decoded
    if var unified = fields.object("unified_receipt") {
      decode(&unified, &decoded, other: &other)
      unified.addUntaken(to: &other)
      fields.diagnostics = unified.diagnostics
      decoded.nested += old.nested
      decoded.response?.latestReceiptInfo += old.response?.latestReceiptInfo ?? []
      decoded.response?.latestExpiredReceiptInfo += old.response?.latestExpiredReceiptInfo ?? []
    }
    decoded.receipt = old.receipt
    decoded.receipt.environmentName = fields.text("environment") ?? old.receipt.environmentName
    decoded.receipt.bundleID = fields.text("bid") ?? old.receipt.bundleID
    decoded.receipt.applicationVersion = fields.text("bvrs") ?? old.receipt.applicationVersion
    if decoded.renewals.isEmpty, notification.autoRenewStatus != nil {
      decoded.renewals = [RenewalInfo(notification)]
    }
    return decoded.finished(fields, other)
  }

  /// Reads the members of a response.
  private func decode(
    _ fields: inout ObjectFields, _ decoded: inout DecodedReceipt, other: inout [OtherField]
  ) {
    var response = VerifyReceiptResponse()
    if fields.has("receipt"), fields.value("status")?.integer == Self.statusOfLibrary {
      other.append(OtherField(path: fields.prefix + "status", value: .number("2")))
      fields.drop("status")
      fields.diagnostics.add(Finding(.libraryStatus, field: fields.prefix + "status"))
    } else {
      response.status = fields.id("status")
    }
    response.isRetryable = fields.looseFlag("is-retryable") ?? fields.looseFlag("is_retryable")
    if var receipt = fields.object("receipt") {
      decoded.receipt = receipt.receipt(other: &other)
      response.latestReceiptInfo = receipt.transactions("latest_receipt_info", other: &other)
      receipt.addUntaken(to: &other)
      fields.diagnostics = receipt.diagnostics
    }
    decoded.receipt.environmentName = fields.environment(of: decoded.receipt)
    response.latestReceiptInfo += fields.transactions("latest_receipt_info", other: &other)
    response.latestExpiredReceiptInfo = fields.transactions(
      "latest_expired_receipt_info", other: &other)
    decoded.renewals = fields.objects("pending_renewal_info") { element in
      let renewal = element.renewal()
      element.addUntaken(to: &other)
      return renewal
    }
    if nesting < Self.maximumNesting, let text = fields.text("latest_receipt"),
      !Mask.fills(text.description)
    {
      decoded.nested = [
        NestedReceipt(path: fields.prefix + "latest_receipt", content: latestReceipt(text))
      ]
    }
    decoded.response = response
  }

  private func latestReceipt(_ text: ReceiptString) -> Result<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      let input = try ReceiptInput(Array(text.bytes), limits: limits)
      guard case .json = input.kind else {
        return .success(try ReceiptDecoder(limits: limits).decode(input))
      }
      throw ReceiptError(
        .notAReceipt, "this is JSON, where a receipt in base64 should be",
        hint: "latest_receipt is base64 of a receipt")
    } catch {
      return .failure(error)
    }
  }
}

extension RenewalInfo {
  /// What a notification of version 1 says itself.
  fileprivate init(_ notification: ServerNotification) {
    self.init()
    autoRenewStatus = notification.autoRenewStatus
    autoRenewProductID = notification.autoRenewProductID
    expirationIntent = notification.expirationIntent
    originalTransactionID = notification.originalTransactionID
  }
}

extension DecodedReceipt {
  fileprivate func finished(_ fields: ObjectFields, _ other: [OtherField]) -> DecodedReceipt {
    var result = self
    result.otherFields = []
    fields.addUntaken(to: &result.otherFields)
    result.otherFields += other
    result.errors = fields.diagnostics.errors
    result.findings = fields.diagnostics.findings
    return result
  }
}

// MARK: - The parts of a response

extension ObjectFields {
  /// The `receipt` of a response. In the style of iOS 6 it is one transaction.
  fileprivate mutating func receipt(other: inout [OtherField]) -> Receipt {
    var receipt = Receipt()
    let isIOS6 = ["bid", "bvrs", "transaction_id", "product_id"].contains(where: has)
    if isIOS6 {
      for field in Field<Receipt>.all {
        guard let key = field.names.ios6 else { continue }
        field.set(&receipt, responseValue(field.kind, key.replacingHyphens))
      }
      receipt.inApp = [transaction()]
      // Some libraries put the newest purchase beside the fields of an app receipt.
      guard has("in_app") || has("bundle_id") else { return receipt }
    }
    for field in Field<Receipt>.all {
      guard let key = field.names.response else { continue }
      // What the purchase has under the same name was read with it.
      if isIOS6, field.get(receipt) != nil || Self.purchaseDates.contains(key) { continue }
      field.set(&receipt, responseValue(field.kind, key))
    }
    if receipt.adamID != nil {
      takeIfSame("app_item_id", as: receipt.adamID)
    } else {
      receipt.adamID = id("app_item_id")
    }
    receipt.inApp += transactions("in_app", other: &other)
    return receipt
  }

  /// Dates that an app receipt and a purchase have under one name.
  private static let purchaseDates = ["original_purchase_date"]

  /// The answer's own word for the environment. One that its receipt's type contradicts stays among the
  /// other fields, because unsigned text does not say which of the two is true.
  fileprivate mutating func environment(of receipt: Receipt) -> ReceiptString? {
    guard let said = receipt.environment, let name = value("environment")?.string else {
      return text("environment")
    }
    var named = Receipt()
    named.environmentName = ReceiptString(name)
    guard let other = named.environment, other != said else { return text("environment") }
    diagnostics.add(Finding(.environmentsDisagree, field: prefix + "environment"))
    return nil
  }

  /// The transactions in a list; one that stands alone counts as a list of one.
  fileprivate mutating func transactions(
    _ name: String, other: inout [OtherField]
  ) -> [InAppPurchase] {
    objects(name) { element in
      let purchase = element.transaction()
      element.addUntaken(to: &other)
      return purchase
    }
  }

  fileprivate mutating func transaction() -> InAppPurchase {
    var purchase = InAppPurchase()
    for field in Field<InAppPurchase>.all {
      guard let key = field.names.response else { continue }
      // It is read all the same.
      if field.kind == .idText, key.hasSuffix("transaction_id"), case .number? = value(key) {
        addOddType(key)
      }
      field.set(
        &purchase,
        key == "expires_date" ? expiryDate().map { .date($0) } : responseValue(field.kind, key))
    }
    return purchase
  }

  fileprivate mutating func renewal() -> RenewalInfo {
    var renewal = RenewalInfo()
    for field in Field<RenewalInfo>.all {
      guard let key = field.names.response else { continue }
      field.set(&renewal, responseValue(field.kind, key))
    }
    return renewal
  }

  /// A field as verifyReceipt writes it: numbers and flags as texts in some places, as themselves in others.
  fileprivate mutating func responseValue(_ kind: FieldKind, _ key: String) -> FieldValue? {
    switch kind {
    case .text: text(key).map { .text($0) }
    case .idText: idText(key).map { .text($0) }
    case .number, .storeRelease: id(key).map { .number($0) }
    case .id, .optionalID: id(key).map { .identifier($0) }
    case .flag, .numericFlag: looseFlag(key).map { .flag($0) }
    case .date: responseDate(key).map { .date($0) }
    // No response has any of these.
    case .productType, .bytes, .digest, .texts, .json: nil
    }
  }

  /// The objects in an array, or the one that stands in its place.
  fileprivate mutating func objects<Value>(
    _ name: String, _ read: (inout ObjectFields) -> Value
  ) -> [Value] {
    let elements =
      take(name, "an array of objects, or an object") { value -> [(String, JSONValue)]? in
        if value.members != nil { return [(name, value)] }
        guard let elements = value.elements,
          elements.count <= DecodingLimits.largestPurchaseCount
        else { return nil }
        return elements.enumerated().map { ("\(name)[\($0)]", $1) }
      } ?? []
    return elements.compactMap { path, value in
      guard value.members != nil else {
        // An entry that is not an object does not hide the others.
        if !value.isNull { keepStranger(value, at: path) }
        return nil
      }
      var element = ObjectFields(
        anySpelling: value, prefix: prefix + path + ".", diagnostics: diagnostics)
      defer { diagnostics = element.diagnostics }
      return read(&element)
    }
  }

  /// Takes a number that says again what another one said.
  private mutating func takeIfSame(_ name: String, as number: Int64?) {
    let again = value(name).flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
    if again == number { _ = id(name) }
  }
}

extension String {
  /// A key of iOS 6 transactions as responses write it: `product_id` for `product-id`.
  fileprivate var replacingHyphens: String {
    String(map { $0 == "-" ? "_" : $0 })
  }
}
