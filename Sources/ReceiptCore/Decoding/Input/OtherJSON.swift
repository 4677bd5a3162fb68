/// Recognizes JSON of other stores and of other tools, which has names in common with Apple's.
enum OtherJSON {
  static func mistake(_ value: JSONValue) -> ReceiptError? {
    guard let names = names(of: value) else { return nil }
    return kinds.first { $0.isOf(value, names) }?.mistake
  }

  private static func names(of value: JSONValue) -> Set<String>? {
    value.members.map { Set($0.prefix(maximumMembers).map(\.name)) }
  }

  /// The error for products that are for sale, in the words of a library. A receipt in them says more.
  static func product(_ value: JSONValue) -> ReceiptError? {
    let all = value.elements ?? [value]
    let isOne =
      !all.isEmpty
      && all.allSatisfy { one in
        names(of: one).map { product.isOf(one, $0) } ?? false
      }
    return isOne ? product.mistake : nil
  }

  /// Whether it is the header of a JWS, as a decoder shows it: an algorithm with certificates or the name of a key
  /// (RFC 7515 §4.1).
  static func isHeaderOfJWS(_ value: JSONValue) -> Bool {
    value["alg"]?.string != nil && (value["x5c"]?.elements != nil || value["kid"] != nil)
  }

  /// Objects of these kinds have fewer members at their top.
  static let maximumMembers = 256

  private struct Kind: Sendable {
    /// One of these sets of names must be there.
    let names: [Set<String>]
    let what: String
    let todo: String
    /// What else must hold.
    var isIt: @Sendable (JSONValue) -> Bool = { _ in true }
    /// Whether it is the message of an error.
    var isError = false

    func isOf(_ value: JSONValue, _ own: Set<String>) -> Bool {
      names.contains { $0.isSubset(of: own) } && isIt(value)
    }

    var mistake: ReceiptError {
      let error = ReceiptError(.notAReceipt, what, offset: 0, hint: todo)
      return isError ? error.about(.error) : error
    }
  }

  private static let kinds: [Kind] = stores + ofApple + own

  /// What is for sale, in the words of a library.
  private static let product = Kind(
    names: [
      ["productId", "localizedPrice"], ["productId", "introductoryPrice"],
      ["productId", "subscriptionPeriodUnitIOS"], ["id", "displayPrice"],
      ["identifier", "priceString"],
      ["identifier", "price_string"], ["alias", "canPurchase"], ["packageType", "product"],
    ],
    what: "this is a product as a library describes it: it is for sale, and this is no purchase",
    todo:
      "whether a customer bought it, or has a trial, is in the signed transaction (offerType, offerDiscountType): ask for \(ErrorText.receipt)",
    isIt: { value in
      let bought = [
        "transactionId", "transactionDate", "purchaseDate", "purchaseToken", "transactionReceipt",
        "originalTransactionId", "originalTransactionIdentifier", "transactionIdentifier",
        "expirationDate", "expiresDate",
      ]
      return value["owned"]?.bool != true && value["transaction"]?.members == nil
        && bought.allSatisfy { value[$0] == nil }
    })

  // MARK: Other stores

  private static let askGoogle =
    "Google answers for it: look up its purchaseToken with the Google Play Developer API"

