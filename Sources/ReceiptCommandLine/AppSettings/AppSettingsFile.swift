package import ReceiptCore
internal import ReceiptInsight

/// A settings file says what a developer knows of an app: YAML or JSON.
extension AppSettings {
  /// The levels of a subscription group.
  static let levels = 1...1000

  static func load(_ path: String, on host: Host) throws(NamedError) -> AppSettings {
    try DocumentNode.load(path, on: host) { node throws(DocumentError) in
      try AppSettings(node, on: host)
    }
  }

  private init(_ node: DocumentNode, on host: Host) throws(DocumentError) {
    var table = try DocumentTable(node, "a settings file")
    _ = table.take("$schema")
    var expected = Expectations()
    // These keys are those of expectation files.
    for parameter in Checks.parameters {
      switch parameter.name {
      case CheckID.bundleID.rawValue:
        for id in table.take(parameter.name)?.list ?? [] {
          _ = try id.filledText(parameter.name)
          try parameter.read(id, into: &expected, now: host.now)
        }
      case "device-id", "first-free-version":
        guard let value = table.take(parameter.name) else { continue }
        try parameter.read(value, into: &expected, now: host.now)
      default: continue
      }
    }
    let products = try table.take("products").map(Product.all) ?? []
    let zone = table.take("time-zone")
    let localTime = try zone.map { node throws(DocumentError) in try LocalTime(node, on: host) }
    try table.end()
    self.init(
      bundleIDs: expected.bundleIDs, products: products,
      firstFreeVersion: expected.firstFreeVersion, devices: expected.deviceIDs,
      localTime: localTime ?? .utc)
  }
}

extension AppSettings.Product {
  fileprivate static func all(_ node: DocumentNode) throws(DocumentError) -> [Self] {
    guard case .table(let entries) = node.content else {
      throw DocumentError(
        "products must be a table of product ids", at: node.position,
        hint: "write each as com.example.pro: Pro, yearly")
    }
    var products: [Self] = []
    for entry in entries { products.append(try Self(entry)) }
    return products
  }

  private init(_ entry: DocumentNode.Entry) throws(DocumentError) {
    let id = ReceiptString(entry.key)
    guard case .table = entry.value.content else {
      // A name alone, or nothing yet.
      self.init(id: id, name: entry.value.isNull ? nil : try entry.value.filledText("a name"))
      return
    }
    var table = try DocumentTable(entry.value, "a product")
    let name = try table.take("name")?.filledText("name")
    var unlocks: [String] = []
    for node in table.take("unlocks")?.list ?? [] {
      unlocks.append(try node.filledText("unlocks"))
    }
    let group = try table.take("group")?.filledText("group")
    var level: Int?
    if let node = table.take("level") {
      guard let number = Int(exactly: try node.integer("level")),
        AppSettings.levels.contains(number)
      else {
        let range = AppSettings.levels
        throw DocumentError(
          "level must be from \(range.lowerBound) to \(range.upperBound)", at: node.position,
          hint: "1 offers most, as in App Store Connect")
      }
      level = number
    }
    try table.end()
    self.init(id: id, name: name, unlocks: unlocks, group: group, level: level)
  }
}

extension LocalTime {
  fileprivate init(_ node: DocumentNode, on host: Host) throws(DocumentError) {
    let text = try node.text("time-zone")
    do throws(TimeZones.Fault) {
      self = try TimeZones.localTime(text, on: host)
    } catch {
      throw DocumentError(
        "time-zone: \"\(text)\" \(error.message)", at: node.position, hint: error.hint)
    }
  }
}

extension DocumentNode {
  /// A text that is not empty.
  fileprivate func filledText(_ key: String) throws(DocumentError) -> String {
    let text = try text(key)
    guard !text.isEmpty else { throw DocumentError("\(key) is empty", at: position) }
    return text
  }
}

/// An app whose settings a server knows.
package struct KnownApp: Sendable {
  package let path: String
  /// Empty if the settings are for any app.
  package let bundleIDs: [ReceiptString]

  /// The settings files that a path names: those of a folder in the order of their names, or the file itself.
  ///
  /// - Throws: A `ReceiptError` for a folder that cannot be read, or has none.
  package static func files(at path: String) throws(ReceiptError) -> [String] {
    let folder = FilePath(path)
    guard Directory.kind(of: folder, followingLinks: true) == .folder else { return [path] }
    let files = try Directory.entries(of: folder).map(\.path).sorted().map(\.text)
      .filter { file in DocumentNode.endings.contains(where: file.hasSuffix) }
    guard !files.isEmpty else {
      throw ReceiptError(
        .invalidDocument, "this folder has no settings file",
        hint: "each app has a file that ends with \(DocumentNode.endings.joined(separator: ", "))")
    }
    return files
  }

  /// Reads a settings file; `nil` if it is wrong, which is told on the host.
  package init?(settings path: String, telling host: Host) {
    do {
      bundleIDs = try AppSettings.load(path, on: host).bundleIDs
      self.path = path
    } catch {
      Messages(host).report(error.error, in: error.sourceForMessages)
      return nil
    }
  }
}
