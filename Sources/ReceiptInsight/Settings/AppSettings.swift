package import ReceiptCore

/// What a developer says about an app, and a receipt does not.
package struct AppSettings: Sendable {
  /// The app's bundle identifiers; empty if any is right.
  package let bundleIDs: [ReceiptString]
  package let products: [Product]
  /// The first version that was free.
  package let firstFreeVersion: FirstFreeVersion?
  /// The devices for which receipts must be made; empty if any is right.
  package let devices: [DeviceID]
  /// The clock that shows dates.
  package var localTime: LocalTime
  private let indices: [ReceiptString: Int]

  package struct Product: Sendable {
    package let id: ReceiptString
    /// The name for people: `Pro, yearly`.
    package let name: String?
    /// What it unlocks. Products with a word in common unlock the same.
    package let unlocks: [String]
    /// The subscription group.
    package let group: String?
    /// The level in its group; 1 offers most, as in App Store Connect.
    package let level: Int?

    package init(
      id: ReceiptString, name: String? = nil, unlocks: [String] = [], group: String? = nil,
      level: Int? = nil
    ) {
      self.id = id
      self.name = name
      self.unlocks = unlocks
      self.group = group
      self.level = level
    }
  }

  /// - Parameter products: of two with the same id, the first counts.
  package init(
    bundleIDs: [ReceiptString] = [], products: [Product] = [],
    firstFreeVersion: FirstFreeVersion? = nil, devices: [DeviceID] = [],
    localTime: LocalTime = .utc
  ) {
    self.bundleIDs = bundleIDs
    self.products = products
    self.firstFreeVersion = firstFreeVersion
    self.devices = devices
    self.localTime = localTime
    indices = Dictionary(
      products.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func product(_ id: ReceiptString) -> Product? { indices[id].map { products[$0] } }

  /// The configured name of a product; its id if it has none, which cannot end a quotation that it stands in.
  package func name(of id: ReceiptString) -> String {
    if let name = configuredName(of: id) { return name }
    let text = id.description
    guard text.unicodeScalars.contains(where: Self.isQuotationMark) else { return text }
    var plain = String.UnicodeScalarView()
    plain.append(contentsOf: text.unicodeScalars.lazy.map { Self.isQuotationMark($0) ? "'" : $0 })
    return String(plain)
  }

  /// Whether it is a quotation mark of one of the languages in which the tool writes.
  private static func isQuotationMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "«", "»", "‘"..."‚", "“"..."‟", "‹", "›", "「"..."』", "〝"..."〟", "＂": true
    default: false
    }
  }

  /// The configured name of a product.
  package func configuredName(of id: ReceiptString) -> String? { product(id)?.name }

  /// What a product unlocks.
  package func unlocks(_ id: ReceiptString) -> [String] { product(id)?.unlocks ?? [] }

  /// The configured subscription group of a product.
  package func group(of id: ReceiptString) -> String? { product(id)?.group }

  /// The configured level of a product in its group.
  package func level(of id: ReceiptString) -> Int? { product(id)?.level }

  /// Whether a receipt with this bundle identifier may be of this app.
  package func allows(bundleID: ReceiptString) -> Bool {
    bundleIDs.isEmpty || bundleIDs.contains(bundleID)
  }
}
