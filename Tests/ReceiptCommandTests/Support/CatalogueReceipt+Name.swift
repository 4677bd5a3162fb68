public import ReceiptCore
public import Testing

/// Tests call it by its name.
extension CatalogueReceipt: CustomTestStringConvertible {
  public var testDescription: String { name }
}
