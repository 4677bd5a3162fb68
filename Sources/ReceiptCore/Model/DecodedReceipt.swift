/// Everything that was read from a receipt of any form.
public struct DecodedReceipt: Sendable {
  /// The decoded bytes, with the wrappings that were removed.
  public let input: ReceiptInput
  /// What was recognised.
  public let form: ReceiptForm
  /// The signed file as parsed, not verified.
  public let envelope: Envelope
  // A copy of a receipt counts one reference to them, not one to each.
  private var parts: Shared<Parts>
  // What app receipts never have.
  private var beyond = Boxed<Beyond>()

  private struct Parts: Sendable {
    var receipt: Receipt
    var attributes: AttributeList
    var findings: [Finding]
    var errors: [ReceiptError]
  }

  init(
    input: ReceiptInput, form: ReceiptForm, envelope: Envelope, receipt: Receipt,
    attributes: AttributeList = AttributeList(), findings: [Finding] = [],
    errors: [ReceiptError] = []
  ) {
    self.input = input
    self.form = form
    self.envelope = envelope
    parts = Shared(
      Parts(receipt: receipt, attributes: attributes, findings: findings, errors: errors))
  }

  /// Every attribute of an app receipt, known or unknown; empty for other forms.
  public internal(set) var attributes: AttributeList {
    _read { yield parts.value.attributes }
    _modify { yield &parts.value.attributes }
  }

  /// The model: the values of the known fields.
  public internal(set) var receipt: Receipt {
    _read { yield parts.value.receipt }
    _modify { yield &parts.value.receipt }
  }

  /// Odd, but readable.
  public internal(set) var findings: [Finding] {
    _read { yield parts.value.findings }
    _modify { yield &parts.value.findings }
  }

  /// What could not be read, in the order in which it was found; empty for an intact receipt.
  public internal(set) var errors: [ReceiptError] {
    _read { yield parts.value.errors }
    _modify { yield &parts.value.errors }
  }

  /// Whether a part is missing, or cannot be read, and with it perhaps the signature. A value inside that is cut has a
  /// path.
  package var isIncomplete: Bool { missingPart != nil }

  /// The error that says so.
  var missingPart: ReceiptError? { errors.first { $0.isOfMissingPart && $0.path == nil } }

  /// The error of a signed text in the payload of a JWS. What was lost there was lost in the payload too.
  var missingPartInside: ReceiptError? {
    guard case .jws = envelope else { return nil }
    return nested.lazy.compactMap { inner in
      guard case .failure(let error) = inner.content else { return inner.missingPart }
      return ReceiptError(
        .truncated, "characters of \(inner.path) are missing or wrong: \(error.message)",
        hint: ReceiptError.howToSend)
    }.first
  }

  /// Whether all of an app receipt's content arrived, and nothing in it is damaged: what is missing stands behind it.
  package var isContentWhole: Bool {
    guard case .pkcs7(let signedData) = envelope, let content = signedData.content,
      let length = Array(content.prefix(Self.longestHeader)).outerLength, length <= content.count
    else { return false }
    return errors.allSatisfy {
      $0.path == nil && !content.indices.contains($0.offset ?? content.endIndex)
    }
  }

  /// Of an element with a length in eight bytes.
  private static let longestHeader = 10

  private struct Beyond: EmptyMakeable {
    var renewals: [RenewalInfo] = []
    var response: VerifyReceiptResponse?
    var notification: ServerNotification?
    var apiResponse: APIResponse?
    var otherFields: [OtherField] = []
    var nested: [NestedReceipt] = []
  }

  /// What is known of renewals to come: from a response, or a renewal info.
  public internal(set) var renewals: [RenewalInfo] {
    get { beyond.content?.renewals ?? [] }
    set { beyond.update { $0.renewals = newValue } }
  }

  /// The fields of a verifyReceipt response besides the receipt.
  public internal(set) var response: VerifyReceiptResponse? {
    get { beyond.content?.response }
    set { beyond.update { $0.response = newValue } }
  }

  /// The fields of a server notification or a realtime request, besides the nested receipts.
  public internal(set) var notification: ServerNotification? {
    get { beyond.content?.notification }
    set { beyond.update { $0.notification = newValue } }
  }

  /// The fields of a response of the App Store Server API, besides the signed texts in it.
  public internal(set) var apiResponse: APIResponse? {
    get { beyond.content?.apiResponse }
    set { beyond.update { $0.apiResponse = newValue } }
  }

  /// Fields that are not in the model, so that nothing readable is lost.
  public internal(set) var otherFields: [OtherField] {
    get { beyond.content?.otherFields ?? [] }
    set { beyond.update { $0.otherFields = newValue } }
  }

