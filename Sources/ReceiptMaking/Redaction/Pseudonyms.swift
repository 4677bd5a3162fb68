package import ReceiptCore

/// Replaces identifiers by pseudonyms. The same identifier and key always give the same pseudonym, so that
/// relations are kept. Without the key, a pseudonym does not lead back.
///
/// A pseudonym has the length and the look of the original: digits for digits, capitals for capitals. Two
/// identifiers of the same look never get the same pseudonym.
package struct Pseudonyms: Sendable {
  private let key: HMACKey

  /// - Parameter key: secret bytes. Anyone who has them can test whether a guessed identifier belongs to a
  ///   pseudonym.
  package init(key: [UInt8]) { self.key = HMACKey(key) }

  // MARK: Numbers

  /// A number with as many digits and DER bytes. 0 stays, because it means "none".
  func number(_ number: Int64) -> Int64 {
    if number == 0 || number == .min { return 0 }
    if number < 0 { return -self.number(-number) }
    let digits = Self.decimalLimits(of: number)
    let octets = Self.octetLimits(of: number)
    let low = max(digits.lowerBound, octets.lowerBound)
    let high = min(digits.upperBound, octets.upperBound)
    let size = UInt64(bitPattern: high &- low) + 1
    let place = permuted(
      UInt64(bitPattern: number &- low), below: size, Array("number \(low)".utf8))
    return low &+ Int64(bitPattern: place)
  }

  /// The range of numbers with as many digits.
  private static func decimalLimits(of number: Int64) -> ClosedRange<Int64> {
    var low: Int64 = 1
    while number / 10 >= low {
      guard low <= Int64.max / 10 else { break }
      low *= 10
    }
    let (next, overflow) = low.multipliedReportingOverflow(by: 10)
    return low...(overflow ? .max : next - 1)
  }

  /// The range of positive numbers with as many bytes as an INTEGER (X.690 §8.3.2).
  private static func octetLimits(of number: Int64) -> ClosedRange<Int64> {
    let octets = (64 - number.leadingZeroBitCount) / 8 + 1
    let low: Int64 = octets == 1 ? 0 : 1 << Int64(8 * (octets - 1) - 1)
    let high: Int64 = octets >= 8 ? .max : 1 << Int64(8 * octets - 1) - 1
    return low...high
  }

  // MARK: Texts

  /// A text of the same length. Numbers, UUIDs and hexadecimal digits keep their kind. In other texts, the
  /// parts between dots are replaced one by one, so that common beginnings stay common.
  func text(_ text: some Collection<UInt8>) -> [UInt8] {
    let octets = Array(text)
    if let number = Self.number(octets) { return Array(String(self.number(number)).utf8) }
    if Self.isHexadecimal(octets) {
      return replaced(octets[...], Array("hexadecimal".utf8)) { Self.hexadecimalAlphabet($0) }
    }
    var result: [UInt8] = []
    result.reserveCapacity(octets.count)
    // What stands before a part decides too: the same word means something else elsewhere.
    var name = Array("part ".utf8)
    var start = 0
    for _ in 1..<Self.maximumParts {
      guard let end = octets[start...].firstIndex(of: Self.point) else { break }
      result += replaced(octets[start..<end], name) { Self.alphabet($0) }
      result.append(Self.point)
      Hexadecimal.append(octets[start...end], to: &name)
      start = end + 1
    }
    return result + replaced(octets[start...], name) { Self.alphabet($0) }
  }

  /// As many random-looking bytes.
  func octets(_ octets: some Collection<UInt8>) -> [UInt8] {
    Array(stream(Array(octets), Array("octets".utf8)).prefix(octets.count))
  }

  private static let point = UInt8(ascii: ".")
  /// The largest number of parts that are replaced separately. The rest counts as one part.
  private static let maximumParts = 16

  /// The value of digits without a leading zero.
  private static func number(_ text: [UInt8]) -> Int64? {
    guard text.count <= 18, text.first != UInt8(ascii: "0") || text.count == 1,
      text.allSatisfy({ $0 &- 0x30 < 10 })
    else { return nil }
    return String(validating: text, as: UTF8.self).flatMap { Int64($0) }
  }

  /// Whether a text is a UUID or a hexadecimal hash, and too long to be a word.
  private static func isHexadecimal(_ text: [UInt8]) -> Bool {
    let digits = text.filter { $0 != UInt8(ascii: "-") }
    return digits.count >= 16 && digits.allSatisfy { Hexadecimal.value(ofDigit: $0) != nil }
      && digits.contains { $0 &- 0x30 >= 10 }
  }

  private typealias Alphabet = ArraySlice<UInt8>
  private static let digits = Array("0123456789".utf8)[...]
  private static let lowercase = Array("abcdefghijklmnopqrstuvwxyz".utf8)[...]
  private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)[...]
  private static let lowercaseHexadecimal = Array("0123456789abcdef".utf8)[...]
  private static let capitalHexadecimal = Array("0123456789ABCDEF".utf8)[...]
  private static let kept = Array("-_ :/+=@.".utf8)

  /// The characters that may replace another; `nil` for one that stays.
  private static func alphabet(_ octet: UInt8) -> Alphabet? {
    switch octet {
    case 0x30...0x39: digits
    case 0x41...0x5A: capitals
    case _ where kept.contains(octet): nil
    // All others, including bytes of other scripts and control characters.
    default: lowercase
    }
  }

  private static func hexadecimalAlphabet(_ octet: UInt8) -> Alphabet? {
    switch octet {
    case 0x30...0x39, 0x61...0x66: lowercaseHexadecimal
    case 0x41...0x46: capitalHexadecimal
    default: nil
    }
  }

  /// Replaces each character by one of its alphabet.
  private func replaced(
    _ text: ArraySlice<UInt8>, _ name: [UInt8], _ alphabet: (UInt8) -> Alphabet?
  ) -> [UInt8] {
    // If 62 bits are enough, the text is one number in a mixed radix. A permutation keeps different texts
    // different.
    var size: UInt64 = 1
    var value: UInt64 = 0
    var isSmall = true
    for octet in text {
      guard let characters = alphabet(octet) else { continue }
      guard size < 1 << 56, let place = characters.firstIndex(of: octet) else {
        isSmall = false
        break
      }
      size *= UInt64(characters.count)
      value = value * UInt64(characters.count) + UInt64(place)
    }
    // The name, and what the text looks like.
    var look = name + [UInt8(ascii: " ")]
    for octet in text { look.append(alphabet(octet)?.first ?? Self.point) }
    var result = Array(text)
    guard isSmall else {
      let stream = stream(result, look)
      return zip(result, stream).map { octet, chance in
        alphabet(octet).map { $0[Int(chance) % $0.count] } ?? octet
      }
    }
    var rest = permuted(value, below: size, look)
    for index in result.indices.reversed() {
      guard let characters = alphabet(result[index]) else { continue }
      result[index] = characters[Int(rest % UInt64(characters.count))]
      rest /= UInt64(characters.count)
    }
    return result
  }

  // MARK: Pseudo-random bytes from the key

  /// At least as many bytes as the text has.
  private func stream(_ text: [UInt8], _ name: [UInt8]) -> [UInt8] {
    // The text is hashed only once, because it may be long.
    let start = HMACKey(key.code(name + [0] + text))
    var result: [UInt8] = []
    var block: UInt32 = 0
    repeat {
      result += start.code([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: block >> $0) })
      block &+= 1
    } while result.count < text.count
    return result
  }

  /// Another number below `size`, different for each value. A Feistel network of six rounds over as many bits
  /// as `size` needs makes it. It is repeated until the result is below `size` (Black and Rogaway, "Ciphers
  /// with arbitrary finite domains", 2002).
  private func permuted(_ value: UInt64, below size: UInt64, _ name: [UInt8]) -> UInt64 {
    guard size > 1 else { return value }
    let bits = UInt64(max(2, 64 - (size - 1).leadingZeroBitCount))
    let half = (bits + 1) / 2
    let mask: UInt64 = 1 << half - 1
    let key = key.after(name + Array(" \(size) ".utf8))
    var message: [UInt8] = []
    var current = value
    repeat {
      var left = current >> half
      var right = current & mask
      for round in 0..<Self.rounds {
        message.removeAll(keepingCapacity: true)
        message += "\(round) ".utf8
        message += String(right).utf8
        (left, right) = (right, (left ^ key.number(message)) & mask)
      }
      current = left << half | right
    } while current >= size
    return current
  }

  private static let rounds = 6

  /// The shift of all dates, derived from the key: from a day to a year, in whole seconds.
  package var shift: TimeSpan {
    let day: Int64 = 86_400
    var numbers = SeededNumbers(key.code(Array("shift of dates".utf8)))
    let seconds = numbers.next(day...365 * day)
    return TimeSpan(milliseconds: (numbers.next() & 1 == 0 ? seconds : -seconds) * 1000)
  }
}
