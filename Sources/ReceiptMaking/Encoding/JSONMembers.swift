internal import ReceiptCore

/// The members of a JSON object to be written, in the order in which they are added. `nil` values are left
/// out.
struct JSONMembers {
  var members: [JSONValue.Member] = []

  var object: JSONValue { .object(members) }

  mutating func add(_ name: String, _ value: JSONValue?) {
    guard let value else { return }
    members.append(JSONValue.Member(name: name, value: value))
  }

  mutating func add(_ name: String, _ text: ReceiptString?) {
    add(name, text.map { .string($0.description) })
  }

  mutating func add(_ name: String, _ number: Int64?) {
    add(name, number.map { .number(String($0)) })
  }

  mutating func add(_ name: String, _ flag: Bool?) {
    add(name, flag.map { .bool($0) })
  }

  /// A date under its three keys, as verifyReceipt has them.
  mutating func add(_ name: String, threefold date: ReceiptDate?) {
    guard let date else { return }
    add(name, .string(AppleDateText.greenwich(date)))
    add(name + "_ms", .string(String(date.millisecondsSince1970)))
    add(name + "_pst", .string(AppleDateText.california(date)))
  }
}

extension AppleDateText {
  /// `2018-11-29 08:30:30 Etc/GMT`.
  static func greenwich(_ date: ReceiptDate) -> String {
    let calendar = CalendarDate(date)
    return "\(calendar.dayText) \(calendar.timeText) Etc/GMT"
  }

  /// `2018-11-29 00:30:30 America/Los_Angeles`.
  static func california(_ date: ReceiptDate) -> String {
    let calendar = CalendarDate(date, secondsFromGMT: PacificTime.secondsFromGMT(at: date))
    return "\(calendar.dayText) \(calendar.timeText) America/Los_Angeles"
  }
}
