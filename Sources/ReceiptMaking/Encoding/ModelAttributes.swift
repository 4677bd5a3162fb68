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

// From the model to attributes, the inverse of `PayloadReader`.

extension Receipt {
  /// The attributes that say what the model says; none for a field that is `nil`, and none for the
  /// purchases.
  func attributes(_ style: AttributeStyle) -> [AttributeTemplate] {
    Field<Receipt>.all.compactMap { field in
      AttributeTemplate(field, of: self, AttributeTable.receipt, style)
    }
  }
}

extension InAppPurchase {
  /// The attributes that say what the model says; none for a field that is `nil`.
  var attributes: [AttributeTemplate] {
    Field<InAppPurchase>.all.compactMap { field in
      AttributeTemplate(field, of: self, AttributeTable.inApp)
    }
  }
}

extension AttributeTemplate {
  /// The attribute that says what a field of a model says; `nil` where the field is, and where app receipts
  /// have no place for it.
  fileprivate init?<Model>(
    _ field: Field<Model>, of model: Model, _ definition: (Int) -> AttributeDefinition?,
    _ style: AttributeStyle = .apple
  ) {
    guard let type = field.names.attribute, let encoding = definition(type)?.encoding,
      let value = field.get(model)
    else { return nil }
    let isOpaqueValue = type == AttributeType.opaqueValue && field.kind == .bytes
    self.init(
      type, version: isOpaqueValue ? style.opaqueVersion : 1, Self.bytes(of: value, encoding))
  }

  private static func bytes(
    of value: FieldValue, _ encoding: AttributeDefinition.Encoding
  ) -> [UInt8] {
    switch value {
    case .text(let text):
      DER.element(
        (encoding == .ia5String ? ASN1Kind.ia5String : .utf8String).rawValue, Array(text.bytes))
    case .date(let date): DER.ia5String(date.description)
    case .number(let number), .identifier(let number): DER.integer(number)
    case .productType(let type): DER.integer(type.rawValue)
    case .flag(let flag): DER.integer(flag ? 1 : 0)
    case .bytes(let bytes), .digest(let bytes): bytes
    // No attribute holds any of these.
    case .list, .json: []
    }
  }
}

// MARK: - What no model shows

extension AttributeTemplate {
  /// What the attributes of a receipt of this style lack to look like the others. They are attributes that
  /// are empty or of unknown meaning. The model does not show them.
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
    if purchase.isFamilyShared {
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
        attributes.sorted { $0.type < $1.type }.map(\.encoded))
    }
  }
}
