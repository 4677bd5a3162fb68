package import ReceiptCore

/// Defaults for fields that are not given. They are filled in as the store would, so that few words are
/// enough to make a receipt.
package struct ReceiptDefaults: Sendable {
  /// The date at which the receipt is made, unless it has one.
  package var created: ReceiptDate
  /// The seed of identifiers and opaque bytes.
  package var seed: [UInt8]
  package var style: AttributeStyle

  package init(created: ReceiptDate, seed: [UInt8], style: AttributeStyle = .apple) {
    self.created = created
    self.seed = seed
    self.style = style
  }

  /// The receipt with every field that one of its kind has.
  package func complete(_ receipt: Receipt) -> Receipt {
    var numbers = SeededNumbers(seed, "receipt")
    var receipt = receipt
    receipt.receiptType = receipt.receiptType ?? ReceiptString(type(of: receipt))
    receipt.bundleID = receipt.bundleID ?? ReceiptString("com.example.app")
    receipt.applicationVersion = receipt.applicationVersion ?? ReceiptString("1")
    receipt.receiptCreationDate = receipt.receiptCreationDate ?? created
    let opaque = numbers.octets(style == .apple ? 16 : 8)
    let hash = numbers.octets(20)
    receipt.opaqueValue = receipt.opaqueValue ?? opaque[...]
    receipt.sha1Hash = receipt.sha1Hash ?? hash[...]
    switch receipt.environment {
    case .production: completeProduction(&receipt, &numbers)
    case .xcode: completeXcode(&receipt)
    default: completeSandbox(&receipt)
    }
    let environment = receipt.environment
    receipt.inApp = receipt.inApp.enumerated().map {
      completePurchase($1, $0, of: receipt, environment)
    }
    return receipt
  }

  private func type(of receipt: Receipt) -> String {
    switch receipt.environment {
    case .production: "Production"
    case .sandbox: "ProductionSandbox"
    case .xcode: "Xcode"
    case nil: style == .xcode ? "Xcode" : "ProductionSandbox"
    }
  }

  /// Values as on an iPhone. Attribute 9 is a release of the store in 2025.
  private func completeDevice(_ receipt: inout Receipt) {
    receipt.ageRating = receipt.ageRating ?? ReceiptString("4+")
    receipt.storeRelease = receipt.storeRelease ?? 0x5033_3035
    receipt.platformCode = receipt.platformCode ?? 3
    let isMac = receipt.platformCode == 2
    receipt.osVersion = receipt.osVersion ?? (isMac ? 130_000 : 180_100)
    receipt.deviceClass = receipt.deviceClass ?? (isMac ? 1 : 244)
  }

  private func completeSandbox(_ receipt: inout Receipt) {
    completeDevice(&receipt)
    receipt.adamID = receipt.adamID ?? 0
    receipt.developerID = receipt.developerID ?? 0
    receipt.downloadID = receipt.downloadID ?? 0
    receipt.versionExternalIdentifier = receipt.versionExternalIdentifier ?? 0
    receipt.originalPurchaseDate =
      receipt.originalPurchaseDate ?? SandboxConstants.originalPurchaseDate
    receipt.originalApplicationVersion =
      receipt.originalApplicationVersion ?? SandboxConstants.originalApplicationVersion
  }

  private func completeProduction(_ receipt: inout Receipt, _ numbers: inout SeededNumbers) {
    completeDevice(&receipt)
    let download = numbers.next(500_000_000_000_000_000...509_999_999_999_999_999)
    receipt.downloadID = receipt.downloadID ?? download
    // An app has one identifier in the store, for all customers. So has each of its versions.
    let bundle = receipt.bundleID.map { Array($0.bytes) } ?? []
    var developer = SeededNumbers(bundle, "app")
    _ = developer.next()
    let developerID = developer.next(100_000_000...1_999_999_999)
    receipt.adamID = receipt.adamID ?? receipt.seededItemID
    receipt.developerID = receipt.developerID ?? developerID
    let version = receipt.applicationVersion.map { Array($0.bytes) } ?? []
    var ofVersion = SeededNumbers(bundle + [0] + version, "version")
    let external = ofVersion.next(800_000_000...899_999_999)
    receipt.versionExternalIdentifier = receipt.versionExternalIdentifier ?? external
    receipt.downloadDate = receipt.downloadDate ?? receipt.receiptCreationDate
    let first = receipt.inApp.compactMap(\.purchaseDate).min()
    receipt.originalPurchaseDate =
      receipt.originalPurchaseDate
      ?? [first, receipt.receiptCreationDate].compactMap(\.self).min()
    receipt.originalApplicationVersion =
      receipt.originalApplicationVersion ?? receipt.applicationVersion
  }

  private func completeXcode(_ receipt: inout Receipt) {
    receipt.adamID = receipt.adamID ?? 0
    receipt.expirationDate = receipt.expirationDate ?? .distantFuture
  }

  // MARK: Purchases

  private func completePurchase(
    _ purchase: InAppPurchase, _ index: Int, of receipt: Receipt,
    _ environment: Receipt.Environment?
  ) -> InAppPurchase {
    var numbers = SeededNumbers(seed, "purchase \(index)")
    var purchase = purchase
    let isXcode = environment == .xcode
    let isSubscription = purchase.expiresDate != nil
    purchase.quantity = purchase.quantity ?? 1
    purchase.productID = purchase.productID ?? receipt.defaultProductID
    let transaction = Self.transactionID(environment, index, &numbers)
    purchase.transactionID = purchase.transactionID ?? ReceiptString(transaction)
    purchase.purchaseDate = purchase.purchaseDate ?? receipt.receiptCreationDate
    purchase.isInIntroOfferPeriod =
      purchase.isInIntroOfferPeriod ?? (isXcode && !isSubscription ? nil : false)
    // Xcode's purchases have no more fields.
    guard !isXcode else { return purchase }
    purchase.originalTransactionID = purchase.originalTransactionID ?? purchase.transactionID
    purchase.originalPurchaseDate = purchase.originalPurchaseDate ?? purchase.purchaseDate
    purchase.productType =
      purchase.productType ?? (isSubscription ? .autoRenewableSubscription : .nonConsumable)
    purchase.isTrialPeriod = purchase.isTrialPeriod ?? false
    // Each product has one identifier in the store, as the app does.
    var product = SeededNumbers(purchase.productID.map { Array($0.bytes) } ?? [], "product")
    let item = product.next(1_000_000_000...6_999_999_999)
    purchase.productItemID = purchase.productItemID ?? (environment == .production ? item : 0)
    if purchase.productType == .autoRenewableSubscription {
      let lineItem = Self.webOrderLineItemID(environment, &numbers)
      purchase.webOrderLineItemID = purchase.webOrderLineItemID ?? lineItem
    }
    return purchase
  }

  /// An identifier as long as the store's: 15 digits in production, 16 in the sandbox. Xcode counts.
  package static func transactionID(
    _ environment: Receipt.Environment?, _ index: Int, _ numbers: inout SeededNumbers
  ) -> String {
    switch environment {
    case .production: String(numbers.next(100_000_000_000_000...999_999_999_999_999))
    case .xcode: String(index)
    default: String(numbers.next(2_000_000_000_000_000...2_000_000_999_999_999))
    }
  }

  /// The identifier of a subscription period, as long as the store's.
  package static func webOrderLineItemID(
    _ environment: Receipt.Environment?, _ numbers: inout SeededNumbers
  ) -> Int64 {
    numbers.next(
      environment == .production
        ? 100_000_000_000_000...999_999_999_999_999
        : 2_000_000_000_000_000...2_000_000_099_999_999)
  }
}

