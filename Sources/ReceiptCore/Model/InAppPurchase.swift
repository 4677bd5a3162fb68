/// One in-app purchase of a receipt: a product, a subscription period, or a restore.
///
/// A field is `nil` where the receipt does not have it, or has it in a way that cannot be read. So is one
/// that is empty, or 0 where 0 means none.
@dynamicMemberLookup
public struct InAppPurchase: Sendable {
  /// How many were bought.
  public var quantity: Int64?
  /// The product's identifier, as in App Store Connect.
  public var productID: ReceiptString?
  /// What kind of product it is.
  public var productType: ProductType?
  /// The product's App Store item id; 0 in sandbox. The name is not from Apple.
  public var productItemID: Int64?
  /// Identifies the transaction.
  public var transactionID: ReceiptString?
  /// The transaction of the first purchase; the same for all periods of a subscription.
  public var originalTransactionID: ReceiptString?
  /// When it was bought, renewed or restored.
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
  /// The promotional offer that was used.
  public var promotionalOfferID: ReceiptString?
  // Boxed, so that the many purchases of a binary receipt, which have none, stay small.
  package var server = Boxed<PurchaseServerFields>()

  /// A purchase without fields.
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

  /// What the Advanced Commerce API says of it.
  public var advancedCommerce: AdvancedCommerceFields? { advancedCommerceBox.content }

  /// Another member of the family bought it.
  public var isFamilyShared: Bool { self.inAppOwnershipType == Self.familyShared }

  /// An organisation or a group bought it, and gave this person a seat.
  public var isAssigned: Bool { self.inAppOwnershipType == Self.assigned }
}

extension InAppPurchase: ServerFieldOwner, AdvancedCommerceOwner {
  package var advancedCommerceBox: Boxed<AdvancedCommerceFields> {
    get { server.content?.advancedCommerceBox ?? Boxed() }
    set { server.update { $0.advancedCommerceBox = newValue } }
  }

  /// `inAppOwnershipType` of a purchase that another family member made.
  package static let familyShared = ReceiptString("FAMILY_SHARED")
  /// `inAppOwnershipType` of a seat that an organisation or a group gave to a person.
  package static let assigned = ReceiptString("ASSIGNED")
}

extension InAppPurchase {
  /// The names of the items of the Advanced Commerce API that were refunded or withdrawn by a time; the others stay
  /// (Apple, "advancedCommerceInfo").
  package func refundedItems(by now: ReceiptDate) -> [String] {
    (advancedCommerce?.items?.elements ?? []).compactMap { item in
      let isRefunded =
        Self.isPast(item["revocationDate"], now)
        || (item["refunds"]?.elements ?? []).contains { Self.isPast($0["refundDate"] ?? $0, now) }
      return isRefunded ? item["displayName"]?.string ?? item["SKU"]?.string ?? "an item" : nil
    }
  }

  /// What has no date that can be read is past.
  private static func isPast(_ date: JSONValue?, _ now: ReceiptDate) -> Bool {
    guard let date else { return false }
    return date.integer.map { ReceiptDate(millisecondsSince1970: $0) <= now } ?? true
  }
}

extension InAppPurchase {
  /// When the last of the items of the Advanced Commerce API was withdrawn; `nil` if one of them stays.
  var endOfItems: ReceiptDate? {
    guard let items = advancedCommerce?.items?.elements, !items.isEmpty else { return nil }
    let dates = items.compactMap { $0["revocationDate"]?.integer }
    return dates.count == items.count
      ? dates.max().map { ReceiptDate(millisecondsSince1970: $0) } : nil
  }
}

