import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Every row of the table: a receipt with a value in the row's encoding is read back.
struct AttributeTableTests {
  private static let receiptNames: [Int: String] = [
    0: "receipt_type", 1: "adam_id", 2: "bundle_id", 3: "application_version", 4: "opaque_value",
    5: "sha1_hash", 6: "unknown_6", 7: "unknown_7", 8: "download_date", 9: "store_release",
    10: "age_rating", 11: "developer_id", 12: "receipt_creation_date", 13: "os_version",
    14: "device_class", 15: "download_id", 16: "version_external_identifier", 17: "in_app",
    18: "original_purchase_date", 19: "original_application_version", 20: "unknown_20",
    21: "expiration_date", 22: "unknown_22", 23: "organization_name", 25: "platform_code",
    32: "preorder_date",
  ]

  private static let inAppNames: [Int: String] = [
    1701: "quantity", 1702: "product_id", 1703: "transaction_id", 1704: "purchase_date",
    1705: "original_transaction_id", 1706: "original_purchase_date", 1707: "product_type",
    1708: "expires_date", 1709: "unknown_1709", 1710: "product_item_id",
    1711: "web_order_line_item_id", 1712: "cancellation_date", 1713: "is_trial_period",
    1714: "unknown_1714", 1715: "unknown_1715", 1716: "unknown_1716", 1717: "unknown_1717",
    1718: "unknown_1718", 1719: "is_in_intro_offer_period", 1720: "cancellation_reason",
    1721: "promotional_offer_id", 1722: "unknown_1722",
  ]

  @Test("names every type once, and names are stable")
  func names() {
    let receipt = AttributeTable.receiptDefinitions
    #expect(receipt.map(\.type) == Self.receiptNames.keys.sorted())
    for row in receipt { #expect(row.name == Self.receiptNames[row.type]) }
    let inApp = AttributeTable.inAppDefinitions
    #expect(inApp.map(\.type) == Self.inAppNames.keys.sorted())
    for row in inApp { #expect(row.name == Self.inAppNames[row.type]) }
  }

  @Test("every row with a known meaning has a field in the model")
  func modelled() {
    let receipt = Set(AttributeTable.receiptDefinitions.map(\.type))
    #expect(receipt.subtracting(ModelField<Receipt>.all.keys) == [6, 7, 17, 20, 22])
    #expect(receipt.isSuperset(of: ModelField<Receipt>.all.keys))
    let inApp = Set(AttributeTable.inAppDefinitions.map(\.type))
    #expect(
      inApp.subtracting(ModelField<InAppPurchase>.all.keys)
        == [1709, 1714, 1715, 1716, 1717, 1718, 1722])
    #expect(inApp.isSuperset(of: ModelField<InAppPurchase>.all.keys))
  }

  @Test(
    "an attribute of the receipt is kept, and fills only its own field",
    arguments: AttributeTable.receiptDefinitions.map(\.type).filter { $0 != 17 })
  func receiptRow(_ type: Int) throws {
    let row = try #require(AttributeTable.receipt(type))
    let sample = Sample(type: type, encoding: row.encoding)
    let element = DER.attribute(Int64(type), version: 3, sample.octets)
    let bytes = DER.receipt(DER.set([element]))
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [])
    #expect(decoded.attributes.count == 1)
    let attribute = try #require(decoded.attributes.first)
    try check(attribute, sample, type: type, offset: bytes.offset(of: element))
    #expect(attribute.path.description == "\(type)")
    #expect(attribute.definition?.name == Self.receiptNames[type])
    for (other, field) in ModelField<Receipt>.all {
      #expect(field.read(decoded.receipt) == (other == type ? sample.modelled(field) : nil))
    }
    #expect(decoded.receipt.inApp.isEmpty)
  }

  @Test(
    "an attribute of a purchase is kept, and fills only its own field",
    arguments: AttributeTable.inAppDefinitions.map(\.type))
  func inAppRow(_ type: Int) throws {
    let row = try #require(AttributeTable.inApp(type))
    let sample = Sample(type: type, encoding: row.encoding)
    let element = DER.attribute(Int64(type), version: 3, sample.octets)
    let purchase = DER.inApp([element])
    let bytes = DER.receipt(DER.set([purchase]))
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [])
    #expect(decoded.attributes.map(\.path.description) == ["17[0]", "17[0]/\(type)"])
    let outer = try #require(decoded.attributes.first)
    #expect(outer.kind == .set)
    #expect(outer.offset == bytes.offset(of: purchase))
    #expect(outer.definition?.name == "in_app")
    let attribute = try #require(decoded.attributes.last)
    try check(attribute, sample, type: type, offset: bytes.offset(of: element))
    #expect(attribute.definition?.name == Self.inAppNames[type])
    #expect(decoded.receipt.inApp.count == 1)
    let model = try #require(decoded.receipt.inApp.first)
    for (other, field) in ModelField<InAppPurchase>.all {
      #expect(field.read(model) == (other == type ? sample.modelled(field) : nil))
    }
    for field in ModelField<Receipt>.all.values { #expect(field.read(decoded.receipt) == nil) }
  }

  private func check(
    _ attribute: Attribute, _ sample: Sample, type: Int, offset: Int
  ) throws {
    #expect(attribute.type == type)
    #expect(attribute.version == 3)
    #expect(attribute.offset == offset)
    #expect(Array(attribute.value) == sample.octets)
    #expect(attribute.kind == sample.kind)
    #expect(attribute.text?.text == sample.text)
    #expect(attribute.integer == sample.number)
    #expect(
      Array(attribute.innerContent) == Array(sample.octets.dropFirst(sample.kind == .raw ? 0 : 2)))
  }

  /// A value for a row, and the expected result.
  private struct Sample {
    var octets: [UInt8] = []
    var kind = ASN1Kind.raw
    var text: String?
    var number: Int64?
    var milliseconds: Int64?

    init(type: Int, encoding: AttributeDefinition.Encoding) {
      switch encoding {
      case .utf8String:
        text = "value of \(type), é"
        octets = DER.utf8("value of \(type), é")
        kind = .utf8String
      case .ia5String:
        text = "\(type)+"
        octets = DER.ia5("\(type)+")
        kind = .ia5String
      case .date:
        let thousandths = type % 1000
        let digits = "\(1000 + thousandths)".dropFirst()
        text = "2020-07-22T18:33:15.\(digits)Z"
        octets = DER.ia5("2020-07-22T18:33:15.\(digits)Z")
        kind = .ia5String
        milliseconds = 1_595_442_795_000 + Int64(thousandths)
      case .integer:
        number = 5_000_000_000 + Int64(type)
        octets = DER.integer(5_000_000_000 + Int64(type))
        kind = .integer
      case .raw:
        // These plain bytes look like an INTEGER.
        octets = [0x02, 0x01, UInt8(type)]
      case .set:
        octets = DER.set([])
        kind = .set
      }
    }

    func modelled<Model>(_ field: ModelField<Model>) -> String? {
      switch field {
      case .text: text
      case .number, .identifier: number.map { "\($0)" }
      case .flag: "true"
      case .date: milliseconds.map { "\($0)" }
      case .octets: hex(octets)
      }
    }
  }
}
