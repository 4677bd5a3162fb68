internal import ReceiptCore

/// The transitions of a time zone, from a file of the system's zone database (RFC 9636, TZif).
struct TimeZoneFile: Sendable {
  /// The moments at which the offset changes, ascending, each with the offset from then on.
  private let transitions: [(moment: Int64, offset: Int)]
  /// The offset before the first transition.
  private let first: Int
  /// The rule after the last transition, if there is one.
  private let rule: TimeZoneRule?

  /// The largest files of the database have 4 KiB.
  static let maximumSize = 64 << 10
  /// RFC 9636 §3.2: from −25 hours to +26 hours, exclusive.
  private static let offsets = -89_999...93_599

  /// `nil` for anything but a file of version 2 or later without leap seconds.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let old = reader.header(), old.version >= UInt8(ascii: "2"),
      // §3: the first block repeats the times in 32 bits.
      reader.skip(old.size(ofTimes: 4)), let counts = reader.header(), counts.leapSeconds == 0,
      counts.types > 0
    else { return nil }
    var moments: [Int64] = []
    for _ in 0..<counts.times {
      guard let moment = reader.integer(8), moment > moments.last ?? .min else { return nil }
      moments.append(moment)
    }
    var types: [Int] = []
    for _ in 0..<counts.times {
      guard let type = reader.integer(1), type < counts.types else { return nil }
      types.append(Int(type))
    }
    var offsets: [Int] = []
    for _ in 0..<counts.types {
      guard let bits = reader.integer(4), reader.skip(2) else { return nil }
      let offset = Int(Int32(truncatingIfNeeded: bits))
      guard Self.offsets.contains(offset) else { return nil }
      offsets.append(offset)
    }
    guard reader.skip(counts.names + counts.standardMarks + counts.universalMarks),
      let footer = reader.footer()
    else { return nil }
    if footer.isEmpty {
      rule = nil
    } else {
      guard let read = TimeZoneRule(footer) else { return nil }
      rule = read
    }
    first = offsets[0]
    transitions = zip(moments, types).map { ($0, offsets[$1]) }
  }

  /// The offset from UTC in seconds.
  func secondsFromGMT(at date: ReceiptDate) -> Int {
    let seconds = Int64(ReceiptDate.floorDivide(Int(date.millisecondsSince1970), 1000))
    guard let last = transitions.last, seconds < last.moment else {
      return rule?.secondsFromGMT(at: date) ?? transitions.last?.offset ?? first
    }
    // The first transition after the moment.
    let next = transitions.partitioningIndex { $0.moment > seconds }
    return next == 0 ? first : transitions[next - 1].offset
  }
}

/// How many of each there are in a block (RFC 9636 §3.1).
private struct Counts {
  let version: UInt8
  let universalMarks: Int
  let standardMarks: Int
  let leapSeconds: Int
  let times: Int
  let types: Int
  let names: Int

  /// The size of the block in bytes. The counts have 32 bits, so that nothing overflows.
  func size(ofTimes width: Int) -> Int {
    times * (width + 1) + types * 6 + names + leapSeconds * (width + 4) + standardMarks
      + universalMarks
  }
}

private struct Reader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= bytes.count - position else { return false }
    position += count
    return true
  }

  /// A number in network order; only one of 8 bytes can be negative.
  mutating func integer(_ size: Int) -> Int64? {
    let start = position
    guard skip(size) else { return nil }
    return Int64(
      bitPattern: bytes[start..<position].reduce(0) { $0 << 8 | UInt64($1) })
  }

  mutating func header() -> Counts? {
    let start = position
    guard skip(20), bytes[start...].starts(with: "TZif".utf8) else { return nil }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = integer(4) else { return nil }
      counts.append(Int(count))
    }
    return Counts(
      version: bytes[start + 4], universalMarks: counts[0], standardMarks: counts[1],
      leapSeconds: counts[2], times: counts[3], types: counts[4], names: counts[5])
  }

  /// The text between the two line feeds at the end (§3.3).
  mutating func footer() -> [UInt8]? {
    guard integer(1) == 0x0A, let end = bytes[position...].firstIndex(of: 0x0A) else { return nil }
    return Array(bytes[position..<end])
  }
}
