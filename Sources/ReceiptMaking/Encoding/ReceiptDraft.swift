package import ReceiptCore

/// An app receipt to be made, from a model and raw attributes.
package struct ReceiptDraft: Sendable {
  package var receipt: Receipt
  /// Attributes that are written as given, including those of purchases. Different values in `receipt`
  /// replace them.
  package var attributes: [AttributeTemplate]
  /// Attributes that replace all others of their type.
  package var replacements: [AttributeTemplate]
  package var style: AttributeStyle
  /// `attributes` come from a receipt that was read. If their order is not that of the style, they keep it.
  package var keepsOrder: Bool
  /// The seed of opaque bytes.
  package var seed: [UInt8]

  package init(
    _ receipt: Receipt, attributes: [AttributeTemplate] = [],
    replacements: [AttributeTemplate] = [], style: AttributeStyle = .apple,
    keepsOrder: Bool = false,
    seed: [UInt8] = []
  ) {
    self.receipt = receipt
    self.attributes = attributes
    self.replacements = replacements
    self.style = style
    self.keepsOrder = keepsOrder
    self.seed = seed
  }

  /// The signed bytes.
  package var payload: [UInt8] {
    let kept = attributes.filter { $0.type != Int64(AttributeType.inApp) }
    var result = Self.merge(
      receipt.attributes(style), into: kept,
      saying: { Self.read($0).attributes(style) })
    // A list of attributes is complete. A model lacks attributes without meaning, so they are added.
    if attributes.isEmpty {
      result += AttributeTemplate.fillers(for: result, style) { type in
        let digest = DigestAlgorithm.sha384.digest(
          of: (seed + Array(" attribute \(type)".utf8))[...])
        // 39 to 106 bytes were seen.
        return digest + digest.prefix(type == 6 ? 12 : 18).reversed()
      }
    }
    let replaced = Set(replacements.map(\.type))
    guard keepsOrder, !attributes.isEmpty, !isInOrder else {
      result += purchases.map(\.attribute)
      result = result.filter { !replaced.contains($0.type) } + replacements
      return AttributeTemplate.payload(result, style)
    }
    result = interleaved(result).filter { !replaced.contains($0.type) } + replacements
    return DER.unsortedSet(result.map(\.encoded))
  }

  /// Whether the attributes are in the order of the style.
  private var isInOrder: Bool {
    AttributeTemplate.payload(attributes, style) == DER.unsortedSet(attributes.map(\.encoded))
  }

  /// The purchases among the other attributes, each at its original place.
  private func interleaved(_ others: [AttributeTemplate]) -> [AttributeTemplate] {
    var kept: [Int: AttributeTemplate] = [:]
    var new: [AttributeTemplate] = []
    for (attribute, place) in purchases {
      if let place { kept[place] = attribute } else { new.append(attribute) }
    }
    var rest = others[...]
    var result: [AttributeTemplate] = []
    var place = 0
    for attribute in attributes {
      if attribute.type == Int64(AttributeType.inApp) {
        if let purchase = kept[place] { result.append(purchase) }
        place += 1
      } else if let other = rest.popFirst() {
        result.append(other)
      }
    }
    return result + rest + new
  }

  /// The attributes of type 17, one for each purchase of the model, each with the index of the given
  /// attribute that it replaces.
  private var purchases: [(attribute: AttributeTemplate, place: Int?)] {
    let given = attributes.filter { $0.type == Int64(AttributeType.inApp) }
    guard !receipt.inApp.isEmpty else { return given.enumerated().map { ($1, $0) } }
    // It replaces the given purchase with the same transaction, or else the one at the same index.
    var places: [ReceiptString?: [Int]] = [:]
    for (index, purchase) in Self.read(given).inApp.enumerated().reversed() {
      places[purchase.transactionID, default: []].append(index)
    }
    var unused = Set(given.indices)
    return receipt.inApp.enumerated().map { index, purchase in
      let isSameNumber = given.count == receipt.inApp.count
      let place = places[purchase.transactionID]?.popLast() ?? (isSameNumber ? index : nil)
      let original = place.flatMap { unused.remove($0) }
      return (Self.purchase(purchase, original.map { given[$0] }, style), original)
    }
  }

  private static func purchase(
    _ purchase: InAppPurchase, _ original: AttributeTemplate?, _ style: AttributeStyle
  ) -> AttributeTemplate {
    guard let original else {
      return AttributeTemplate(
        AttributeType.inApp,
        AttributeTemplate.payload(
          purchase.attributes + AttributeTemplate.fillers(for: purchase, style), style))
    }
    let inner = Self.inner(original)
    let merged = merge(
      purchase.attributes, into: inner,
      saying: {
        read([AttributeTemplate(AttributeType.inApp, DER.unsortedSet($0.map(\.encoded)))])
          .inApp.first?.attributes ?? []
      })
    // An unchanged purchase keeps its bytes, even if it is not sorted.
    guard merged.map(\.encoded) != inner.map(\.encoded) else { return original }
    return AttributeTemplate(
      AttributeType.inApp, version: original.version, AttributeTemplate.payload(merged, style))
  }

  /// Merges the values of a model into attributes. An attribute with the same value stays as it is, with its
  /// spelling of a date and its type of string.
  private static func merge(
    _ wanted: [AttributeTemplate], into attributes: [AttributeTemplate],
    saying: ([AttributeTemplate]) -> [AttributeTemplate]
  ) -> [AttributeTemplate] {
    guard !attributes.isEmpty else { return wanted }
    let said = saying(attributes)
    var result = attributes
    for attribute in wanted {
      guard !said.contains(where: { $0.encoded == attribute.encoded }) else { continue }
      if let place = result.firstIndex(where: { $0.type == attribute.type }) {
        result[place].value = attribute.value
      } else {
        result.append(attribute)
      }
    }
    return result
  }

  private static func decoded(_ attributes: [AttributeTemplate]) -> PayloadReader {
    let payload = DER.unsortedSet(attributes.map(\.encoded))
    let limits = DecodingLimits()
    var reader = PayloadReader(
      bytes: payload, limits: limits, diagnostics: Diagnostics(limit: limits.maximumDiagnostics))
    reader.read(payload.indices)
    return reader
  }

  private static func read(_ attributes: [AttributeTemplate]) -> Receipt {
    decoded(attributes).receipt
  }

  /// The attributes of a purchase.
  private static func inner(_ purchase: AttributeTemplate) -> [AttributeTemplate] {
    decoded([purchase]).attributes.filter { $0.path.inAppType != nil }.map(AttributeTemplate.init)
  }
}

extension AttributeTemplate {
  /// An attribute that was read.
  package init(_ attribute: Attribute) {
    self.init(attribute.type, version: Int64(attribute.version), Array(attribute.value))
  }
}
