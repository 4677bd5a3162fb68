internal import ReceiptMaking
internal import Testing

/// Tests call it by its name.
extension CatalogueReceipt: CustomTestStringConvertible {
  public var testDescription: String { name }
}
