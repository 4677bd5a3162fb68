/// Errors that name one part of the request.
extension APIError {
  /// An error about one parameter, which is missing, malformed or out of range.
  private static func bad(
    _ code: Int, _ name: String, _ parameter: String,
    do advice: String = "correct it in the request"
  ) -> APIError {
    APIError(code, name, "\(parameter) is missing, malformed or out of range", do: advice)
  }

  private static let date = "send milliseconds since 1970, within the time that Apple keeps"
  private static let uuid = "send a UUID"
  private static let firstBody =
    "correct it, or send the newer body, which does not have it"

  static let parameters: [APIError] = [
    bad(4_000_004, "InvalidLimit", "limit"),
    bad(4_000_009, "InvalidExtendByDays", "extendByDays"),
    bad(4_000_010, "InvalidExtendReasonCode", "extendReasonCode"),
    bad(4_000_011, "InvalidRequestIdentifier", "requestIdentifier", do: uuid),
    APIError(4_000_012, "StartDateTooFarInPast", "startDate is too far in the past", do: date),
    APIError(
      4_000_013, "StartDateAfterEndDate", "startDate is after endDate", do: "correct the dates"),
    bad(
      4_000_014, "InvalidPaginationToken", "paginationToken", do: "send the last response's token"),
    bad(4_000_015, "InvalidStartDate", "startDate", do: date),
    bad(4_000_016, "InvalidEndDate", "endDate", do: date),
    bad(4_000_018, "InvalidNotificationType", "notificationType or its subtype"),
    bad(
      4_000_020, "InvalidTestNotificationToken", "testNotificationToken",
      do: "send the token that the request for the test gave"),
    bad(
      4_000_027, "InvalidEmptyStorefrontCountryCodeList", "storefrontCountryCodes",
      do: "name a country, or leave the list out for all"),
    bad(
      4_000_028, "InvalidStorefrontCountryCode", "a code in storefrontCountryCodes",
      do: "send three letters, such as USA"),
    bad(4_000_033, "InvalidAppAccountToken", "appAccountToken", do: uuid),
    bad(
      4_000_036, "InvalidDeliveryStatus", "deliveryStatus",
      do:
        "send a text such as DELIVERED in version 2, and a number in version 1; look at what the library really sends"
    ),
    bad(4_000_041, "InvalidSampleContentProvided", "sampleContentProvided"),
    bad(4_000_044, "InvalidRefundPreference", "refundPreference"),
    APIError(
      4_000_183, "InvalidAppAccountTokenUUID", "appAccountToken is no UUID", do: uuid),
    APIError(
      4_000_209, "ConsumptionPercentageAutoRenewableSubscription",
      "consumptionPercentage is not for auto-renewable subscriptions", do: "leave it out"),

    bad(4_000_021, "InvalidSort", "sort"),
    bad(
      4_000_022, "InvalidProductType", "productType",
      do: "send AUTO_RENEWABLE, NON_RENEWABLE, CONSUMABLE or NON_CONSUMABLE"),
    bad(4_000_023, "InvalidProductId", "productId"),
    bad(4_000_024, "InvalidSubscriptionGroupIdentifier", "subscriptionGroupIdentifier"),
    bad(4_000_025, "InvalidExcludeRevoked", "excludeRevoked"),
    bad(4_000_026, "InvalidInAppOwnershipType", "inAppOwnershipType"),
    bad(4_000_030, "InvalidRevoked", "revoked"),
    bad(4_000_031, "InvalidStatus", "status", do: "send a number from 1 to 5"),

    bad(4_000_032, "InvalidAccountTenure", "accountTenure", do: firstBody),
    bad(4_000_034, "InvalidConsumptionStatus", "consumptionStatus", do: firstBody),
    bad(4_000_037, "InvalidLifetimeDollarsPurchased", "lifetimeDollarsPurchased", do: firstBody),
    bad(4_000_038, "InvalidLifetimeDollarsRefunded", "lifetimeDollarsRefunded", do: firstBody),
    bad(4_000_039, "InvalidPlatform", "platform", do: firstBody),
    bad(4_000_040, "InvalidPlayTime", "playTime", do: firstBody),
    bad(4_000_042, "InvalidUserStatus", "userStatus", do: firstBody),
  ]
}
