internal import ReceiptCore
internal import ReceiptMaking

/// Makes receipts from specs, under an authority.
struct ReceiptMaker: Sendable {
  let authority: TestAuthority
  /// The style from the command line; `nil` for that of each spec.
  var style: MakeStyle?
  var digest: DigestAlgorithm?
  /// The date at which all receipts are made; `nil` for that of each spec.
  var created: ReceiptDate?
  /// The date for receipts whose spec gives none.
  var now: ReceiptDate
  var seed: [UInt8]
  /// The scenario to tell; `nil` for only what the specs say.
  var scenario: Scenario?
  /// Attributes that replace all others of their type.
  var replacements: [AttributeTemplate] = []
  /// The app's shared secret, for the style `request`.
  var requestPassword: String?
  var excludesOldTransactions = false
  /// Whether an option was given that only the style `request` has.
  var isForRequest = false

  /// A made receipt and its style.
  struct Made: Sendable {
    let bytes: [UInt8]
    let style: MakeStyle
    /// Whether only its owner may read the file.
    var isSecret = false
    /// The same as a line of text, if it was already prepared.
    var line: [UInt8]?
  }

  /// Why a receipt cannot be made.
  enum Failure: Error {
    /// The spec has an error.
    case spec(ReceiptError)
    case signing(SigningFailure)

    /// The failure of a spec that asks for what cannot be made.
    static func spec(_ message: String, hint: String) -> Failure {
      .spec(ReceiptError(.invalidDocument, message, hint: hint))
    }
  }

  /// All receipts of a spec: one, or with StoreKit 2 and iOS 6 one for each purchase.
  ///
  /// - Parameter number: the number of this copy. Identifiers differ between copies.
  func make(_ spec: ReceiptSpec, number: Int = 0) throws(Failure) -> [Made] {
    let style = style ?? spec.style ?? .apple
    var spec = try told(spec, style, seed: seed(number))
    if !spec.isComplete, style.tellsOfEvent { addSubject(to: &spec, style) }
    let receipt = try complete(spec, style, seed: seed(number))
    if !spec.isComplete, style.isStoreKit {
      spec.renewals = spec.renewals.map { $0.completedForStoreKit(after: receipt.inApp) }
    }
    try refuseOptions(for: style)
    func one(_ bytes: [UInt8], isSecret: Bool = false) -> [Made] {
      [Made(bytes: bytes, style: style, isSecret: isSecret)]
    }
    switch style.kind {
    case .attributes(let attributes): return one(try app(spec, receipt, attributes, number))
    case .ios6, .signed(.transaction): return try transactions(spec, receipt, style)
    case .signed(.appTransaction): return one(try appTransaction(spec, receipt))
    case .signed(.renewalInfo): return try renewalInfos(spec, receipt)
    case .signed(.notification): return one(try notification(spec, receipt, number))
    case .signed: return one(try realtimeRequest(spec, receipt, number))
    case .verifyReceipt: return one(try response(spec, receipt, number))
    case .notificationV1: return one(try notificationV1(spec, receipt, number))
    case .request:
      return one(try request(spec, receipt, number), isSecret: requestPassword != nil)
    case .api(let kind):
      return try responses(kind, spec, receipt, number).map { Made(bytes: $0, style: style) }
    }
  }

  /// Refuses options that mean nothing for a style.
  private func refuseOptions(for style: MakeStyle) throws(Failure) {
    if let digest, let only = style.onlyDigest, digest != only {
      throw .spec(
        "a receipt of the style \(style.rawValue) is signed with \(only.rawValue)",
        hint: "leave --digest away")
    }
    if !replacements.isEmpty, !style.hasAttributes {
      throw .spec(
        "a receipt of the style \(style.rawValue) has no attributes",
        hint: "--raw and attributes go with the styles apple and xcode")
    }
    if isForRequest, style != .request {
      throw .spec(
        "only the style request has a password or excludes old transactions",
        hint: "add --style request")
    }
  }

  /// A transaction for each purchase.
  private func transactions(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ style: MakeStyle
  ) throws(Failure) -> [Made] {
    // A decoded transaction may have no purchase.
    let isBare = style == .jwsTransaction && spec.isComplete
    guard !receipt.inApp.isEmpty || isBare else { throw noPurchase }
    var made: [Made] = []
    for purchase in receipt.inApp.isEmpty ? [InAppPurchase()] : receipt.inApp {
      made.append(
        Made(bytes: try transaction(purchase, of: receipt, spec, style), style: style))
    }
    return made
  }

