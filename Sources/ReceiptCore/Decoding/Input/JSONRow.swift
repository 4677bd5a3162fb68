/// What a JSON object in a row of a stream is.
package enum JSONRow {
  /// What Apple sends, such as a response of verifyReceipt. It is read as it is.
  case receipt
  /// An object of the user's own, with a receipt at this place.
  case holding(JSONPlace)
  /// An object in which nothing, or more than one thing, looks like a receipt. A search says more of it.
  case unknown

  package init(_ object: JSONValue) {
    if Self.isReceipt(object) {
      self = TextsBeside.find(in: object, of: JSONForm(object)).isEmpty ? .receipt : .unknown
      return
    }
    let members = object.members ?? []
    let found = members.indices.filter { Self.beginsLikeReceipt(members[$0].value) }
    let place =
      switch found.count {
      case 0: Self.onlyReceipt(in: object)
      case 1 where !Self.isAmbiguous(members[found[0]].name, object):
        JSONPlace().appending(found[0], in: object)
      default: nil as JSONPlace?
      }
    self = place.map { .holding($0) } ?? .unknown
  }

  /// What stands beside the receipt at every level, with the receipt still in it, and where that is. Where that is
  /// not known, the members that are too short to be one.
  package func row(_ object: JSONValue) -> (value: JSONValue, receipt: JSONPlace?) {
    switch self {
    case .receipt: (.object([]), nil)
    case .holding(let place): Self.row(object, around: place)
    case .unknown:
      (
        .object(
          JSONForm(object) == nil
            ? Self.row(object, around: JSONPlace()).value.members?.filter(Self.isShort) ?? [] : []),
        nil
      )
    }
  }

  /// An object without what a request to verifyReceipt has beside the receipt at this place.
  package static func row(
    _ object: JSONValue, around place: JSONPlace
  ) -> (value: JSONValue, receipt: JSONPlace?) {
    let (value, receipt) = object.leavingOut(requestNames, beside: place)
    return (value, receipt)
  }

  /// The members of a request to verifyReceipt. One of them is the app's shared secret.
  private static let requestNames = [RequestKey.name, "password", "exclude-old-transactions"]

  private static func isShort(_ member: JSONValue.Member) -> Bool {
    switch member.value {
    case .object, .array: false
    case .string(let text): text.utf8.count < LogScan.minimumLength
    case .number, .bool, .null: true
    }
  }

  /// Whether a body for Apple or of Apple's has another signed text beside that in a member. In an object of the user's
  /// own the one at the top counts.
  private static func isAmbiguous(_ name: String, _ object: JSONValue) -> Bool {
    [RequestKey.name, JSONWrapping.payloadName].contains(name)
      && !TextsBeside.find(in: object, of: nil, taken: name).isEmpty
  }

  private static func isReceipt(_ value: JSONValue) -> Bool {
    JSONForm(value)?.isReceipt == true && OtherJSON.mistake(value) == nil
  }

  private static func beginsLikeReceipt(_ value: JSONValue) -> Bool {
    value.string.map(LogScan.beginsLikeReceipt) ?? false
  }

  /// The place of the only receipt deeper in an object. The open containers are on a stack, so depth costs no
  /// recursion.
  private static func onlyReceipt(in object: JSONValue) -> JSONPlace? {
    var found: JSONPlace?
    var open: [(container: JSONValue, next: Int)] = [(object, 0)]
    while let (container, index) = open.last {
      guard let value = container.child(index) else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      if beginsLikeReceipt(value) || value.members != nil && isReceipt(value) {
        guard found == nil else { return nil }
        found = open.reduce(JSONPlace()) { $0.appending($1.next - 1, in: $1.container) }
      } else if value.childCount > 0 {
        open.append((value, 0))
      }
    }
    return found
  }
}
