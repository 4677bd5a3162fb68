internal import ReceiptCore
internal import ReceiptMaking

/// Makes receipts of specs, under an authority.
struct ReceiptMaker: Sendable {
  let authority: TestAuthority
  /// The style on the command line; `nil` for that of each spec.
  var style: MakeStyle?
  var digest: DigestAlgorithm?
  /// When all receipts are made; `nil` for when each says.
  var created: ReceiptDate?
  /// When a receipt is made that does not say.
  var now: ReceiptDate
  var seed: [UInt8]
  /// The story that is told; `nil` for what the specs say alone.
  var scenario: Scenario?
  /// Attributes that replace all others of their type.
  var replacements: [AttributeTemplate] = []

  /// A receipt, and what its bytes are.
  struct Made: Sendable {
    let bytes: [UInt8]
    let style: MakeStyle
    /// The same as a line of text, where somebody saw to it already.
    var line: [UInt8]?
  }

  /// Why a spec cannot be made.
  enum Failure: Error {
    /// There is something to mend in the spec.
    case spec(ReceiptError)
    case signing(SigningFailure)
  }

  /// All receipts that a spec asks for: one, or with StoreKit 2 and iOS 6 one for each purchase.
  ///
  /// - Parameter number: Which of many like it this is; identifiers differ between them.
  func make(_ spec: ReceiptSpec, number: Int = 0) throws(Failure) -> [Made] {
    let style = style ?? spec.style ?? .apple
    let spec = try told(spec, style, seed: seed(number))
    let receipt = try complete(spec, style, seed: seed(number))
    if let digest, let only = style.onlyDigest, digest != only {
      throw .spec(
        ReceiptError(
          .invalidDocument,
          "a receipt of the style \(style.rawValue) is signed with \(only.rawValue)",
          hint: "leave --digest away"))
    }
    if !replacements.isEmpty, style != .apple, style != .xcode {
      throw .spec(
        ReceiptError(
          .invalidDocument, "a receipt of the style \(style.rawValue) has no attributes",
          hint: "--raw and attributes go with the styles apple and xcode"))
    }
    switch style {
    case .apple: return [Made(bytes: try app(spec, receipt, .apple, number), style: style)]
    case .xcode: return [Made(bytes: try app(spec, receipt, .xcode, number), style: style)]
    case .jwsAppTransaction:
      let bytes = try jws(spec, receipt, style) { receipt, spec in
        StoreKitPayload.appTransaction(receipt, other: spec.topFields)
      }
      return [Made(bytes: bytes, style: style)]
    case .verifyReceipt: return [Made(bytes: try response(spec, receipt, number), style: style)]
    case .jwsNotification:
      return [Made(bytes: try notification(spec, receipt, number), style: style)]
    case .jwsRenewalInfo: return try renewalInfos(spec, receipt)
    case .jwsTransaction, .ios6: break
    }
    // One that was decoded may say nothing of a purchase.
    let isBare = style == .jwsTransaction && spec.isComplete
    guard !receipt.inApp.isEmpty || isBare else {
      throw .spec(
        ReceiptError(
          .invalidDocument, "a transaction is of a purchase, and there is none",
          hint: scenario == nil ? "add one to in_app" : "tell another story"))
    }
    var made: [Made] = []
    for purchase in receipt.inApp.isEmpty ? [InAppPurchase()] : receipt.inApp {
      made.append(
        Made(bytes: try transaction(purchase, of: receipt, spec, style), style: style))
    }
    return made
  }

  /// The same, for threads that share the work; with lines of text where somebody wants those.
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

  private func seed(_ number: Int) -> [UInt8] {
    number == 0 ? seed : seed + Array(" \(number)".utf8)
  }

  /// The receipt with all that the spec leaves open.
  private func complete(
    _ spec: ReceiptSpec, _ style: MakeStyle, seed: [UInt8]
  ) throws(Failure) -> Receipt {
    var receipt = spec.receipt
    if let created {
      receipt.receiptCreationDate = created
      if receipt.signedDate != nil { receipt.signedDate = created }
    }
    // A list of attributes is complete in itself.
    if !spec.isComplete && spec.attributes.isEmpty {
      let defaults = ReceiptDefaults(
        created: now, seed: seed, style: style == .xcode ? .xcode : .apple)
      receipt = defaults.complete(receipt)
      if style.isJWS { receipt = receipt.completedForStoreKit() }
      // Asked for when it was made: the same SPEC and seed give the same answer at any time.
      if style == .verifyReceipt {
        receipt.requestDate = receipt.requestDate ?? receipt.receiptCreationDate
      }
    }
    if let device = spec.deviceID {
      try bind(&receipt, to: device, asked: spec.receipt, style, seed: seed)
    }
    return receipt
  }