extension Receipt {
  /// The identifier in the store that follows from the app's name.
  var seededItemID: Int64 {
    var app = SeededNumbers(bundleID.map { Array($0.bytes) } ?? [], "app")
    return app.next(1_000_000_000...6_999_999_999)
  }

  /// The product that is meant where none is named.
  var defaultProductID: ReceiptString {
    ReceiptString((bundleID.map { Array($0.bytes) } ?? []) + Array(".product".utf8))
  }

  /// The device hash for a device (Apple, "Validating receipts on the device").
  package func sha1Hash(device: [UInt8]) -> [UInt8] {
    let bundle = DER.element(
      ASN1Kind.utf8String.rawValue, bundleID.map { Array($0.bytes) } ?? [])
    return DigestAlgorithm.sha1.digest(of: (device + Array(opaqueValue ?? []) + bundle)[...])
  }

  /// Sets `deviceVerification` for a device, as in StoreKit 2.
  package mutating func verifyDevice(_ device: [UInt8], nonce: @autoclosure () -> String) {
    let nonce = self.deviceVerificationNonce ?? ReceiptString(nonce())
    self.deviceVerificationNonce = nonce
    self.deviceVerification = ReceiptString(
      Base64.encode(
        DeviceVerification.digest(
          nonce: nonce, deviceID: DeviceVerification.uuidText(device))))
  }
}
