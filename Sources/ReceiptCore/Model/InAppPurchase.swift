/// One in-app purchase of a receipt: a product, a subscription period, or a restore.
///
/// A field is `nil` where the receipt does not have it, has it empty (or 0 where 0 means none), or has
/// it in a way that cannot be read.
@dynamicMemberLookup
public struct InAppPurchase: Sendable {
  public var quantity: Int64?
  public var productID: ReceiptString?
  public var productType: ProductType?
  /// The product's App Store item id; 0 in sandbox. The name is not Apple's.
  public var productItemID: Int64?
  public var transactionID: ReceiptString?
  public var originalTransactionID: ReceiptString?
  public var purchaseDate: ReceiptDate?
  /// May be later than `purchaseDate`, in genuine receipts too.
  public var originalPurchaseDate: ReceiptDate?
  /// When the subscription period ends.
  public var expiresDate: ReceiptDate?
  /// When it was refunded or upgraded.
  public var cancellationDate: ReceiptDate?
  /// 1 = an issue within the app, 0 = another reason.
  public var cancellationReason: Int64?
  public var webOrderLineItemID: Int64?
  /// For StoreKit 2 derived: of an introductory offer, whether its discount type is `FREE_TRIAL`. Where it
  /// says none, as before 2024, whether the offer is free cannot be told.
  public var isTrialPeriod: Bool?
  /// At an introductory price, which a free trial is not. For StoreKit 2 derived: of an introductory offer,
  /// whether its discount type is another one.
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

  /// Whether it is with an offer for newcomers that is no free trial, or does not say whether it is one.
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
  // StoreKit 2 alone
  public var offerType: Int64?
  public var offerPeriod: ReceiptString?
  public var offerDiscountType: ReceiptString?
  public var storefront: ReceiptString?
  public var storefrontID: ReceiptString?
  /// `PURCHASE` or `RENEWAL`.
  public var transactionReason: ReceiptString?
  public var currency: ReceiptString?
  /// In thousandths of the currency's unit.
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

/// What kind of product a purchase is of.
public struct ProductType: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static let nonConsumable = ProductType(rawValue: 0)
  public static let consumable = ProductType(rawValue: 1)
  public static let nonRenewingSubscription = ProductType(rawValue: 2)
  public static let autoRenewableSubscription = ProductType(rawValue: 3)
  /// An inference from the receipts seen.
  public static let freeSubscription = ProductType(rawValue: 4)

  /// The kind in kebab case; `type-9` for one without a name.
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