  private static let stores: [Kind] = [
    Kind(
      names: [
        "subscriptionNotification", "oneTimeProductNotification", "voidedPurchaseNotification",
        "testNotification",
      ].map { [$0, "packageName"] },
      what: "this is a notification of Google Play, not of the App Store", todo: askGoogle),
    Kind(
      names: [["purchaseToken", "notificationType", "version"]],
      what: "this is part of a notification of Google Play, not of the App Store", todo: askGoogle),
    Kind(
      names: [
        ["purchaseToken", "packageName"], ["orderId", "purchaseToken"], ["orderId", "packageName"],
      ],
      what: "this is a purchase in Google Play, not in the App Store", todo: askGoogle,
      isIt: {
        // On iOS, tauri-plugin-iap puts the id of a transaction there.
        let isApples = $0["purchaseToken"]?.string?.utf8.allSatisfy(Text.isDigit) == true
        return $0["accountFlag"] == nil && $0["applicationId"] == nil && !isApples
      }),
    Kind(
      names: [["ackId", "publishTime"], ["messageId", "publishTime"]],
      what: "this is a message of Google Cloud Pub/Sub with a notification of Google Play",
      todo: askGoogle,
      isIt: { value in
        guard let data = value["data"]?.string else { return false }
        let head = Array(data.utf8.prefix(64).prefix { $0 != UInt8(ascii: ".") })
        let bytes = (try? Base64.decode(Array(head.prefix(head.count / 4 * 4))))?.bytes ?? []
        return Text.contains("\"packageName\"", in: bytes[...])
      }),
    Kind(
      names: [["Store", "Payload"]],
      what: "this is a purchase in Google Play, not in the App Store",
      todo: askGoogle, isIt: { $0["Store"]?.string == "GooglePlay" }),
    Kind(
      names: [["Store", "Payload"]],
      what: "this is a purchase in Unity's fake store, which its editor has: nothing was bought",
      todo: "build the app for a device, and buy there with a sandbox account",
      isIt: { $0["Store"]?.string == "fake" }),
    Kind(
      names: [["className", "state", "products"], ["className", "transactionId", "products"]],
      what: "this is a purchase as cordova-plugin-purchase describes it: the words of the app, "
        + "without the text that Apple signed",
      todo: "ask for appStoreReceipt, which its validator gets, or jwsRepresentation",
      isIt: { $0["className"]?.string == "Transaction" }),
    Kind(
      names: [["isExpired", "transactionId"], ["expiryDate", "isExpired"]],
      what: "this is a purchase as the validator of cordova-plugin-purchase describes it, without "
        + "the text that Apple signed",
      todo: "ask for appStoreReceipt, which the app sent to that validator"),
    Kind(
      names: [["type", "id"]],
      what:
        "this is the id of a transaction in the words of cordova-plugin-purchase, not a receipt",
      todo:
        "look the id up with the App Store Server API, or ask for appStoreReceipt, which its validator gets",
      isIt: { $0["type"]?.string == "ios-appstore" && $0["appStoreReceipt"] == nil }),
    Kind(
      names: [["responseCode", "errorCode", "results"]],
      what:
        "this is what the listener of expo-in-app-purchases gets, not a receipt: responseCode 0 is OK, 1 is cancelled, 2 an error, 3 waits for approval",
      todo:
        "nothing was bought by an error; its errorCode 0 is unknown. In a test look at the sandbox account, the agreements, and the product in App Store Connect",
      isIt: { $0["results"]?.elements?.isEmpty == true }),
    Kind(
      names: [["latestreceiptinfo"], ["originaltransactionid", "productid"]],
      what:
        "this is a part of a response of verifyReceipt whose names lost their signs _, as formatting in a forum does",
      todo:
        "give the whole response as it came; a transaction_id is of one purchase, and an original_transaction_id of one Apple account"
    ),
    Kind(
      names: [["aud", "exp"]],
      what: "these are the claims of a developer's token for App Store Connect, not a receipt",
      todo: "a token lets a server ask Apple; ask for the app's receipt, or a signed transaction",
      isIt: { $0["aud"]?.string == "appstoreconnect-v1" }),
    Kind(
      names: [["kind"]], what: "this is an answer of Google Play, not of the App Store",
      todo: askGoogle, isIt: { $0["kind"]?.string?.hasPrefix("androidpublisher#") == true }),
    Kind(
      names: [
        ["receiptId", "productType"], ["receiptId", "userId"], ["receiptId", "productId"],
        ["receiptId", "sku"], ["receiptId", "itemType"],
      ],
      what: "this is a purchase in Amazon's store, not in the App Store",
      todo:
        "Amazon answers for it: look up its receiptId with Amazon's Receipt Verification Service"),
    Kind(
      names: [
        ["inAppPurchaseData"], ["accountFlag", "purchaseToken"],
        ["applicationId", "purchaseToken"],
      ],
      what: "this is a purchase in Huawei's AppGallery, not in the App Store",
      todo: "Huawei answers for it: look up its purchaseToken with Huawei's order service"),
    Kind(
      names: [["notificationType", "appPackageName"], ["notificationType", "receiptId"]],
      what: "this is a notification of Amazon's store, not of the App Store",
      todo:
        "Amazon answers for it: look up its receiptId with Amazon's Receipt Verification Service"),
    Kind(
      names: [["TopicArn", "Message"]],
      what: "this is a message of Amazon SNS with a notification of Amazon's store",
      todo:
        "Amazon answers for it: look up its receiptId with Amazon's Receipt Verification Service",
      isIt: { $0["Message"]?.string?.holds("appPackageName") == true }),
    Kind(
      names: [
        ["statusUpdateNotification"], ["eventType", "applicationId"],
        ["notificationType", "subscriptionId"],
      ],
      what: "this is a notification of Huawei's AppGallery, not of the App Store",
      todo: "Huawei answers for it: look up its purchaseToken with Huawei's order service",
      isIt: { $0["notificationType"]?.string == nil }),
    Kind(
      names: [["event"]],
      what:
        "this is an event that RevenueCat sent to a server, not one of Apple's: its words prove nothing",
      todo:
        "its store says where it was bought, PLAY_STORE is Google's; for one in the App Store ask for jwsRepresentation of the transaction",
      isIt: { $0["event"]?["app_user_id"] != nil && $0["event"]?["store"] != nil }),
    Kind(
      names: [["object", "id"]], what: "this is an object of Stripe, not of the App Store",
      todo: "Stripe answers for it: look up its id in Stripe's dashboard",
      isIt: { value in
        let kinds = [
          "event", "charge", "invoice", "subscription", "customer", "payment_intent",
          "checkout.session", "refund",
        ]
        return value["object"]?.string.map(kinds.contains) ?? false
      }),
    Kind(
      names: [["skuId", "productKind"], ["skuId", "acquiredDate"]],
      what: "this is a purchase in the Microsoft Store, not in the App Store",
      todo: "Microsoft answers for it; this tool reads only Apple's"),
    Kind(
      names: [["items"]],
      what: "this is an answer of the Microsoft Store, not of the App Store",
      todo: "Microsoft answers for it; this tool reads only Apple's",
      isIt: { $0["items"]?.elements?.first?["skuId"] != nil }),
    Kind(
      names: [["event_type", "notification_id"], ["alert_name", "p_signature"]],
      what: "this is an event of Paddle, not of the App Store",
      todo: "Paddle answers for it: look up its id in Paddle's dashboard"),
  ]

