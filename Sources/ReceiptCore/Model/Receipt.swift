/// The fields of an App Store receipt: about the app, and its purchases.
///
/// Names are those of Apple's verifyReceipt response. A field is `nil` if the receipt lacks it, has it empty,
/// or has an unreadable value (which also gives an error).
public struct Receipt: Sendable {
  /// The environment as the receipt states it: `Production`, `ProductionSandbox`, `Xcode`, …
  public var receiptType: ReceiptString?
  /// The app's App Store item id; 0 in sandbox. verifyReceipt returns it as adam_id and app_item_id.
  public var adamID: Int64?
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
  public var preorderDate: ReceiptDate?
  /// When a Volume Purchase Program receipt expires.
  public var expirationDate: ReceiptDate?
  public var ageRating: ReceiptString?
  public var downloadID: Int64?
  public var versionExternalIdentifier: Int64?
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
  // The parts that no binary receipt has, in one place, so that copying one counts no reference for them.
  private var online: [ServerFields] = []
  /// The purchases in file order, which has no meaning.
  public var inApp: [InAppPurchase] = []

  public init() {}
}

extension Receipt {
  fileprivate struct ServerFields: Sendable {
    var environmentName: ReceiptString?
    var appTransactionID: ReceiptString?
    var originalPlatform: ReceiptString?
    var deviceVerification: ReceiptString?
    var deviceVerificationNonce: ReceiptString?
    var signedDate: ReceiptDate?
    var requestDate: ReceiptDate?
  }

  private subscript<Value>(online path: WritableKeyPath<ServerFields, Value>) -> Value {
    get { (online.first ?? ServerFields())[keyPath: path] }
    set {
      if online.isEmpty { online = [ServerFields()] }
      online[0][keyPath: path] = newValue
    }
  }

  /// The environment from its own field, in StoreKit 2 and in Apple's responses.
  public var environmentName: ReceiptString? {
    get { self[online: \.environmentName] }
    set { self[online: \.environmentName] = newValue }
  }

  /// StoreKit 2's identifier of the app's download.
  public var appTransactionID: ReceiptString? {
    get { self[online: \.appTransactionID] }
    set { self[online: \.appTransactionID] = newValue }
  }

  /// The platform on which the app was first bought, from StoreKit 2.
  public var originalPlatform: ReceiptString? {
    get { self[online: \.originalPlatform] }
    set { self[online: \.originalPlatform] = newValue }
  }

  /// SHA-384 over nonce and device identifier in base64, from StoreKit 2.
  public var deviceVerification: ReceiptString? {
    get { self[online: \.deviceVerification] }
    set { self[online: \.deviceVerification] = newValue }
  }

  public var deviceVerificationNonce: ReceiptString? {
    get { self[online: \.deviceVerificationNonce] }
    set { self[online: \.deviceVerificationNonce] = newValue }
  }

  /// When StoreKit 2 signed it.
  public var signedDate: ReceiptDate? {
    get { self[online: \.signedDate] }
    set { self[online: \.signedDate] = newValue }
  }

  /// When verifyReceipt responded.
  public var requestDate: ReceiptDate? {
    get { self[online: \.requestDate] }
    set { self[online: \.requestDate] = newValue }
  }

  /// The store that made the receipt.
  public enum Environment: String, Sendable, CaseIterable {
    case production = "Production"
    case sandbox = "Sandbox"
    case xcode = "Xcode"
  }

  /// The environment by `receiptType`, or else by `environmentName`; `nil` if both are absent or have another
  /// value.
  public var environment: Environment? {
    switch (receiptType ?? environmentName)?.text {
    case "Production", "ProductionVPP": .production
    case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
    // StoreKit tests in Xcode, and those that run without it.
    case "Xcode", "LocalTesting": .xcode
    default: nil
    }
  }

  /// The purchases sorted by purchase date, then by transaction identifier. Those without a date are last.
  public var inAppByPurchaseDate: [InAppPurchase] { Self.byPurchaseDate(inApp) }

  /// Sorts any purchases in the same order.
  public static func byPurchaseDate(_ purchases: [InAppPurchase]) -> [InAppPurchase] {
    let dated = purchases.enumerated().sorted { left, right in
      switch (left.element.purchaseDate, right.element.purchaseDate) {
      case (let a?, let b?) where a != b: return a < b
      case (_?, nil): return true
      case (nil, _?): return false
      default: break
      }
      let a = left.element.transactionID?.bytes ?? []
      let b = right.element.transactionID?.bytes ?? []
      if a.count != b.count { return a.count < b.count }
      if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
      return left.offset < right.offset
    }
    return dated.map(\.element)
  }
}
