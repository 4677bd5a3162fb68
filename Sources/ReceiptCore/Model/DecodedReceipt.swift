/// All that was read from a receipt, whatever form it came in.
public struct DecodedReceipt: Sendable {
  /// The bytes that were decoded, and what had been wrapped around them.
  public let input: ReceiptInput
  public let form: ReceiptForm
  /// The signed file as it is built. Nothing of it was verified.
  public let envelope: Envelope
  /// Every attribute of an app receipt, known or not; none for the other forms.
  public internal(set) var attributes = AttributeList()
  /// The model: what the known fields say.
  public internal(set) var receipt: Receipt
  // What app receipts never have, in one place, so that copying one counts a single reference for it.
  private var beyond: [Beyond] = []
  /// What is odd, but could be read.
  public internal(set) var findings: [Finding] = []
  /// What could not be read, in the order in which it was met. Empty for a whole receipt.
  public internal(set) var errors: [ReceiptError] = []

  init(input: ReceiptInput, form: ReceiptForm, envelope: Envelope, receipt: Receipt) {
    self.input = input
    self.form = form
    self.envelope = envelope
    self.receipt = receipt
  }

  private struct Beyond {
    var renewals: [RenewalInfo] = []
    var response: VerifyReceiptResponse?
    var notification: ServerNotification?
    var otherFields: [OtherField] = []
    var nested: [NestedReceipt] = []
  }

  private subscript<Value>(beyond path: WritableKeyPath<Beyond, Value>) -> Value {
    get { (beyond.first ?? Beyond())[keyPath: path] }
    set {
      if beyond.isEmpty { beyond = [Beyond()] }
      beyond[0][keyPath: path] = newValue
    }
  }

  /// What is known of renewals to come: from an answer, or a renewal info.
  public internal(set) var renewals: [RenewalInfo] {
    get { self[beyond: \.renewals] }
    set { self[beyond: \.renewals] = newValue }
  }

  /// What Apple's verifyReceipt said beside the receipt itself.
  public internal(set) var response: VerifyReceiptResponse? {
    get { self[beyond: \.response] }
    set { self[beyond: \.response] = newValue }
  }

  /// What a server notification said beside what is nested in it.
  public internal(set) var notification: ServerNotification? {
    get { self[beyond: \.notification] }
    set { self[beyond: \.notification] = newValue }
  }

  /// Fields that no place in the model takes: nothing readable is lost.
  public internal(set) var otherFields: [OtherField] {
    get { self[beyond: \.otherFields] }
    set { self[beyond: \.otherFields] = newValue }
  }

  /// Receipts inside this one: an answer's `latest_receipt`, a notification's transaction and renewal.
  public internal(set) var nested: [NestedReceipt] {
    get { self[beyond: \.nested] }
    set { self[beyond: \.nested] = newValue }
  }

  /// How the file is built.
  public enum Envelope: Sendable {
    /// PKCS#7, around an app receipt.
    case pkcs7(SignedData)
    /// A JWS of StoreKit 2.
    case jws(JWS)
    /// The property list of an iOS 6 transaction.
    case propertyList(IOS6Envelope)
    /// JSON that nobody signed: an answer of verifyReceipt.
    case json
  }

  /// The container of an app receipt.
  public var signedData: SignedData? {
    if case .pkcs7(let signedData) = envelope { signedData } else { nil }
  }

  /// The certificates inside, each as DER, in file order.
  public var certificates: [ArraySlice<UInt8>] {
    switch envelope {
    case .pkcs7(let signedData): signedData.certificates
    case .jws(let jws): jws.certificates.map { $0[...] }
    case .propertyList(let envelope): envelope.certificate.map { [$0] } ?? []
    case .json: []
    }
  }

  /// What the file is written in.
  public var encoding: ReceiptEncoding {
    switch envelope {
    case .pkcs7(let signedData): signedData.encoding == .der ? .der : .ber
    case .jws: .jws
    case .propertyList: .propertyList
    case .json: .json
    }
  }
}

/// What a receipt is written in. The raw value is stable.
public enum ReceiptEncoding: String, Sendable {
  /// PKCS#7 in DER, as Apple writes.
  case der
  /// PKCS#7 in BER, as Xcode writes.
  case ber
  case jws
  case propertyList = "plist"
  case json
}

/// What kind of receipt something is. The raw value is stable.
public enum ReceiptForm: String, Sendable, CaseIterable {
  /// PKCS#7: what an app finds at `appStoreReceiptURL`.
  case appReceipt = "app-receipt"
  /// `SKPaymentTransaction.transactionReceipt`, until iOS 6.
  case ios6Transaction = "ios6-transaction"
  /// What Apple's verifyReceipt answered.
  case verifyReceipt = "verify-receipt"
  /// StoreKit 2: `AppTransaction`.
  case appTransaction = "app-transaction"
  /// StoreKit 2: `Transaction`.
  case transaction
  /// StoreKit 2: `Product.SubscriptionInfo.RenewalInfo`.
  case renewalInfo = "renewal-info"
  /// An App Store Server Notification, version 2.
  case notification
}

extension DecodedReceipt {
  /// Whether anything in it tells its form. Where nothing does, it is called a transaction and holds no
  /// purchase.
  public var hasKnownForm: Bool { !findings.contains { $0.id == .formUnknown } }
}

extension ReceiptForm {
  /// Whether StoreKit 2 or the App Store's server signs it, as a JWS.
  package var isJWS: Bool {
    [.appTransaction, .transaction, .renewalInfo, .notification].contains(self)
  }
}

/// A field that the model has no place for.
public struct OtherField: Sendable {
  /// Where it stands: `latest_receipt_info[0].promotion_code`.
  public let path: String
  public let value: JSONValue

  public init(path: String, value: JSONValue) {
    self.path = path
    self.value = value
  }
}

/// A receipt that stands in a field of another.
public struct NestedReceipt: Sendable {
  /// The field: `latest_receipt`, `data.signedTransactionInfo`.
  public let path: String
  public let content: Result<DecodedReceipt, ReceiptError>

  public init(path: String, content: Result<DecodedReceipt, ReceiptError>) {
    self.path = path
    self.content = content
  }
}
