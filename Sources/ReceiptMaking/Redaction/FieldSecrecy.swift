internal import ReceiptCore

/// How to treat a field before a receipt is shared.
enum FieldSecrecy {
  /// It does not identify anyone: a version, a price, a flag.
  case kept
  case identifier
  /// Bytes in base64.
  case octets
  /// Kept, or shifted like all other dates.
  case date
  /// A receipt or JWS inside a text.
  case receipt
  /// The meaning is not known.
  case unknown
}

extension FieldSecrecy {
  /// From the attribute of an app receipt.
  init(_ attribute: Attribute) {
    let type = attribute.type
    self =
      attribute.path.inAppType == nil
      ? Self.receiptTypes[type] ?? .unknown : Self.inAppTypes[type] ?? .unknown
  }

  private static let receiptTypes: [Int: FieldSecrecy] = [
    AttributeType.receiptType: .kept, AttributeType.itemID: .identifier,
    AttributeType.bundleID: .identifier, AttributeType.applicationVersion: .kept,
    AttributeType.opaqueValue: .octets, AttributeType.sha1Hash: .octets, 6: .octets, 7: .octets,
    AttributeType.downloadDate: .date, AttributeType.storeRelease: .kept,
    AttributeType.ageRating: .kept, AttributeType.developerID: .identifier,
    AttributeType.receiptCreationDate: .date, AttributeType.osVersion: .kept,
    AttributeType.deviceClass: .kept, AttributeType.downloadID: .identifier,
    AttributeType.versionExternalIdentifier: .identifier,
    AttributeType.originalPurchaseDate: .date, AttributeType.originalApplicationVersion: .kept,
    AttributeType.expirationDate: .date, 22: .date, AttributeType.organizationName: .identifier,
    AttributeType.platformCode: .kept, AttributeType.preorderDate: .date,
  ]

  private static let inAppTypes: [Int: FieldSecrecy] = [
    AttributeType.quantity: .kept, AttributeType.productID: .identifier,
    AttributeType.transactionID: .identifier, AttributeType.purchaseDate: .date,
    AttributeType.originalTransactionID: .identifier, AttributeType.purchaseOriginalDate: .date,
    AttributeType.productType: .kept, AttributeType.expiresDate: .date,
    AttributeType.productItemID: .identifier, AttributeType.webOrderLineItemID: .identifier,
    AttributeType.cancellationDate: .date, AttributeType.isTrialPeriod: .kept,
    AttributeType.isInIntroOfferPeriod: .kept, AttributeType.cancellationReason: .kept,
    AttributeType.promotionalOfferID: .identifier, 1722: .kept,
  ]

  /// Whether the forms define a name. Any other name may be a person's or a product's.
  static func isKnown(name: String) -> Bool {
    let plain = plain(name)
    return containers.contains(plain) || FieldSecrecy(name: name) != .unknown
  }

  /// Names that contain other fields, and fields whose values are treated as unknown.
  private static let containers = Set(
    """
    amount appdata consumptionrequestreason data eligibleoffers exception externalpurchaseid
    externalpurchasetoken failedcount inapp latestexpiredreceiptinfo latestreceiptinfo
    pendingrenewalinfo purchaseinfo receipt receiptdata requestidentifier requestreason signature
    signedpayload storefrontcountrycodes succeededcount summary tokencreationdate
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init))

  /// The same name in all forms: they differ in case, hyphens and underscores.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// From a name in JSON or in a property list. Forms write a name in different ways: `transactionId`,
  /// `transaction_id`, `transaction-id`.
  init(name: String) {
    var plain = Self.plain(name)
    self = .unknown
    if let known = Self.names[plain] {
      self = known
      return
    }
    // Apple's responses and transactions write each date three times.
    for ending in ["formattedpst", "formatted", "pst", "ms"] where plain.hasSuffix(ending) {
      plain.removeLast(ending.count)
      if Self.names[plain] == .date { self = .date }
      return
    }
  }

  private static let names: [String: FieldSecrecy] = {
    var names: [String: FieldSecrecy] = [:]
    func add(_ secrecy: FieldSecrecy, _ words: String) {
      for word in words.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        names[String(word)] = secrecy
      }
    }
    add(
      .identifier,
      """
      adamid appaccounttoken appappleid appitemid apptransactionid autorenewproductid bid bundleid
      deviceverificationnonce downloadid eligiblewinbackofferids itemid notificationuuid offercoderefname
      offeridentifier originaltransactionid productid promotionalofferid subscriptiongroupid
      subscriptiongroupidentifier transactionid uniqueidentifier uniquevendoridentifier
      versionexternalidentifier weborderlineitemid
      """)
    add(.octets, "deviceverification")
    add(.receipt, "latestreceipt latestexpiredreceipt signedtransactioninfo signedrenewalinfo")
    add(
      .date,
      """
      cancellationdate expirationdate expiresdate graceperiodexpiresdate originalpurchasedate preorderdate
      purchasedate receiptcreationdate recentsubscriptionstartdate renewaldate requestdate revocationdate
      signeddate
      """)
    add(
      .kept,
      """
      applicationversion autorenewstatus bundleversion bvrs cancellationreason currency environment
      expirationintent inappownershiptype isinbillingretryperiod isinintroofferperiod isretryable
      istrialperiod isupgraded notificationtype offerdiscounttype offerperiod offertype
      originalapplicationversion originalplatform pod price priceconsentstatus priceincreasestatus quantity
      receipttype renewalprice revocationpercentage revocationreason revocationtype signingstatus status
      storefront storefrontid subtype transactionreason type version
      """)
    return names
  }()
}