  var noPurchase: Failure {
    .spec(
      "a transaction needs a purchase, and the SPEC has none",
      hint: scenario == nil ? "add one to in_app" : "tell another story")
  }

  /// Does the same for worker threads; with `isText`, as lines of text.
  func attempt(_ spec: ReceiptSpec, number: Int, isText: Bool) -> Result<[Made], Failure> {
    do throws(Failure) {
      let made = try make(spec, number: number)
      guard isText else { return .success(made) }
      return .success(
        made.map { receipt in
          var receipt = receipt
          receipt.line = receipt.asLine()
          return receipt
        })
    } catch {
      return .failure(error)
    }
  }

  func seed(_ number: Int) -> [UInt8] {
    number == 0 ? seed : seed + Array(" \(number)".utf8)
  }

  /// The receipt, with defaults for missing fields.
  private func complete(
    _ spec: ReceiptSpec, _ style: MakeStyle, seed: [UInt8]
  ) throws(Failure) -> Receipt {
    var receipt = spec.receipt
    if let created {
      receipt.receiptCreationDate = created
      if receipt.signedDate != nil { receipt.signedDate = created }
    }
    // A list of attributes is complete.
    if !spec.isComplete && spec.attributes.isEmpty {
      let defaults = ReceiptDefaults(
        created: now, seed: seed, style: style == .xcode ? .xcode : .apple)
      receipt = defaults.complete(receipt)
      if style.isStoreKit { receipt = receipt.completedForStoreKit() }
      // The request date is the creation date, so that the same SPEC and seed always give the same response.
      if style == .verifyReceipt || style == .notificationV1 {
        receipt.requestDate = receipt.requestDate ?? receipt.receiptCreationDate
      }
    }
    if let device = spec.deviceID {
      try bind(&receipt, to: device, asked: spec.receipt, style, seed: seed)
    }
    return receipt
  }

  /// Makes a receipt fit the device of its spec.
  ///
  /// - Parameter asked: the receipt as given in the spec.
  private func bind(
    _ receipt: inout Receipt, to device: [UInt8], asked: Receipt, _ style: MakeStyle, seed: [UInt8]
  ) throws(Failure) {
    func contradiction(_ field: String, _ said: String, _ right: String) -> Failure {
      .spec(
        "\(field) is \(said), but that of device_id is \(right)",
        hint: "change both, or leave one away")
    }
    if style == .ios6 {
      throw .spec(
        "a receipt of the style ios6 says nothing of its device", hint: "leave device_id away")
    }
    guard style.isStoreKit else {
      let hash = receipt.sha1Hash(device: device)
      if let said = asked.sha1Hash, !said.elementsEqual(hash) {
        throw contradiction(
          "sha1_hash", Hexadecimal.encode(Array(said)), Hexadecimal.encode(hash))
      }
      receipt.sha1Hash = hash[...]
      return
    }
    guard device.count == Self.sizeOfUUID else {
      throw .spec(
        "device_id is a MAC address; devices of StoreKit 2 have a UUID",
        hint: "write the identifierForVendor, or on a Mac what AppStore.deviceVerificationID says")
    }
    var numbers = SeededNumbers(seed, "nonce")
    receipt.verifyDevice(device, nonce: numbers.uuid())
    if let said = asked.deviceVerification, said != receipt.deviceVerification {
      throw contradiction(
        "device_verification", said.description, receipt.deviceVerification?.description ?? "")
    }
  }

  private static let sizeOfUUID = 16

  func app(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ style: AttributeStyle, _ number: Int
  ) throws(Failure) -> [UInt8] {
    let draft = ReceiptDraft(
      receipt, attributes: spec.attributes, replacements: replacements, style: style,
      keepsOrder: spec.isComplete, seed: seed(number))
    return try signed { () throws(SigningFailure) in
      try authority.receipt(draft, digest: digest ?? spec.digest ?? .sha256)
    }
  }

  func signed<Value>(
    _ sign: () throws(SigningFailure) -> Value
  ) throws(Failure) -> Value {
    do throws(SigningFailure) { return try sign() } catch { throw .signing(error) }
  }

  // MARK: Signed text

  /// A JWS with the JSON of a receipt.
  ///
  /// - Parameters:
  ///   - isOnly: it is the only receipt of the spec, so that a payload in the spec belongs to it.
  ///   - read: writes the JSON of the original payload, if not `write`.
  func jws(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ style: MakeStyle, isOnly: Bool = true,
    read: ((Receipt, ReceiptSpec) -> JSONValue)? = nil,
    _ write: @escaping (Receipt, ReceiptSpec) -> JSONValue
  ) throws(Failure) -> [UInt8] {
    let wanted = write(receipt, spec)
    var octets = wanted.utf8
    if isOnly, let (kept, original) = try original(of: spec, style) {
      do throws(ReceiptError) {
        let said = (read ?? write)(original.receipt, original)
        octets = try kept.json(saying: said, wanted: wanted)
      } catch {
        throw Self.unreadablePayload(error.message)
      }
    }
    return try signed { () throws(SigningFailure) in try authority.jws(around: octets).encoded }
  }