  /// Receipts inside this one: a response's `latest_receipt`, a notification's transaction and renewal.
  public internal(set) var nested: [NestedReceipt] {
    get { beyond.content?.nested ?? [] }
    set { beyond.update { $0.nested = newValue } }
  }

  /// The receipts inside this one that could be read, and those inside them. Decoders limit the depth.
  package var allNested: [DecodedReceipt] {
    var result: [DecodedReceipt] = []
    var pending = nested[...]
    while let next = pending.popFirst() {
      guard case .success(let inner) = next.content else { continue }
      result.append(inner)
      pending += inner.nested
    }
    return result
  }

  /// What is known of renewals to come, from all places in it.
  package var allRenewals: [RenewalInfo] { renewals + allNested.flatMap(\.renewals) }

  /// Whether it is several receipts that a caller put together.
  package var isTogether: Bool { apiResponse?.kind == .together }

  /// The purchases of all lists in it, without those of receipts inside it.
  package var allPurchases: [InAppPurchase] {
    guard let response else { return receipt.inApp }
    return receipt.inApp + response.latestReceiptInfo + response.latestExpiredReceiptInfo
  }

  /// The structure of the file.
  public enum Envelope: Sendable {
    /// PKCS#7 with an app receipt. Its parts are many, and to copy them would count a reference to each.
    indirect case pkcs7(SignedData)
    /// A JWS of StoreKit 2.
    case jws(JWS)
    /// The property list of an iOS 6 transaction.
    case propertyList(IOS6Envelope)
    /// JSON without a signature of its own: a response, or a payload.
    case json
    /// The SET of attributes that an app receipt signs, alone.
    case attributes
  }

  /// The container of an app receipt.
  public var signedData: SignedData? {
    if case .pkcs7(let signedData) = envelope { signedData } else { nil }
  }

  /// The embedded certificates, each as DER, in file order.
  public var certificates: [ArraySlice<UInt8>] {
    switch envelope {
    case .pkcs7(let signedData): signedData.certificates
    case .jws(let jws): jws.certificates.map { $0[...] }
    case .propertyList(let envelope): envelope.certificate.map { [$0] } ?? []
    case .json, .attributes: []
    }
  }

  /// What the file is written in.
  public var encoding: ReceiptEncoding {
    switch envelope {
    case .pkcs7(let signedData): signedData.encoding == .der ? .der : .ber
    case .jws: .jws
    case .propertyList: .propertyList
    case .json: .json
    case .attributes: .der
    }
  }
}

/// What a receipt is written in. The raw value is stable.
public enum ReceiptEncoding: String, Sendable, CaseIterable {
  /// DER, as Apple writes.
  case der
  /// PKCS#7 in BER, as Xcode writes.
  case ber
  /// A compact JSON Web Signature (RFC 7515).
  case jws
  /// A property list.
  case propertyList = "plist"
  /// JSON.
  case json
}

extension DecodedReceipt {
  /// Whether the fields show the form. If they do not, the form is `transaction`, without a purchase.
  public var hasKnownForm: Bool { !findings.contains { $0.id == .formUnknown } }

  /// Whether it is what Apple signs, without the signature.
  public var isUnsignedPayload: Bool {
    if case .json = envelope { form.isJWS } else { form == .payload }
  }

  /// Whether it lists all purchases of a customer that last, so that what is not in it was not bought. A text in a list
  /// that cannot be read may be any.
  package var listsAllPurchases: Bool {
    form.purchases == .all
      || apiResponse?.holdsAllPurchases == true
        && nested.allSatisfy { if case .success = $0.content { true } else { false } }
  }
}

/// A field that is not in the model.
public struct OtherField: Sendable {
  /// Its place: `latest_receipt_info[0].promotion_code`.
  public let path: String
  /// The value, as written.
  public let value: JSONValue

  /// Makes a field.
  public init(path: String, value: JSONValue) {
    self.path = path
    self.value = value
  }
}

/// A receipt in a field of another one.
public struct NestedReceipt: Sendable {
  /// The field: `latest_receipt`, `data.signedTransactionInfo`.
  public let path: String
  /// The decoded receipt, or the reason why it cannot be read.
  public let content: Result<DecodedReceipt, ReceiptError>

  /// Makes a nested receipt.
  public init(path: String, content: Result<DecodedReceipt, ReceiptError>) {
    self.path = path
    self.content = content
  }
}

extension NestedReceipt {
  /// The error that says what is missing of it.
  package var missingPart: ReceiptError? {
    switch content {
    case .success(let decoded): decoded.errors.first(where: \.isOfMissingPart)
    case .failure(let error): error.isOfMissingPart ? error : nil
    }
  }
}
