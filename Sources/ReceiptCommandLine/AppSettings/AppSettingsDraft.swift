internal import ReceiptCore

/// A settings file to fill in, with what is known so far.
struct AppSettingsDraft {
  private(set) var bundleIDs: [String] = []
  private var products: [(id: String, group: String?)] = []
  /// The places of the products in the list.
  private var indices: [String: Int] = [:]

  var productCount: Int { products.count }

  mutating func add(bundleID: String) {
    if !bundleID.isEmpty, !bundleIDs.contains(bundleID) { bundleIDs.append(bundleID) }
  }

  /// Adds the app and the products of a receipt. An identifier that is not text cannot be written,
  /// and is left out.
  mutating func add(_ decoded: DecodedReceipt) {
    for receipt in [decoded] + decoded.allNested {
      if let id = receipt.receipt.bundleID?.text { add(bundleID: id) }
    }
    for record in PurchaseHistory(decoded).records {
      guard let id = record.productID?.text, !id.isEmpty else { continue }
      let group = record.subscriptionGroupIdentifier?.text.flatMap { $0.isEmpty ? nil : $0 }
      if let index = indices[id] {
        products[index].group = products[index].group ?? group
      } else {
        indices[id] = products.count
        products.append((id, group))
      }
    }
  }

  /// The file's text. A line that begins with # and a letter is a setting to uncomment, with those indented
  /// below it.
  func encoded() throws -> String {
    """
    # What receipt knows of this app.
    # receipt diagnose and receipt timeline find this file in the folder where they run, or above it.
    # receipt check takes it with --settings.

    # The app that receipts must be for. Several: [com.example.app, com.example.app.beta]
    \(try entry("bundle-id", bundleIDs.count == 1 ? .text(bundleIDs[0]) : list))
    # Names of products for people. A product may also have:
    # unlocks: a word for what it unlocks; products with the same word unlock the same.
    # group and level: its subscription group, and its level there; 1 offers most.
    \(try productsText)
    # The first build that was free (on macOS: the first version). Customers of older ones have paid.
    #first-free-version: "120"

    # The time zone of dates: UTC, an offset such as +02:00, or a name such as Europe/Berlin.
    #time-zone: Europe/Berlin

    # Only if every receipt must be for one of these devices: MAC addresses or identifiers for vendors.
    #device-id: ["00:11:22:33:44:55"]

    """
  }

  private var list: YAMLNode { .list(bundleIDs.map(YAMLNode.text), isFlow: true) }

  private var productsText: String {
    get throws {
      guard !products.isEmpty else {
        return """
          #products:
          #  com.example.pro.yearly:
          #    name: Pro, yearly
          #    unlocks: pro
          #    group: Pro
          #    level: 1
          #  com.example.coins: 100 coins

          """
      }
      return try entry(
        "products",
        .table(
          products.map { product in
            // The id stands for the name until a person writes a better one.
            let name = YAMLNode.text(product.id)
            return (
              product.id,
              product.group.map {
                .table([("name", name), ("group", .text($0))])
              } ?? name
            )
          }))
    }
  }

  private func entry(_ key: String, _ value: YAMLNode) throws -> String {
    try YAMLNode.table([(key, value)]).encoded()
  }
}
