internal import ReceiptCore

/// The content of the catalogue's receipts: that of an App Store receipt for an invented app.
enum ExamplePayload {
  static let created = "2020-06-01T12:00:00Z"

  static let bundleID = AttributeTemplate.utf8(2, "com.example.catalogue")
  static let creationDate = AttributeTemplate.ia5(12, created)
  private static let opaqueValue = [UInt8](0x10..<0x20)
  /// The device whose hash is in attribute 5.
  static let deviceID: [UInt8] = [0x02, 0x00, 0x00, 0x00, 0x00, 0x01]

  /// All attributes except the bundle identifier and the creation date.
  static let otherAttributes: [AttributeTemplate] = [
    .utf8(0, "Production"),
    .integer(1, 1_000_000_001),
    .utf8(3, "42"),
    AttributeTemplate(4, version: 2, opaqueValue),
    AttributeTemplate(
      5, DigestAlgorithm.sha1.digest(of: (deviceID + opaqueValue + bundleID.value)[...])),
    AttributeTemplate(6, [UInt8](repeating: 0x66, count: 60)),
    AttributeTemplate(7, [UInt8](repeating: 0x77, count: 70)),
    .ia5(8, "2020-05-31T08:00:00Z"),
    .integer(9, 0x50_32_35_36),
    .ia5(10, "4+"),
    .integer(11, 2_000_000_002),
    .integer(13, 130_500),
    .integer(14, 81),
    .integer(15, 500_000_000_000_000_003),
    .integer(16, 830_000_004),
    purchase(product: DER.utf8String("com.example.catalogue.pro"), transaction: "300000000000001"),
    .ia5(18, "2019-03-04T05:06:07Z"),
    .utf8(19, "7"),
    .utf8(20, ""),
    .integer(25, 3),
  ]

  static let attributes = otherAttributes + [bundleID, creationDate]
  static let payload = AttributeTemplate.payload(attributes)

  /// A purchase with all attributes that Apple writes, including empty ones.
  static func purchase(product: [UInt8], transaction: String) -> AttributeTemplate {
    let date = "2020-05-31T09:10:11Z"
    let empty = [1709, 1714, 1715, 1716, 1717, 1718].map { AttributeTemplate.utf8($0, "") }
    return .inApp(
      [
        .integer(1701, 1), AttributeTemplate(1702, product), .utf8(1703, transaction),
        .ia5(1704, date), .utf8(1705, transaction), .ia5(1706, date), .integer(1707, 0),
        .ia5(1708, ""), .integer(1710, 1_000_000_005), .integer(1711, 0), .ia5(1712, ""),
        .integer(1713, 0), .integer(1719, 0),
      ] + empty)
  }
}
