/// What a JSON object in a row of a stream is.
package enum JSONRow {
  /// What Apple sends, such as a response of verifyReceipt. It is read as it is.
  case receipt
  /// An object of somebody's own, with a receipt in one of its members.
  case member(JSONValue.Member)
  /// An object in which no member, or more than one, begins like a receipt. A search may find one deeper inside.
  case unknown

  package init(_ object: JSONValue) {
    if JSONForm(object)?.isReceipt == true, OtherJSON.mistake(object) == nil {
      self = .receipt
      return
    }
    let found = (object.members ?? []).filter {
      $0.value.string.map(LogScan.beginsLikeReceipt) ?? false
    }
    self = found.count == 1 ? .member(found[0]) : .unknown
  }

  /// The members beside the receipt. Where it is not known which member that is, those that are too short to be
  /// one.
  package func others(in object: JSONValue) -> [JSONValue.Member] {
    let members = (object.members ?? []).filter { !Self.requestNames.contains($0.name) }
    return switch self {
    case .receipt: []
    case .member(let receipt):
      members.filter { !$0.name.hasBytes(of: receipt.name) }
    case .unknown: JSONForm(object) == nil ? members.filter { Self.isShort($0.value) } : []
    }
  }

  /// The members of a request to verifyReceipt. One of them is the app's shared secret.
  private static let requestNames = [RequestKey.name, "password", "exclude-old-transactions"]

  private static func isShort(_ value: JSONValue) -> Bool {
    switch value {
    case .object, .array: false
    case .string(let text): text.utf8.count < LogScan.minimumLength
    case .number, .bool, .null: true
    }
  }
}