/// What verifyReceipt's responses (`latest_receipt_info`) and StoreKit 2 say of a purchase beyond what a binary
/// receipt can. The names are those of the responses where they have one.
public struct PurchaseServerFields: EmptyMakeable {
  /// The UUID by which the app knows the customer.
  public var appAccountToken: ReceiptString?
  /// `PURCHASED`, `FAMILY_SHARED` or `ASSIGNED`.
  public var inAppOwnershipType: ReceiptString?
  /// Whether another product of the same subscription took its place.
  public var isUpgraded: Bool?
  /// The name of the offer code that was used.
  public var offerCodeRefName: ReceiptString?
  /// The group that the subscription belongs to.
  public var subscriptionGroupIdentifier: ReceiptString?
  // StoreKit 2 only
  /// 1 = introductory, 2 = promotional, 3 = offer code, 4 = win-back.
  public var offerType: Int64?
  /// A duration of ISO 8601: `P1M`.
  public var offerPeriod: ReceiptString?
  /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
  public var offerDiscountType: ReceiptString?
  /// A country code of three letters (ISO 3166-1): `USA`.
  public var storefront: ReceiptString?
  /// The App Store's number of the storefront.
  public var storefrontID: ReceiptString?
  /// `PURCHASE` or `RENEWAL`.
  public var transactionReason: ReceiptString?
  /// A currency code of ISO 4217: `EUR`.
  public var currency: ReceiptString?
  /// In thousandths of the currency unit.
  public var price: Int64?
  /// `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE` or `ASSIGNMENT_REVOKE`.
  public var revocationType: ReceiptString?
  /// The share that was refunded, in thousandths of a percent: 100000 for all of it.
  public var revocationPercentage: Int64?
  /// Identifies the customer's copy of the app.
  public var appTransactionID: ReceiptString?
  /// The original transaction before a migration to Advanced Commerce, or a move into or out of a bundle.
  public var previousOriginalTransactionID: ReceiptString?
  /// The identifier of an offer that is neither a promotional one nor an offer code.
  public var offerIdentifier: ReceiptString?
  /// `BILLED_UPFRONT`, or `MONTHLY` for a year that is paid by the month.
  public var billingPlanType: ReceiptString?
  /// `SEAT_ADDITION` for each of several transactions that make up one period.
  public var additionalTransactionReason: ReceiptString?
  // `commitmentInfo`: a year that is paid by the month
  /// Which of the payments this is, from 1.
  public var billingPeriodNumber: Int64?
  /// How many payments the year has.
  public var totalBillingPeriods: Int64?
  /// The end of the year. A payment that was late moves it.
  public var commitmentExpiresDate: ReceiptDate?
  /// The price of the year, in thousandths of the currency unit.
  public var commitmentPrice: Int64?
  // `multiSeatInfo`
  /// `APPLE` or `DEVELOPER`: who gives the seats to people.
  public var invitationManagement: ReceiptString?
  /// Prices of seats with the number of seats, as Apple writes them.
  public var priceTiers: JSONValue?
  /// How many seats were refunded.
  public var revokedSeatQuantity: Int64?
  // Few purchases have them.
  package var advancedCommerceBox = Boxed<AdvancedCommerceFields>()

  package init() {}
}

/// What the Advanced Commerce API says of a purchase, or of its next renewal (Apple, "advancedCommerceInfo").
public struct AdvancedCommerceFields: EmptyMakeable {
  /// The product's name, as the customer sees it.
  public var displayName: ReceiptString?
  /// The product's description, as the customer sees it.
  public var description: ReceiptString?
  /// What was bought, as Apple writes it: items with their prices, offers and refunds.
  public var items: JSONValue?
  /// A duration of ISO 8601: `P1M`.
  public var period: ReceiptString?
  /// Identifies the request that made the purchase.
  public var requestReferenceID: ReceiptString?
  /// The tax code of the product.
  public var taxCode: ReceiptString?
  /// `0.15`
  public var taxRate: ReceiptString?
  /// In thousandths of the currency unit.
  public var taxExclusivePrice: Int64?
  /// In thousandths of the currency unit.
  public var estimatedTax: Int64?
  /// For a renewal: what a request to change it must repeat.
  public var consistencyToken: ReceiptString?

  package init() {}
}

/// The values of `offerType` and `offerDiscountType` that decide something here (Apple, "offerType",
/// "offerDiscountType").
package enum Offer {
  package static let introductory: Int64 = 1
  package static let promotional: Int64 = 2
  /// An offer code.
  package static let code: Int64 = 3
  /// Costs nothing.
  package static let freeTrial = ReceiptString("FREE_TRIAL")
  /// A lower price for some periods.
  package static let payAsYouGo = ReceiptString("PAY_AS_YOU_GO")
}

/// The values of `revocationType` that decide something here (Apple, "revocationType").
package enum Revocation {
  package static let full = ReceiptString("REFUND_FULL")
  package static let prorated = ReceiptString("REFUND_PRORATED")
  /// Sharing ended: the person who bought it keeps it.
  package static let family = ReceiptString("FAMILY_REVOKE")
  /// An organisation or a group took a seat back.
  package static let assignment = ReceiptString("ASSIGNMENT_REVOKE")
}

/// The kind of product that was purchased.
public struct ProductType: RawRepresentable, Sendable, Hashable {
  /// The number in the receipt.
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// A product that is bought once and kept.
  public static let nonConsumable = ProductType(rawValue: 0)
  /// A product that is used up.
  public static let consumable = ProductType(rawValue: 1)
  /// A subscription that the customer renews by buying it again.
  public static let nonRenewingSubscription = ProductType(rawValue: 2)
  /// A subscription that renews itself.
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
