internal import ReceiptCore

/// Whose app receipts are imitated.
package enum AttributeStyle: String, Sendable, CaseIterable {
  /// Sorted as DER asks, purchases with all their attributes, empty or not.
  case apple
  /// In the order of their numbers, with fewer attributes.
  case xcode

  /// How the opaque value is marked: 2 by Apple, 1 by Xcode.
  fileprivate var opaqueVersion: Int64 { self == .apple ? 2 : 1 }
}

// From the model to attributes, the inverse of `PayloadReader`. A new typed field is a line here too.

extension Receipt {
  /// The attributes that say what the model says; none for a field that is `nil`, and none for the
  /// purchases.
  func attributes(_ style: AttributeStyle) -> [AttributeTemplate] {
    [
      .text(AttributeType.receiptType, receiptType),
      .number(AttributeType.itemID, adamID),
      .text(AttributeType.bundleID, bundleID),
      .text(AttributeType.applicationVersion, applicationVersion),
      opaqueValue.map {
        AttributeTemplate(AttributeType.opaqueValue, version: style.opaqueVersion, Array($0))
      },
      sha1Hash.map { AttributeTemplate(AttributeType.sha1Hash, Array($0)) },
      .date(AttributeType.downloadDate, downloadDate),
      .number(AttributeType.storeRelease, storeRelease),
      .ascii(AttributeType.ageRating, ageRating),
      .number(AttributeType.developerID, developerID),
      .date(AttributeType.receiptCreationDate, receiptCreationDate),
      .number(AttributeType.osVersion, osVersion),
      .number(AttributeType.deviceClass, deviceClass),
      .number(AttributeType.downloadID, downloadID),
      .number(AttributeType.versionExternalIdentifier, versionExternalIdentifier),
      .date(AttributeType.originalPurchaseDate, originalPurchaseDate),
      .text(AttributeType.originalApplicationVersion, originalApplicationVersion),
      .date(AttributeType.expirationDate, expirationDate),
      .text(AttributeType.organizationName, organizationName),
      .number(AttributeType.platformCode, platformCode),
      .date(AttributeType.preorderDate, preorderDate),
    ].compactMap(\.self)
  }
}

extension InAppPurchase {
  /// The attributes that say what the model says; none for a field that is `nil`.
  var attributes: [AttributeTemplate] {
    [
      .number(AttributeType.quantity, quantity),
      .text(AttributeType.productID, productID),
      .text(AttributeType.transactionID, transactionID),
      .date(AttributeType.purchaseDate, purchaseDate),
      .text(AttributeType.originalTransactionID, originalTransactionID),
      .date(AttributeType.purchaseOriginalDate, originalPurchaseDate),
      .number(AttributeType.productType, productType?.rawValue),
      .date(AttributeType.expiresDate, expiresDate),
      .number(AttributeType.productItemID, productItemID),
      .number(AttributeType.webOrderLineItemID, webOrderLineItemID),
      .date(AttributeType.cancellationDate, cancellationDate),
      .flag(AttributeType.isTrialPeriod, isTrialPeriod),
      .flag(AttributeType.isInIntroOfferPeriod, isInIntroOfferPeriod),
      .number(AttributeType.cancellationReason, cancellationReason),
      .text(AttributeType.promotionalOfferID, promotionalOfferID),
    ].compactMap(\.self)
  }
}

extension AttributeTemplate {
  fileprivate static func text(_ type: Int, _ text: ReceiptString?) -> Self? {
    text.map { Self(type, DER.element(ASN1Kind.utf8String.rawValue, Array($0.bytes))) }
  }

  fileprivate static func ascii(_ type: Int, _ text: ReceiptString?) -> Self? {
    text.map { Self(type, DER.element(ASN1Kind.ia5String.rawValue, Array($0.bytes))) }
  }

  fileprivate static func date(_ type: Int, _ date: ReceiptDate?) -> Self? {
    date.map { .ia5(type, $0.description) }
  }

  fileprivate static func number(_ type: Int, _ number: Int64?) -> Self? {
    number.map { .integer(type, $0) }
  }

  fileprivate static func flag(_ type: Int, _ flag: Bool?) -> Self? {
    flag.map { .integer(type, $0 ? 1 : 0) }
  }
}

// MARK: - What no model shows

extension AttributeTemplate {
  /// What the attributes of a receipt of this style lack to look like the others: attributes that are empty,
  /// or that nobody knows. The model does not show them.
  static func fillers(
    for attributes: [AttributeTemplate], _ style: AttributeStyle, unknown: (Int) -> [UInt8]
  ) -> [AttributeTemplate] {
    let fillers: [AttributeTemplate] =
      switch style {
      case .apple:
        [
          AttributeTemplate(6, unknown(6)), AttributeTemplate(7, unknown(7)),
          .ia5(AttributeType.downloadDate, ""), .utf8(20, ""),
        ]
      case .xcode: [.ia5(AttributeType.downloadDate, "")]
      }
    return fillers.filter { filler in !attributes.contains { $0.type == filler.type } }
  }

  /// The same for the attributes of a purchase: Apple's carry all from 1701 to 1718.
  static func fillers(
    for purchase: InAppPurchase, _ style: AttributeStyle
  ) -> [AttributeTemplate] {
    guard style == .apple else { return [] }
    let attributes = purchase.attributes
    var empty = [1709, 1714, 1715, 1716, 1717, 1718].map { AttributeTemplate.utf8($0, "") }
    // A guess: 1 was seen where a purchase was shared in a family.
    if purchase.online?.inAppOwnershipType == ServerDetails.familyShared {
      empty.append(.integer(1722, 1))
    }
    let fillers =
      [
        .ia5(AttributeType.expiresDate, ""), .integer(AttributeType.webOrderLineItemID, 0),
        .ia5(AttributeType.cancellationDate, ""),
      ] + empty
    return fillers.filter { filler in !attributes.contains { $0.type == filler.type } }
  }

  /// The content of a receipt of this style, or of one of its purchases.
  package static func payload(
    _ attributes: [AttributeTemplate], _ style: AttributeStyle
  ) -> [UInt8] {
    switch style {
    case .apple: payload(attributes)
    case .xcode:
      DER.unsortedSet(
        attributes.enumerated().sorted {
          ($0.element.type, $0.offset) < ($1.element.type, $1.offset)
        }.map(\.element.encoded))
    }
  }
}
