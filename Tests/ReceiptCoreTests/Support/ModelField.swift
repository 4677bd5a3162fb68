@testable import ReceiptCore

/// A field of the model, by the attribute type that fills it.
enum ModelField<Model: Sendable>: Sendable {
  case text(@Sendable (Model) -> ReceiptString?)
  case number(@Sendable (Model) -> Int64?)
  /// A number in which 0 means "none".
  case identifier(@Sendable (Model) -> Int64?)
  case flag(@Sendable (Model) -> Bool?)
  case date(@Sendable (Model) -> ReceiptDate?)
  case octets(@Sendable (Model) -> ArraySlice<UInt8>?)

  /// The field's value as text; `nil` if empty.
  func read(_ model: Model) -> String? {
    switch self {
    case .text(let field): field(model)?.text
    case .number(let field), .identifier(let field): field(model).map { "\($0)" }
    case .flag(let field): field(model).map { "\($0)" }
    case .date(let field): field(model).map { "\($0.millisecondsSince1970)" }
    case .octets(let field): field(model).map { hex($0) }
    }
  }
}

extension ModelField<Receipt> {
  static var all: [Int: ModelField<Receipt>] {
    [
      0: .text { $0.receiptType }, 1: .number { $0.adamID }, 2: .text { $0.bundleID },
      3: .text { $0.applicationVersion }, 4: .octets { $0.opaqueValue },
      5: .octets { $0.sha1Hash }, 8: .date { $0.downloadDate }, 9: .number { $0.storeRelease },
      10: .text { $0.ageRating }, 11: .number { $0.developerID },
      12: .date { $0.receiptCreationDate }, 13: .number { $0.osVersion },
      14: .number { $0.deviceClass }, 15: .number { $0.downloadID },
      16: .number { $0.versionExternalIdentifier }, 18: .date { $0.originalPurchaseDate },
      19: .text { $0.originalApplicationVersion }, 21: .date { $0.expirationDate },
      23: .text { $0.organizationName }, 25: .number { $0.platformCode },
      32: .date { $0.preorderDate },
    ]
  }
}

extension ModelField<InAppPurchase> {
  static var all: [Int: ModelField<InAppPurchase>] {
    [
      1701: .number { $0.quantity }, 1702: .text { $0.productID },
      1703: .text { $0.transactionID }, 1704: .date { $0.purchaseDate },
      1705: .text { $0.originalTransactionID }, 1706: .date { $0.originalPurchaseDate },
      1707: .number { $0.productType?.rawValue }, 1708: .date { $0.expiresDate },
      1710: .number { $0.productItemID }, 1711: .identifier { $0.webOrderLineItemID },
      1712: .date { $0.cancellationDate }, 1713: .flag { $0.isTrialPeriod },
      1719: .flag { $0.isInIntroOfferPeriod }, 1720: .number { $0.cancellationReason },
      1721: .text { $0.promotionalOfferID },
    ]
  }
}
