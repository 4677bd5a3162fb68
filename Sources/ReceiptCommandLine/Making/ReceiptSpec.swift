internal import ReceiptCore
internal import ReceiptMaking

/// A parsed SPEC of one receipt. Its names are those of `decode --format json`.
struct ReceiptSpec: Sendable {
  var style: MakeStyle?
  var digest: DigestAlgorithm?
  /// It was printed by `decode` and is complete: no defaults are added.
  var isComplete = false
  var receipt = Receipt()
  /// Whether it lists purchases, even an empty list.
  var hasPurchases = false
  /// The purchase is an example, whose renewal is still to be filled in.
  var isExample = false
  /// The device for which the receipt is made.
  var deviceID: [UInt8]?
  /// Raw attributes of a receipt.
  var attributes: [AttributeTemplate] = []
  var response = ResponseSpec()
  /// The fields of a response of the App Store Server API.
  var apiResponse: APIResponse?
  var renewals: [RenewalInfo] = []
  /// Fields that are not in the model.
  var otherFields: [JSONValue.Member] = []
  /// The signed text, if it was read from a receipt of this style.
  var payload: (text: String, style: MakeStyle)?
  /// The fields of a server notification, without the nested parts.
  var notification = ServerNotification()
  /// The nested receipts: a response's `latest_receipt`, a notification's transaction and renewal info.
  var nested: [ReceiptSpec] = []

  /// What was read of a receipt, taken at its word.
  init(_ decoded: DecodedReceipt) {
    isComplete = true
    receipt = decoded.receipt
    // In the words of a SPEC.
    receipt.environmentName = receipt.environmentWord
    renewals = decoded.renewals
    notification = decoded.notification ?? notification
    otherFields = decoded.otherFields.map { JSONValue.Member(name: $0.path, value: $0.value) }
  }

  /// The fields of a verifyReceipt response besides the receipt.
  struct ResponseSpec: Sendable {
    var status: Int64?
    var isRetryable: Bool?
    var latestReceiptInfo: [InAppPurchase]?
    var latestExpiredReceiptInfo: [InAppPurchase]?
  }

  /// All receipts of a document: one, or a list.
  ///
  /// - Parameter asked: the style from the command line.
  static func all(
    _ node: DocumentNode, asked: MakeStyle? = nil
  ) throws(DocumentError) -> [ReceiptSpec] {
    guard case .list(let elements) = node.content else {
      return [try ReceiptSpec(any: node, asked)]
    }
    guard !elements.isEmpty else {
      throw DocumentError("the list of receipts is empty", at: node.position)
    }
    var specs: [ReceiptSpec] = []
    for element in elements { specs.append(try ReceiptSpec(any: element, asked)) }
    return specs
  }

  /// A SPEC, or a payload without its signature.
  private init(any node: DocumentNode, _ asked: MakeStyle?) throws(DocumentError) {
    if let payload = try ReceiptSpec(payload: node) {
      self = payload
    } else {
      self = try ReceiptSpec(node, asked)
    }
  }

  /// What StoreKit 2 or Apple's server signs, under the names that Apple has for it; `nil` for any other document.
  private init?(payload node: DocumentNode) throws(DocumentError) {
    guard case .table(let entries) = node.content else { return nil }
    let names = entries.map {
      JSONValue.Member(name: $0.key, value: $0.value.isNull ? .null : .bool(true))
    }
    guard let form = ReceiptForm(payload: .object(names)), let style = MakeStyle(form) else {
      return nil
    }
    let text = node.json.description
    do throws(ReceiptError) {
      // Read as signed, so that every member stays as it is.
      self.init(try OriginalPayload(Array(text.utf8)).decoded(as: form))
    } catch {
      throw DocumentError(
        "this payload cannot be read: \(error.message)", at: node.position, hint: error.hint)
    }
    self.style = style
    payload = (text, style)
  }

  init() {}

