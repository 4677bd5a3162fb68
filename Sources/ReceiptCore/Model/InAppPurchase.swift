/// One in-app purchase of a receipt: a product, a subscription period, or a restore.
///
/// A field is `nil` if the receipt lacks it, has it empty (or 0 where 0 means "none"), or has an unreadable
/// value.
public struct InAppPurchase: Sendable {
  public var quantity: Int64?
  public var productID: ReceiptString?
  public var productType: ProductType?
  /// The product's App Store item id; 0 in sandbox. The name is not from Apple.
  public var productItemID: Int64?
  public var transactionID: ReceiptString?
  public var originalTransactionID: ReceiptString?
  public var purchaseDate: ReceiptDate?
  /// The date of the first purchase. It may be later than `purchaseDate`, even in genuine receipts.
  public var originalPurchaseDate: ReceiptDate?
  /// When the subscription period ends.
  public var expiresDate: ReceiptDate?
  /// When it was refunded or upgraded.
  public var cancellationDate: ReceiptDate?
  /// 1 = an issue within the app, 0 = another reason.
  public var cancellationReason: Int64?
  /// Identifies a subscription period across devices.
  public var webOrderLineItemID: Int64?
  /// Whether it is a free trial. For StoreKit 2 derived: for an introductory offer, whether the discount type
  /// is `FREE_TRIAL`. It is not known if the discount type is missing, as before 2024.
  public var isTrialPeriod: Bool?
  /// Whether it is at an introductory price, which does not include free trials. For StoreKit 2 derived: for
  /// an introductory offer, whether the discount type is another one.
  public var isInIntroOfferPeriod: Bool?
  public var promotionalOfferID: ReceiptString?
  // In an array, so that the many purchases of a binary receipt, which have no details, stay small.
  private var onlineDetails: [ServerDetails] = []

  public init() {}

  /// Details from Apple's responses and StoreKit 2, which no binary receipt has.
  public var online: ServerDetails? {
    get { onlineDetails.first }
    set { onlineDetails = newValue.map { [$0] } ?? [] }
  }

  /// Whether it has an introductory offer that is not a free trial, or of unknown kind.
  package var isIntroductory: Bool {
    isInIntroOfferPeriod == true
      || isTrialPeriod != true && online?.offerType == ServerDetails.introductoryOffer
  }

  /// Whether another family member bought it.
  public var isFamilyShared: Bool { online?.inAppOwnershipType?.text == "FAMILY_SHARED" }
}

/// Fields of a purchase in Apple's responses (`latest_receipt_info`) and StoreKit 2 transactions that binary
/// receipts do not have. Names are those of the responses, if they have one.
public struct ServerDetails: Sendable {
  /// A UUID that the app set when it made the purchase.
  public var appAccountToken: ReceiptString?
  /// `PURCHASED` or `FAMILY_SHARED`.
  public var inAppOwnershipType: ReceiptString?
  public var isUpgraded: Bool?
  public var offerCodeRefName: ReceiptString?
  public var subscriptionGroupIdentifier: ReceiptString?
  // StoreKit 2 only
  /// 1 = introductory, 2 = promotional, 3 = offer code, 4 = win-back.
  public var offerType: Int64?
  /// A duration of ISO 8601: `P1M`.
  public var offerPeriod: ReceiptString?
  public var offerDiscountType: ReceiptString?
  /// A country code of three letters (ISO 3166-1): `USA`.
  public var storefront: ReceiptString?
  public var storefrontID: ReceiptString?
  /// `PURCHASE` or `RENEWAL`.
  public var transactionReason: ReceiptString?
  /// A currency code of ISO 4217: `EUR`.
  public var currency: ReceiptString?
  /// In thousandths of the currency unit.
  public var price: Int64?
  public var revocationType: ReceiptString?
  public var revocationPercentage: Int64?
  public var appTransactionID: ReceiptString?

  /// The offer type of introductory offers. 2 is a promotional offer, 4 a win-back offer.
  package static let introductoryOffer: Int64 = 1
  /// The offer type of offer codes.
  package static let offerCode: Int64 = 3
  /// The discount type of free offers.
  package static let freeTrial = ReceiptString("FREE_TRIAL")
  /// The discount type of offers with a lower price for some periods.
  package static let lowerPrice = ReceiptString("PAY_AS_YOU_GO")

  public init() {}
}

/// The kind of product that was purchased.
public struct ProductType: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static let nonConsumable = ProductType(rawValue: 0)
  public static let consumable = ProductType(rawValue: 1)
  public static let nonRenewingSubscription = ProductType(rawValue: 2)
  public static let autoRenewableSubscription = ProductType(rawValue: 3)
  /// Inferred from the receipts seen.
  public static let freeSubscription = ProductType(rawValue: 4)

  /// The name in kebab case; `type-9` for a kind without a name.
  public var name: String {
    switch self {
    case .nonConsumable: "non-consumable"
    case .consumable: "consumable"
    case .nonRenewingSubscription: "non-renewing-subscription"
    case .autoRenewableSubscription: "auto-renewable-subscription"
    case .freeSubscription: "free-subscription"
    default: "type-\(rawValue)"
    }
  }
}