  // MARK: Apple's, but no receipt

  private static let headerOfJWS = Kind(
    names: [["alg", "x5c"], ["alg", "kid"]],
    what: "this is the header of a JWS, without its payload and its signature",
    todo: "ask for the whole text, which begins with eyJ and has two points in it",
    isIt: isHeaderOfJWS)

  /// The error for the certificates of a header, in a text that is no JSON.
  static var certificatesOfJWS: ReceiptError { headerOfJWS.mistake }

  private static let ofApple: [Kind] = [
    headerOfJWS,
    Kind(
      names: [["status", "message"]],
      what: "this is an error of the library in-app-purchase: it got no usable answer from Apple",
      todo: "send the receipt again; its status is not Apple's",
      isIt: { $0["receipt"] == nil && ($0["status"]?.integer.map { $0 < 0 || $0 == 1 } ?? false) },
      isError: true),
    Kind(
      names: [["status", "message"]],
      what:
        "this is a message of the library in-app-purchase: Apple accepts the receipt, and the library found no purchase in it",
      todo:
        "its status 2 is not Apple's, who answered 0; refresh the receipt in the app, and look at the receipt itself",
      isIt: { $0["receipt"] == nil && $0["status"]?.integer == 2 }),
    Kind(
      names: [["customerConsented"], ["consumptionStatus", "deliveryStatus"]],
      what: "this is a message to Apple (Send Consumption Information), not one from Apple",
      todo:
        "your server sends it after a CONSUMPTION_REQUEST; the purchase is in that notification",
      isIt: { $0["notificationType"] == nil && $0["signedTransactionInfo"] == nil }),
    Kind(
      names: [["status"]],
      what: "this is the answer of Look Up Order ID to an order id that Apple does not know",
      todo:
        "compare the order id with the customer's invoice, in capital letters; an order of another "
        + "app is unknown too",
      isIt: { value in
        value["status"]?.integer == 1
          && (value.members?.count == 1 || value["signedTransactions"]?.elements?.isEmpty == true)
      }),
    Kind(
      names: [
        ["subscriptionGroups", "products"], ["subscriptionGroups", "nonRenewingSubscriptions"],
      ],
      what: "this is a StoreKit configuration file of Xcode, not a receipt",
      todo: "it describes products for tests; a purchase made with it has a receipt in the app"),
    Kind(
      names: [["device_token", "timestamp"], ["device_token", "bit0"]],
      what: "this is a request to Apple's DeviceCheck, with the token of a device, and no receipt",
      todo: "DeviceCheck answers it with two bits, and nothing of purchases; \(askForReceipt)"),
    Kind(
      names: [["app_name", "bug_type"], ["bug_type", "incident_id"]],
      what: "this is a crash report, not a receipt", todo: askForReceipt),
  ]

