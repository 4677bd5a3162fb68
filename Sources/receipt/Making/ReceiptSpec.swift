internal import ReceiptCore
internal import ReceiptMaking

/// A parsed SPEC of one receipt. Its names are those of `decode --format json`.
struct ReceiptSpec: Sendable {
  var style: MakeStyle?
  var digest: DigestAlgorithm?
  /// It was printed by `decode` and is complete: no defaults are added.
  var isComplete = false
  var receipt = Receipt()
  /// The device for which the receipt is made.
  var deviceID: [UInt8]?
  /// Raw attributes of a receipt.
  var attributes: [AttributeTemplate] = []
  var response = ResponseSpec()
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
  static func all(_ node: DocumentNode) throws(DocumentError) -> [ReceiptSpec] {
    guard case .list(let elements) = node.content else { return [try ReceiptSpec(node)] }
    guard !elements.isEmpty else {
      throw DocumentError("the list of receipts is empty", at: node.position)
    }
    var specs: [ReceiptSpec] = []
    for element in elements { specs.append(try ReceiptSpec(element)) }
    return specs
  }

  init() {}

  init(_ node: DocumentNode) throws(DocumentError) {
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
    if let node = table.take("notification") {
      notification = try ServerNotification(node)
      // Only notifications have one.
      style = style ?? .jwsNotification
    }
    if let node = table.take("request") {
      notification = try ServerNotification(node)
      style = style ?? .jwsRealtimeRequest
    }
    if let node = table.take("answer") { response = try ResponseSpec(node) }
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
    style = style ?? original
    if let payload, let original { self.payload = (payload, original) }
    if digest == nil, let signature { digest = try Self.digest(of: signature) }
  }

  /// The style of the receipt that was decoded.
  private static func style(of source: DocumentNode) throws(DocumentError) -> MakeStyle? {
    guard case .table(let entries) = source.content else { return nil }
    func text(_ key: String) throws(DocumentError) -> String? {
      try entries.first { $0.key == key }?.value.text(key)
    }
    return switch (try text("form").flatMap(ReceiptForm.init(rawValue:)), try text("encoding")) {
    case (.appReceipt, "ber"): .xcode
    case (.ios6Transaction, _): .ios6
    case (.transaction, _): .jwsTransaction
    case (.appTransaction, _): .jwsAppTransaction
    case (.verifyReceipt, _): .verifyReceipt
    case (.renewalInfo, _): .jwsRenewalInfo
    case (.notification, _): .jwsNotification
    case (.realtimeRequest, _): .jwsRealtimeRequest
    case (.payload, _): .apple
    default: nil
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
      let value = table.take("value")?.json ?? .null
      table.ignore("value")
      try table.end()
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

/// The digest on the command line or in a SPEC.
enum DigestArgument: String, CaseIterable {
  case sha1, sha256

  var digest: DigestAlgorithm {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }
}

/// The kinds of receipts that can be made.
enum MakeStyle: String, CaseIterable, Sendable {
  case apple, xcode, ios6
  case jwsTransaction = "jws-transaction"
  case jwsAppTransaction = "jws-app-transaction"
  case jwsRenewalInfo = "jws-renewal-info"
  case jwsNotification = "jws-notification"
  case jwsRealtimeRequest = "jws-realtime-request"
  case verifyReceipt = "verify-receipt"

  /// Whether it is a JWS.
  var isJWS: Bool {
    switch self {
    case .jwsTransaction, .jwsAppTransaction, .jwsRenewalInfo, .jwsNotification,
      .jwsRealtimeRequest:
      true
    case .apple, .xcode, .ios6, .verifyReceipt: false
    }
  }

  /// The form of receipts whose signed part is a text.
  var form: ReceiptForm? {
    switch self {
    case .apple, .xcode, .verifyReceipt: nil
    case .ios6: .ios6Transaction
    case .jwsTransaction: .transaction
    case .jwsAppTransaction: .appTransaction
    case .jwsRenewalInfo: .renewalInfo
    case .jwsNotification: .notification
    case .jwsRealtimeRequest: .realtimeRequest
    }
  }

  /// The digest with which the style is always signed; `nil` if there is a choice.
  var onlyDigest: DigestAlgorithm? {
    switch self {
    case .apple, .xcode, .verifyReceipt: nil
    case .ios6: .sha1
    case .jwsTransaction, .jwsAppTransaction, .jwsRenewalInfo, .jwsNotification,
      .jwsRealtimeRequest:
      .sha256
    }
  }
}
