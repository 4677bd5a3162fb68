/// The place of an attribute in a receipt: `12`, `17[3]` or `17[3]/1708`.
///
/// The number in brackets counts the receipt's attributes of type 17 in file order, from 0.
public struct AttributePath: Hashable, Sendable, CustomStringConvertible {
  /// The type of the attributes that hold purchases.
  package static let inAppType = 17

  /// The type of the receipt's attribute.
  public let type: Int
  /// The index of the purchase, if `type` is 17.
  public let purchaseIndex: Int?
  /// The type of the attribute inside the purchase.
  public let inAppType: Int?

  /// The path of an attribute of the receipt itself.
  public init(type: Int) {
    self.type = type
    self.purchaseIndex = nil
    self.inAppType = nil
  }

  /// The path of a purchase, or of one of its attributes.
  public init(purchase index: Int, inAppType: Int? = nil) {
    self.type = Self.inAppType
    self.purchaseIndex = index
    self.inAppType = inAppType
  }

  public var description: String {
    // An interpolation would take three times as long, and a dump asks for each attribute.
    guard let purchaseIndex else { return String(type) }
    let purchase = String(type) + "[" + String(purchaseIndex) + "]"
    return inAppType.map { purchase + "/" + String($0) } ?? purchase
  }
}