  private static let askForReceipt =
    "ask for the app's receipt, or jwsRepresentation of the transaction"

  // MARK: This tool's own

  /// The names that a SPEC for `receipt make` may have at its top.
  private static let specNames: Set<String> = [
    "style", "digest", "receipt", "attributes", "pending_renewal_info", "notification", "request",
    "answer", "other_fields", "nested", "payload",
  ]

  private static let spec = Kind(
    names: [["receipt"], ["notification"], ["style"]],
    what: "this is a SPEC, which describes a receipt to make",
    todo: "make a receipt from it, and give that",
    isIt: isSpec)

  /// The error for a SPEC with a list of attributes in brackets, which no program prints.
  static func spec(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    let text = text.prefix(OtherText.maximumLength)
    guard ["style:", "attributes:", "#"].contains(where: { Text.begins(text, with: $0) }),
      ["attributes:", "- {type:"].allSatisfy({ Text.contains($0, in: text) })
    else { return nil }
    return spec.mistake
  }

  private static let own: [Kind] = [
    Kind(
      names: [["schema", "source"]], what: "this is what this tool printed, not a receipt",
      todo: "give the receipt itself, from which this was printed",
      isIt: { $0["source"]?["name"] != nil }),
    spec,
    Kind(
      names: [["receipts"]], what: "this is an expectation file, not a receipt",
      todo: "give the receipts, and name this as what is expected of them",
      isIt: { $0["receipts"]?.elements?.first?["files"] != nil }),
    Kind(
      names: [["bundle-id"]],
      what: "this is a settings file of an app, not a receipt",
      todo: "give the receipts, and name this as the settings of the app"),
  ]

  /// Whether all names are those of a SPEC, and its receipt has no date in two spellings, as Apple's have.
  private static func isSpec(_ value: JSONValue) -> Bool {
    guard let members = value.members, members.allSatisfy({ specNames.contains($0.name) }) else {
      return false
    }
    guard let receipt = value["receipt"] else { return true }
    guard let fields = receipt.members else { return false }
    let purchase = receipt["in_app"]?.elements?.first?.members ?? []
    // Apple's answers name the app twice, and write numbers as texts.
    let isApples =
      receipt["app_item_id"] != nil
      || purchase.contains { $0.name == "quantity" && $0.value.string != nil }
    return !isApples
      && !(fields + purchase).contains { $0.name.hasSuffix("_ms") || $0.name.hasSuffix("_pst") }
      && fields.contains { ["bundle_id", "environment", "in_app"].contains($0.name) }
  }
}