  /// The payload in a SPEC and the receipt in it, or `nil` if the SPEC has no payload in this style.
  private func original(
    of spec: ReceiptSpec, _ style: MakeStyle
  ) throws(Failure) -> (OriginalPayload, ReceiptSpec)? {
    guard let payload = spec.payload, payload.style == style, let form = style.form else {
      return nil
    }
    let kept = OriginalPayload(Array(payload.text.utf8))
    let decoded: DecodedReceipt
    do throws(ReceiptError) {
      decoded = try kept.decoded(as: form)
    } catch {
      throw Self.unreadablePayload(error.message)
    }
    return (kept, ReceiptSpec(decoded))
  }

  private static func unreadablePayload(_ message: String) -> Failure {
    .spec(
      "payload cannot be read: \(message)",
      hint: "leave it as it was and change receipt, or leave payload away")
  }

  func transaction(
    _ purchase: InAppPurchase, of receipt: Receipt, _ spec: ReceiptSpec, _ style: MakeStyle
  ) throws(Failure) -> [UInt8] {
    // The receipt may have no purchase at all.
    let isOnly = receipt.inApp.count <= 1
    guard style == .ios6 else {
      return try jws(spec, receipt, style, isOnly: isOnly) { receipt, spec in
        // Of several purchases, this one. A receipt that was read has only one.
        StoreKitPayload.transaction(
          isOnly ? receipt.inApp.first ?? purchase : purchase, of: receipt, other: spec.otherFields)
      }
    }
    let wanted = IOS6Template.entries(purchase, of: receipt) + spec.innerEntries
    var octets = IOS6Template.list(wanted)
    if isOnly, let (kept, original) = try original(of: spec, style),
      let purchase = original.receipt.inApp.first
    {
      let said = IOS6Template.entries(purchase, of: original.receipt)
      octets = kept.entries(saying: said + original.innerEntries, wanted: wanted)
    }
    var template = try signed { () throws(SigningFailure) in
      try authority.transaction(around: octets)
    }
    template.outer = spec.outerEntries(of: receipt) ?? template.outer
    return template.encoded()
  }

  /// One renewal info for each renewal.
  private func renewalInfos(_ spec: ReceiptSpec, _ receipt: Receipt) throws(Failure) -> [Made] {
    guard !spec.renewals.isEmpty else {
      throw .spec(
        "a renewal info needs a subscription, and the SPEC has none",
        hint: scenario == nil ? "add one to pending_renewal_info" : "tell another story")
    }
    var made: [Made] = []
    for renewal in spec.renewals {
      made.append(
        Made(bytes: try renewalInfo(renewal, of: receipt, spec), style: .jwsRenewalInfo))
    }
    return made
  }

  func renewalInfo(
    _ renewal: RenewalInfo, of receipt: Receipt, _ spec: ReceiptSpec
  ) throws(Failure) -> [UInt8] {
    let isOnly = spec.renewals.count == 1
    return try jws(spec, receipt, .jwsRenewalInfo, isOnly: isOnly) { receipt, spec in
      StoreKitPayload.renewalInfo(
        isOnly ? spec.renewals.first ?? renewal : renewal, of: receipt, other: spec.otherFields)
    }
  }
}

extension ReceiptSpec {
  private static let inner = "purchase-info."

  /// The entries of `purchase-info`.
  fileprivate var innerEntries: [(key: String, value: String)] {
    otherFields.filter { $0.name.hasPrefix(Self.inner) }.map {
      (String($0.name.dropFirst(Self.inner.count)), $0.value.string ?? $0.value.description)
    }
  }

  /// The entries besides it; `nil` for the default ones.
  fileprivate func outerEntries(of receipt: Receipt) -> [(key: String, value: String)]? {
    let others = otherFields.filter { !$0.name.hasPrefix(Self.inner) }.map {
      (key: $0.name, value: $0.value.string ?? $0.value.description)
    }
    let isSandbox = receipt.environment == .sandbox
    let environment = isSandbox ? [(key: "environment", value: "Sandbox")] : []
    if isComplete { return others + environment }
    return isSandbox ? environment + [("pod", "100"), ("signing-status", "0")] : nil
  }
}
