internal import ReceiptCore

/// Pseudo-random numbers from a seed, the same on every machine and with every compiler (SplitMix64; Steele,
/// Lea and Flood, 2014).
package struct SeededNumbers: Sendable {
  private var state: UInt64

  /// - Parameter name: the purpose of the numbers. Each name gives different numbers.
  package init(_ seed: [UInt8], _ name: String = "") {
    let digest = DigestAlgorithm.sha256.digest(of: (seed + [0] + Array(name.utf8))[...])
    state = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number in a range. Low numbers are more likely by less than one in a million, which is good enough for
  /// test data.
  package mutating func next(_ range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(bitPattern: range.upperBound &- range.lowerBound) &+ 1
    let offset = width == 0 ? next() : next() % width
    return range.lowerBound &+ Int64(bitPattern: offset)
  }

  package mutating func octets(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// A random UUID (RFC 9562 §5.4) in lower case.
  package mutating func uuid() -> String {
    var octets = octets(16)
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    return DeviceVerification.uuidText(octets)
  }
}
