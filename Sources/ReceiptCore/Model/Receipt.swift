/// The fields of an App Store receipt: about the app, and its purchases.
///
/// The names are those of Apple's verifyReceipt response. A field is `nil` where the receipt does
/// not have it, or has it empty. It is also `nil` where it cannot be read; then an error says so.
@dynamicMemberLookup
public struct Receipt: Sendable {
  /// The environment as the receipt states it: `Production`, `ProductionSandbox`, `Xcode`, …
  public var receiptType: ReceiptString?
  /// The app's App Store item id; 0 in sandbox. verifyReceipt returns it as adam_id and app_item_id.
  public var adamID: Int64?
  /// The app's bundle identifier.
  public var bundleID: ReceiptString?
  /// CFBundleVersion on iOS, CFBundleShortVersionString on macOS.
  public var applicationVersion: ReceiptString?
  /// The version that was first bought or downloaded; always `1.0` in sandbox.
  public var originalApplicationVersion: ReceiptString?
  /// Random bytes that are part of the device hash.
  public var opaqueValue: ArraySlice<UInt8>?
  /// SHA-1 over device id, opaque value and bundle identifier.
  public var sha1Hash: ArraySlice<UInt8>?
  /// When the receipt was made.
  public var receiptCreationDate: ReceiptDate?
  /// When the app was downloaded or updated; only in production. The name is not from Apple.
  public var downloadDate: ReceiptDate?
  /// When the app was first bought or downloaded; always 2013-08-01T07:00:00Z in sandbox.
  public var originalPurchaseDate: ReceiptDate?
  /// When the app was ordered before its release.
  public var preorderDate: ReceiptDate?
  /// When a Volume Purchase Program receipt expires.
  public var expirationDate: ReceiptDate?
  /// The app's age rating: `4+`.
  public var ageRating: ReceiptString?
  /// Identifies the download of the app; 0 in sandbox.
  public var downloadID: Int64?
  /// The App Store's number of the app's version; 0 in sandbox.
  public var versionExternalIdentifier: Int64?
  /// The developer's number; 0 in sandbox. The name is not from Apple.
  public var developerID: Int64?
  /// Four ASCII bytes in one number. The name is not from Apple.
  public var storeRelease: Int64?
  /// The organisation that bought through the Volume Purchase Program. The name is not from Apple.
  public var organizationName: ReceiptString?
  /// The version of iOS as MMmmpp. The name is not from Apple.
  public var osVersion: Int64?
  /// 1 = Mac. The name is not from Apple.
  public var deviceClass: Int64?
  /// 3 = iOS, 2 = macOS. The name is not from Apple.
  public var platformCode: Int64?
  // Boxed: copying a binary receipt, which has none of them, counts no reference for each.
  package var server = Boxed<ReceiptServerFields>()
  /// The purchases in the order of the file, which means nothing.
  public var inApp: [InAppPurchase] = []

  /// A receipt without fields.
  public init() {}
}

extension Receipt: ServerFieldOwner {
  /// A field that no binary receipt holds: `receipt.signedDate`.
  public subscript<Value>(
    dynamicMember field: any WritableKeyPath<ReceiptServerFields, Value?> & Sendable
  ) -> Value? {
    get { server[field] }
    set { server[field] = newValue }
  }

  /// The store that made the receipt.
  public enum Environment: String, Sendable, CaseIterable {
    /// The App Store.
    case production = "Production"
    /// Apple's sandbox, and TestFlight.
    case sandbox = "Sandbox"
    /// Xcode, or StoreKit testing.
    case xcode = "Xcode"
  }

  /// The environment by `receiptType`, or else by `environmentName`; `nil` if both are absent or have another
  /// value.
  public var environment: Environment? {
    switch (receiptType ?? self.environmentName)?.text {
    // Notifications of version 1 say PROD.
    case "Production", "ProductionVPP", "PROD": .production
    case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
    // StoreKit tests in Xcode, and those that run without it.
    case "Xcode", "LocalTesting": .xcode
    default: nil
    }
  }

  /// The environment for display: the name of one of the three, or another word as the receipt has it.
  package var environmentWord: ReceiptString? {
    switch environment {
    // Two words mean that a test in Xcode made it.
    case .xcode: receiptType ?? self.environmentName
    case let environment?: ReceiptString(environment.rawValue)
    case nil: receiptType == nil ? self.environmentName : nil
    }
  }

  /// The purchases sorted by purchase date, then by transaction identifier. Those without a date are last.
  public var inAppByPurchaseDate: [InAppPurchase] { Self.byPurchaseDate(inApp) }

  /// Sorts any purchases in the same order.
  public static func byPurchaseDate(_ purchases: [InAppPurchase]) -> [InAppPurchase] {
    let order = orderByPurchaseDate(purchases)
    // A copy of all is large. `order` has each place once.
    return zip(order, order.indices).allSatisfy(==) ? purchases : order.map { purchases[$0] }
  }

  /// The places of purchases in that order.
  package static func orderByPurchaseDate(_ purchases: [InAppPurchase]) -> [Int] {
    purchases.indices.sorted { left, right in
      switch (purchases[left].purchaseDate, purchases[right].purchaseDate) {
      case (let a?, let b?) where a != b: return a < b
      case (_?, nil): return true
      case (nil, _?): return false
      default: break
      }
      let a = purchases[left].transactionID?.bytes ?? []
      let b = purchases[right].transactionID?.bytes ?? []
      if a.count != b.count { return a.count < b.count }
      if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
      return left < right
    }
  }
}

/// What verifyReceipt's responses and StoreKit 2 say of an app beyond what a binary receipt can.
public struct ReceiptServerFields: EmptyMakeable {
  /// The environment by its own field.
  public var environmentName: ReceiptString?
  /// StoreKit 2's identifier of the app's download.
  public var appTransactionID: ReceiptString?
  /// The platform on which the app was first bought.
  public var originalPlatform: ReceiptString?
  /// SHA-384 over nonce and device identifier, in base64.
  public var deviceVerification: ReceiptString?
  /// The value that ``deviceVerification`` was computed with.
  public var deviceVerificationNonce: ReceiptString?
  /// When StoreKit 2 signed it.
  public var signedDate: ReceiptDate?
  /// When verifyReceipt responded.
  public var requestDate: ReceiptDate?
  /// When Apple withdrew the purchase of the app itself.
  public var revocationDate: ReceiptDate?

  package init() {}
}
