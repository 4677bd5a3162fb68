/// Converts the values of attributes to the model. A new typed field is a line here.
extension PayloadReader {
  /// The value of one attribute.
  struct Field {
    let type: Int32
    package let kind: ASN1Kind
    let start: Int
    let content: Range<Int>
    let purchase: Int?

    var path: AttributePath {
      guard let purchase else { return AttributePath(type: Int(type)) }
      return AttributePath(purchase: purchase, inAppType: Int(type))
    }
  }

  mutating func interpretReceiptField(_ field: Field) {
    switch Int(field.type) {
    case AttributeType.receiptType: receipt.receiptType = text(field, .utf8String)
    case AttributeType.itemID: receipt.adamID = integer(field)
    case AttributeType.bundleID: receipt.bundleID = text(field, .utf8String)
    case AttributeType.applicationVersion: receipt.applicationVersion = text(field, .utf8String)
    case AttributeType.opaqueValue: receipt.opaqueValue = octets(field)
    case AttributeType.sha1Hash: receipt.sha1Hash = octets(field)
    case AttributeType.downloadDate: receipt.downloadDate = date(field)
    case AttributeType.storeRelease: receipt.storeRelease = integer(field)
    case AttributeType.ageRating: receipt.ageRating = text(field, .ia5String)
    case AttributeType.developerID: receipt.developerID = integer(field)
    case AttributeType.receiptCreationDate: receipt.receiptCreationDate = date(field)
    case AttributeType.osVersion: receipt.osVersion = integer(field)
    case AttributeType.deviceClass: receipt.deviceClass = integer(field)
    case AttributeType.downloadID: receipt.downloadID = integer(field)
    case AttributeType.versionExternalIdentifier:
      receipt.versionExternalIdentifier = integer(field)
    case AttributeType.originalPurchaseDate: receipt.originalPurchaseDate = date(field)
    case AttributeType.originalApplicationVersion:
      receipt.originalApplicationVersion = text(field, .utf8String)
    case AttributeType.expirationDate: receipt.expirationDate = date(field)
    case AttributeType.organizationName: receipt.organizationName = text(field, .utf8String)
    case AttributeType.platformCode: receipt.platformCode = integer(field)
    case AttributeType.preorderDate: receipt.preorderDate = date(field)
    default: break
    }
  }

  mutating func interpretInAppField(_ field: Field) {
    switch Int(field.type) {
    case AttributeType.quantity: purchase.quantity = integer(field)
    case AttributeType.productID: purchase.productID = text(field, .utf8String)
    case AttributeType.transactionID: purchase.transactionID = text(field, .utf8String)
    case AttributeType.purchaseDate: purchase.purchaseDate = date(field)
    case AttributeType.originalTransactionID:
      purchase.originalTransactionID = text(field, .utf8String)
    case AttributeType.purchaseOriginalDate: purchase.originalPurchaseDate = date(field)
    case AttributeType.productType:
      purchase.productType = integer(field).map(ProductType.init(rawValue:))
    case AttributeType.expiresDate: purchase.expiresDate = date(field)
    case AttributeType.productItemID: purchase.productItemID = integer(field)
    case AttributeType.webOrderLineItemID:
      let number = integer(field)
      purchase.webOrderLineItemID = number == 0 ? nil : number
    case AttributeType.cancellationDate: purchase.cancellationDate = date(field)
    case AttributeType.isTrialPeriod: purchase.isTrialPeriod = integer(field).map { $0 != 0 }
    case AttributeType.isInIntroOfferPeriod:
      purchase.isInIntroOfferPeriod = integer(field).map { $0 != 0 }
    case AttributeType.cancellationReason: purchase.cancellationReason = integer(field)
    case AttributeType.promotionalOfferID:
      purchase.promotionalOfferID = text(field, .utf8String)
    default: break
    }
  }

  /// The bytes as they are; `nil` if empty.
  private func octets(_ field: Field) -> ArraySlice<UInt8>? {
    field.content.isEmpty ? nil : bytes[field.content]
  }

  /// A text of the type `expected`, or, with a finding, of another string type. `nil` if empty.
  private mutating func text(_ field: Field, _ expected: ASN1Kind) -> ReceiptString? {
    guard isText(field, expected), !field.content.isEmpty else { return nil }
    let string = ReceiptString(bytes, field.content)
    if field.content.contains(where: { bytes[$0] >= 0x80 }), string.text == nil {
      diagnostics.add(Finding(.invalidUTF8, offset: field.start, path: field.path))
    }
    return string
  }

  /// A date; `nil` if empty, and with an error if it is not valid.
  private mutating func date(_ field: Field) -> ReceiptDate? {
    guard isText(field, .ia5String), !field.content.isEmpty else { return nil }
    if let date = ReceiptDate(bytes, field.content) { return date }
    let text = ReceiptString(bytes, field.content)
    diagnostics.add(
      ReceiptError(
        .invalidDate, "\"\(text.shortened)\" is not a date",
        offset: field.start, path: field.path))
    return nil
  }

  private mutating func isText(_ field: Field, _ expected: ASN1Kind) -> Bool {
    if field.kind == expected { return true }
    guard field.kind.isText else {
      addWrongType(field, expected: expected.name)
      return false
    }
    diagnostics.add(
      Finding(.wrongStringType, offset: field.start, path: field.path, found: field.kind.name))
    return true
  }

  private mutating func integer(_ field: Field) -> Int64? {
    guard field.kind == .integer else {
      addWrongType(field, expected: ASN1Kind.integer.name)
      return nil
    }
    guard let value = bytes.integer(field.content) else {
      diagnostics.add(
        ReceiptError(
          .invalidInteger, "the number has \(field.content.count) bytes; 1 to 8 can be read",
          offset: field.start, path: field.path))
      return nil
    }
    if !bytes.isMinimalInteger(field.content) {
      diagnostics.add(Finding(.nonMinimalInteger, offset: field.start, path: field.path))
    }
    return value
  }

  private mutating func addWrongType(_ field: Field, expected: String) {
    let found = field.kind == .raw ? "no ASN.1 element" : "of the type \(field.kind.name)"
    diagnostics.add(
      ReceiptError(
        .wrongType, "the value is \(found), not of the type \(expected)", offset: field.start,
        path: field.path))
  }
}

extension ReceiptString {
  /// The first bytes, for a message.
  fileprivate var shortened: String {
    bytes.count <= 40 ? description : ReceiptString(bytes.prefix(40)).description + "…"
  }
}