  /// Makes a receipt fit the device that its spec names.
  ///
  /// - Parameter asked: What the spec says of the receipt itself.
  private func bind(
    _ receipt: inout Receipt, to device: [UInt8], asked: Receipt, _ style: MakeStyle, seed: [UInt8]
  ) throws(Failure) {
    func contradiction(_ field: String, _ said: String, _ right: String) -> Failure {
      .spec(
        ReceiptError(
          .invalidDocument, "\(field) is \(said), but that of device_id is \(right)",
          hint: "change both, or leave one away"))
    }
    if style == .ios6 {
      throw .spec(
        ReceiptError(
          .invalidDocument, "a receipt of the style ios6 says nothing of its device",
          hint: "leave device_id away"))
    }
    guard style.isJWS else {
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
        ReceiptError(
          .invalidDocument, "device_id is a MAC address; devices of StoreKit 2 have a UUID",
          hint: "write the identifierForVendor, or on a Mac what AppStore.deviceVerificationID says"
        ))
    }
    var numbers = SeededNumbers(seed, "nonce")
    receipt.verifyDevice(device, nonce: numbers.uuid())
    if let said = asked.deviceVerification, said != receipt.deviceVerification {
      throw contradiction(
        "device_verification", said.description, receipt.deviceVerification?.description ?? "")
    }
  }

  private static let sizeOfUUID = 16

  private func app(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ style: AttributeStyle, _ number: Int
  ) throws(Failure) -> [UInt8] {
    let draft = ReceiptDraft(
      receipt, attributes: spec.attributes, replacements: replacements, style: style,
      keepsOrder: spec.isComplete, seed: seed(number))
    return try signed { () throws(SigningFailure) in
      try authority.receipt(draft, digest: digest ?? spec.digest ?? .sha256)
    }
  }

  private func signed<Value>(
    _ sign: () throws(SigningFailure) -> Value
  ) throws(Failure) -> Value {
    do throws(SigningFailure) { return try sign() } catch { throw .signing(error) }
  }

  // MARK: What is signed as a text

  /// A JWS around what is written of a receipt.
  ///
  /// - Parameters:
  ///   - isOnly: It is the one receipt that the spec makes, so that a payload in it is this one's.
  ///   - read: What is written of that which a payload says, where it is not the same.
  private func jws(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ style: MakeStyle, isOnly: Bool = true,
    read: ((Receipt, ReceiptSpec) -> JSONValue)? = nil,
    _ write: @escaping (Receipt, ReceiptSpec) -> JSONValue
  ) throws(Failure) -> [UInt8] {
    let wanted = write(receipt, spec)
    var octets = Array(wanted.description.utf8)
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

  /// The payload that a spec holds, and what it says; `nil` where there is none for this style.
  private func original(
    of spec: ReceiptSpec, _ style: MakeStyle
  ) throws(Failure) -> (KeptPayload, ReceiptSpec)? {
    guard let payload = spec.payload, payload.style == style, let form = style.form else {
      return nil
    }
    let kept = KeptPayload(Array(payload.text.utf8))
    let decoded: DecodedReceipt
    do throws(ReceiptError) {
      decoded = try kept.decoded(as: form)
    } catch {
      throw Self.unreadablePayload(error.message)
    }
    do throws(DocumentError) {
      return (kept, try ReceiptSpec(decoded))
    } catch {
      throw Self.unreadablePayload(error.message)
    }
  }

  private static func unreadablePayload(_ message: String) -> Failure {
    .spec(
      ReceiptError(
        .invalidDocument, "payload cannot be read: \(message)",
        hint: "leave it as it was and change receipt, or leave payload away"))
  }

  private func transaction(
    _ purchase: InAppPurchase, of receipt: Receipt, _ spec: ReceiptSpec, _ style: MakeStyle
  ) throws(Failure) -> [UInt8] {
    // One that says nothing of a purchase has none.
    let isOnly = receipt.inApp.count <= 1
    guard style == .ios6 else {
      return try jws(spec, receipt, style, isOnly: isOnly) { receipt, spec in
        // Of several it is this one; of those that were read there is one.
        StoreKitPayload.transaction(
          isOnly ? receipt.inApp.first ?? purchase : purchase, of: receipt, other: spec.topFields)
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

  /// One for each renewal.
  private func renewalInfos(_ spec: ReceiptSpec, _ receipt: Receipt) throws(Failure) -> [Made] {
    guard !spec.renewals.isEmpty else {
      throw .spec(
        ReceiptError(
          .invalidDocument, "a renewal info is of a subscription, and there is none",
          hint: scenario == nil ? "add one to pending_renewal_info" : "tell another story"))
    }
    var made: [Made] = []
    for renewal in spec.renewals {
      made.append(
        Made(bytes: try renewalInfo(renewal, of: receipt, spec), style: .jwsRenewalInfo))
    }
    return made
  }

  private func renewalInfo(
    _ renewal: RenewalInfo, of receipt: Receipt, _ spec: ReceiptSpec
  ) throws(Failure) -> [UInt8] {
    let isOnly = spec.renewals.count == 1
    return try jws(spec, receipt, .jwsRenewalInfo, isOnly: isOnly) { receipt, spec in
      StoreKitPayload.renewalInfo(
        isOnly ? spec.renewals.first ?? renewal : renewal, of: receipt, other: spec.topFields)
    }
  }

  /// Around the first purchase and the first renewal, or those that are nested.
  private func notification(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [UInt8] {
    var transaction: [UInt8]?
    var renewalInfo: [UInt8]?
    if let inner = spec.nested.first(where: { $0.style == .jwsTransaction }),
      let purchase = inner.receipt.inApp.first
    {
      transaction = try self.transaction(purchase, of: inner.receipt, inner, .jwsTransaction)
    } else if let purchase = receipt.inApp.first {
      transaction = try self.transaction(purchase, of: receipt, ReceiptSpec(), .jwsTransaction)
    }
    if let inner = spec.nested.first(where: { $0.style == .jwsRenewalInfo }),
      let renewal = inner.renewals.first
    {
      renewalInfo = try self.renewalInfo(renewal, of: inner.receipt, inner)
    } else if let renewal = spec.renewals.first {
      renewalInfo = try self.renewalInfo(renewal, of: receipt, ReceiptSpec())
    }
    var filled = spec
    if !spec.isComplete {
      var numbers = SeededNumbers(seed(number), "notification")
      let type = ReceiptString(transaction == nil ? "TEST" : "SUBSCRIBED")
      filled.notification.notificationType = spec.notification.notificationType ?? type
      filled.notification.notificationUUID =
        spec.notification.notificationUUID ?? ReceiptString(numbers.uuid())
      filled.notification.version = spec.notification.version ?? ReceiptString("2.0")
    }
    // What stands in it is signed anew, and so it is another text than in a payload that was read.
    func write(
      _ transaction: [UInt8]?, _ renewalInfo: [UInt8]?
    ) -> (Receipt, ReceiptSpec) -> JSONValue {
      { receipt, spec in
        StoreKitPayload.notification(
          spec.notification, of: receipt, transaction: transaction, renewalInfo: renewalInfo,
          other: spec.topFields, otherData: spec.dataFields)
      }
    }
    return try jws(
      filled, receipt, .jwsNotification, read: write(nil, nil), write(transaction, renewalInfo))
  }

  private func response(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [UInt8] {
    var response = VerifyReceiptTemplate(receipt)
    response.status = spec.response.status ?? 0
    response.isRetryable = spec.response.isRetryable
    response.renewals = spec.renewals
    response.latestReceiptInfo =
      spec.response.latestReceiptInfo ?? (spec.isComplete ? [] : receipt.inApp)
    response.latestExpiredReceiptInfo = spec.response.latestExpiredReceiptInfo ?? []
    response.otherFields = spec.otherFields
    if let latest = spec.nested.first {
      response.latestReceipt = try app(latest, latest.receipt, .apple, number)
    } else if !spec.isComplete {
      response.latestReceipt = try app(spec, receipt, .apple, number)
    }
    return Array(response.json.description.utf8)
  }
}

// Other fields stand where they stood: their paths say where.
extension ReceiptSpec {
  private static let inner = "purchase-info."

  /// Those at the top of a JSON object.
  fileprivate var topFields: [JSONValue.Member] {
    otherFields.filter { !$0.name.isEmpty && !$0.name.contains(".") && !$0.name.contains("[") }
  }

  /// Those in a notification's `data`.
  fileprivate var dataFields: [JSONValue.Member] {
    let data = "data."
    return otherFields.filter { $0.name.hasPrefix(data) }.map {
      JSONValue.Member(name: String($0.name.dropFirst(data.count)), value: $0.value)
    }
  }

  /// Those among the entries of `purchase-info`.
  fileprivate var innerEntries: [(key: String, value: String)] {
    otherFields.filter { $0.name.hasPrefix(Self.inner) }.map {
      (String($0.name.dropFirst(Self.inner.count)), $0.value.string ?? $0.value.description)
    }
  }

  /// Those beside it; `nil` where the usual ones will do.
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