  private init(_ node: DocumentNode, _ asked: MakeStyle? = nil) throws(DocumentError) {
    var table = try DocumentTable(node, "a SPEC")
    // These are not keys of a SPEC, and every response has one of them.
    if let position = table.position(of: "status") ?? table.position(of: "latest_receipt") {
      throw DocumentError(
        "this is what verifyReceipt answered, and no SPEC", at: position,
        hint: "decode it first: receipt decode FILE --format json | receipt make -")
    }
    isComplete = table.take("schema") != nil
    style = try table.take("style")?.choice("style", MakeStyle.self)
    digest = try table.take("digest")?.choice("digest", DigestArgument.self).digest
    if let node = table.take("receipt") {
      try readReceipt(node)
    }
    for element in table.take("attributes")?.list ?? [] {
      attributes.append(try AttributeTemplate(element, isInApp: false))
    }
    for element in table.take("pending_renewal_info")?.list ?? [] {
      renewals.append(try RenewalInfo(element))
    }
    // Only some styles have one of these.
    var implied: MakeStyle?
    if let node = table.take("notification") {
      notification = try ServerNotification(node)
      implied = .jwsNotification
    }
    if let node = table.take("request") {
      notification = try ServerNotification(node)
      implied = .jwsRealtimeRequest
    }
    let answer = table.take("answer")
    try readOtherFields(table.take("other_fields"))
    try readNested(table.take("nested"))
    let payload = try table.take("payload", DocumentNode.text)
    let source = table.take("source")
    let signature = table.take("signature")
    // Findings are ignored. A receipt that could not be read cannot be made again.
    table.ignore("findings", "inferred", "errors")
    if let position = table.position(of: "error"), isComplete {
      throw DocumentError(
        "this describes a receipt that could not be read whole", at: position,
        hint: "remove error and errors to make what was read of it")
    }
    try table.end { key in
      if ReceiptFieldNames.receipt.contains(key) { return "put it under receipt" }
      if ReceiptFieldNames.purchase.contains(key) { return "put it under receipt, in in_app" }
      return nil
    }
    var original: MakeStyle?
    if let source { original = try Self.style(of: source) }
    if let answer { try readAnswer(answer, original ?? asked ?? style) }
    style = style ?? original ?? implied
    if let payload, let original { self.payload = (payload, original) }
    if digest == nil, let signature { digest = try Self.digest(of: signature) }
  }

  /// The style of the receipt that was decoded.
  private static func style(of source: DocumentNode) throws(DocumentError) -> MakeStyle? {
    guard case .table(let entries) = source.content else { return nil }
    func text(_ key: String) throws(DocumentError) -> String? {
      try entries.first { $0.key == key }?.value.text(key)
    }
    guard let form = try text("form").flatMap(ReceiptForm.init(rawValue:)) else { return nil }
    let isBER = try text("encoding") == "ber"
    return form == .appReceipt && isBER ? .xcode : MakeStyle(form)
  }

  /// What a response says itself, of verifyReceipt or of the App Store Server API.
  private mutating func readAnswer(
    _ node: DocumentNode, _ known: MakeStyle?
  ) throws(DocumentError) {
    if let read = try APIResponse(node, kind: known?.response) {
      apiResponse = read
      style = style ?? MakeStyle(read.kind)
    } else {
      response = try ResponseSpec(node)
    }
  }

  private static func digest(of signature: DocumentNode) throws(DocumentError) -> DigestAlgorithm? {
    guard case .table(let entries) = signature.content else { return nil }
    return try entries.first { $0.key == "digest" }?.value.choice("digest", DigestArgument.self)
      .digest
  }

  private mutating func readOtherFields(_ node: DocumentNode?) throws(DocumentError) {
    for element in node?.list ?? [] {
      var table = try DocumentTable(element, "another field")
      let path = try table.take("path", DocumentNode.text) ?? ""
      let shown = table.take("value")?.json ?? .null
      table.ignore("value")
      try table.end()
      let value = OtherField.hasDates(path) ? shown.countingDates : shown
      otherFields.append(JSONValue.Member(name: path, value: value))
    }
  }

  private mutating func readNested(_ node: DocumentNode?) throws(DocumentError) {
    for element in node?.list ?? [] where !element.isFailure {
      nested.append(try ReceiptSpec(element))
    }
  }
}

extension ReceiptSpec.ResponseSpec {
  init(_ node: DocumentNode) throws(DocumentError) {
    var table = try DocumentTable(node, "answer")
    status = try table.take("status", DocumentNode.integer)
    isRetryable = try table.take("is_retryable", DocumentNode.bool)
    latestReceiptInfo = try Self.purchases(table.take("latest_receipt_info"))
    latestExpiredReceiptInfo = try Self.purchases(table.take("latest_expired_receipt_info"))
    table.ignore("comparison")
    table.ignore("only_in_answer")
    try table.end()
  }

  private static func purchases(
    _ node: DocumentNode?
  ) throws(DocumentError) -> [InAppPurchase]? {
    guard let list = node?.list else { return nil }
    var purchases: [InAppPurchase] = []
    for element in list { purchases.append(try InAppPurchase(element)) }
    return purchases
  }
}

extension DocumentNode {
  /// Whether this is what `decode` prints for an unreadable input.
  fileprivate var isFailure: Bool {
    guard case .table(let entries) = content else { return false }
    return entries.contains { $0.key == "error" } && !entries.contains { $0.key == "receipt" }
  }
}
