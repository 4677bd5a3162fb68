/// One in-app purchase of a receipt: a product, a subscription period, or a restore.
///
/// A field is `nil` where the receipt does not have it, has it empty (or 0 where 0 means none), or has
/// it in a way that cannot be read.
@dynamicMemberLookup
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
  // Boxed, so that the many purchases of a binary receipt, which have none, stay small.
  package var server = Boxed<PurchaseServerFields>()

  public init() {}

  /// A field that no binary receipt holds: `purchase.price`.
  public subscript<Value>(
    dynamicMember field: any WritableKeyPath<PurchaseServerFields, Value?> & Sendable
  ) -> Value? {
    get { server[field] }
    set { server[field] = newValue }
  }

  /// Whether it has an introductory offer that is not a free trial, or of unknown kind.
  package var isIntroductory: Bool {
    isInIntroOfferPeriod == true
      || isTrialPeriod != true && self.offerType == Offer.introductory
  }

  /// Another member of the family bought it.
  public var isFamilyShared: Bool { self.inAppOwnershipType == Self.familyShared }
}

extension InAppPurchase: ServerFieldOwner {
  /// `inAppOwnershipType` of a purchase that somebody else in the family made.
  package static let familyShared = ReceiptString("FAMILY_SHARED")
}

/// What verifyReceipt's responses (`latest_receipt_info`) and StoreKit 2 say of a purchase beyond what a binary
/// receipt can. The names are those of the responses where they have one.
public struct PurchaseServerFields: EmptyMakeable {
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

  package init() {}
}

/// The values of `offerType` and `offerDiscountType` that decide something here (Apple, "offerType",
/// "offerDiscountType").
package enum Offer {
  /// 2 is a promotional offer, 4 one to win a customer back.
  package static let introductory: Int64 = 1
  /// An offer code.
  package static let code: Int64 = 3
  /// Costs nothing.
  package static let freeTrial = ReceiptString("FREE_TRIAL")
  /// A lower price for some periods.
  package static let payAsYouGo = ReceiptString("PAY_AS_YOU_GO")
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
