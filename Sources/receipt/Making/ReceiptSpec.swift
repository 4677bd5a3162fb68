internal import ReceiptCore
internal import ReceiptMaking

/// What a SPEC asks for: one receipt, with the names that `decode --format json` gives its parts.
struct ReceiptSpec: Sendable {
  var style: MakeStyle?
  var digest: DigestAlgorithm?
  /// It was printed by `decode` and is taken at its word: nothing is added to it.
  var isComplete = false
  var receipt = Receipt()
  /// The device for which it is made.
  var deviceID: [UInt8]?
  /// Attributes as they stand in a receipt.
  var attributes: [AttributeTemplate] = []
  var response = ResponseSpec()
  var renewals: [RenewalInfo] = []
  /// Fields that the model has no place for.
  var otherFields: [JSONValue.Member] = []
  /// What is signed, as it stood in a receipt of this style.
  var payload: (text: String, style: MakeStyle)?
  /// What a server notification says beside what is nested in it.
  var notification = ServerNotification()
  /// Receipts inside this one: an answer's `latest_receipt`, a notification's transaction and renewal info.
  var nested: [ReceiptSpec] = []

  /// What was read of a receipt, taken at its word.
  init(_ decoded: DecodedReceipt) {
    isComplete = true
    receipt = decoded.receipt
    // In one of three words, as a SPEC has it.
    if let environment = receipt.environment {
      receipt.environmentName = ReceiptString(environment.rawValue)
    }
    renewals = decoded.renewals
    notification = decoded.notification ?? notification
    otherFields = decoded.otherFields.map { JSONValue.Member(name: $0.path, value: $0.value) }
  }

  /// What an answer of verifyReceipt says beside the receipt.
  struct ResponseSpec: Sendable {
    var status: Int64?
    var isRetryable: Bool?
    var latestReceiptInfo: [InAppPurchase]?
    var latestExpiredReceiptInfo: [InAppPurchase]?
  }

  /// All receipts that a document asks for: one, or a list.
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
    // None of these is a key here, and every answer has one of them.
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
      // Nothing else has one.
      style = style ?? .jwsNotification
    }
    if let node = table.take("answer") { response = try ResponseSpec(node) }
    try readOtherFields(table.take("other_fields"))
    try readNested(table.take("nested"))
    let payload = try table.take("payload", DocumentNode.text)
    let source = table.take("source")
    let signature = table.take("signature")
    // What was read along, and a receipt that could not be: neither can be made again.
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

  /// The style in which the receipt that was decoded is.
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
  /// What `decode` prints where it found nothing that it could read.
  fileprivate var isFailure: Bool {
    guard case .table(let entries) = content else { return false }
    return entries.contains { $0.key == "error" } && !entries.contains { $0.key == "receipt" }
  }
}

/// A digest on the command line or in a SPEC.
enum DigestArgument: String, CaseIterable {
  case sha1, sha256

  var digest: DigestAlgorithm {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }
}

/// What kinds of receipts can be made.
enum MakeStyle: String, CaseIterable, Sendable {
  case apple, xcode, ios6
  case jwsTransaction = "jws-transaction"
  case jwsAppTransaction = "jws-app-transaction"
  case jwsRenewalInfo = "jws-renewal-info"
  case jwsNotification = "jws-notification"
  case verifyReceipt = "verify-receipt"

  /// A JWS.
  var isJWS: Bool {
    switch self {
    case .jwsTransaction, .jwsAppTransaction, .jwsRenewalInfo, .jwsNotification: true
    case .apple, .xcode, .ios6, .verifyReceipt: false
    }
  }

  /// The form that they have, where what is signed is a text.
  var form: ReceiptForm? {
    switch self {
    case .apple, .xcode, .verifyReceipt: nil
    case .ios6: .ios6Transaction
    case .jwsTransaction: .transaction
    case .jwsAppTransaction: .appTransaction
    case .jwsRenewalInfo: .renewalInfo
    case .jwsNotification: .notification
    }
  }

  /// The digest that all of the style are signed with, be it asked for or not; `nil` where there is a choice.
  var onlyDigest: DigestAlgorithm? {
    switch self {
    case .apple, .xcode, .verifyReceipt: nil
    case .ios6: .sha1
    case .jwsTransaction, .jwsAppTransaction, .jwsRenewalInfo, .jwsNotification: .sha256
    }
  }
}
