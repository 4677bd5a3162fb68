internal import ReceiptMaking
internal import Testing

/// Tests show it by its name.
extension CatalogueReceipt: CustomTestStringConvertible {
  public var testDescription: String { name }
}
