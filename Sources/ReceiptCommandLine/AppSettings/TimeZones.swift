internal import ReceiptCore
internal import ReceiptInsight

/// Time zones by their names.
///
/// The zone database is read here because `localtime` of the C library would take the zone from the
/// environment of the whole process.
enum TimeZones {
  struct Fault: Error {
    let message: String
    let hint: String
  }

  /// What a time zone can be.
  static let accepted = "UTC, an offset such as +02:00, or a name such as Europe/Berlin"

  /// The largest offset in use is that of the Line Islands, 14 hours.
  private static let maximumOffset = 14 * 3600
  /// Longer than any name of the database.
  private static let maximumName = 64
  private static let maximumListSize = 256 << 10

  static func localTime(_ text: String, on host: Host) throws(Fault) -> LocalTime {
    if ["UTC", "Z"].contains(text.uppercased()) { return .utc }
    if let seconds = offset(text) { return fixed(seconds) }
    guard isName(text) else { throw unknown(text, hint: nil) }
    let folder = folder(on: host)
    guard Directory.kind(of: folder, followingLinks: true) == .folder else {
      throw Fault(
        message: "is not known: this machine has no time zone data at \(folder.text)",
        hint: "use UTC or an offset such as +02:00, or install the package tzdata")
    }
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try FileReader.read(
        folder.appending(FilePath(text)), limit: TimeZoneFile.maximumSize)
    } catch {
      throw unknown(text, hint: similar(to: text, in: folder).map { "did you mean \($0)?" })
    }
    guard let file = TimeZoneFile(bytes) else {
      throw Fault(
        message: "cannot be used: its file in \(folder.text) is damaged",
        hint: "use an offset such as +02:00")
    }
    return LocalTime(name: text) { file.secondsFromGMT(at: $0) }
  }

  private static func unknown(_ text: String, hint: String?) -> Fault {
    Fault(message: "is no known time zone", hint: hint ?? "write \(accepted)")
  }

  /// Where the database is. `TZDIR` is what the C library takes too.
  private static func folder(on host: Host) -> FilePath {
    let named = host.variable("TZDIR") ?? ""
    return FilePath(named.isEmpty ? "/usr/share/zoneinfo" : named)
  }

  /// Whether a text has the form of a name, so that it cannot lead out of the folder.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= maximumName
      && text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { part in
          part.first.map { Text.isAlphanumeric($0) && !Text.isDigit($0) } ?? false
            && part.allSatisfy { Text.isAlphanumeric($0) || "_+-".utf8.contains($0) }
        }
  }

  // MARK: Offsets

  /// The seconds in `+02:00`, `-0330`, `+2` or `UTC+2`.
  private static func offset(_ text: String) -> Int? {
    let prefix = ["UTC", "GMT"].first { text.uppercased().hasPrefix($0) } ?? ""
    var rest = Array(text.utf8.dropFirst(prefix.utf8.count))[...]
    guard let sign = rest.popFirst(), "+-".utf8.contains(sign) else { return nil }
    let parts = rest.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Text.isDigit) }) else {
      return nil
    }
    let digits = parts.map { $0.map { Int($0 &- 0x30) } }
    let (hours, minutes): ([Int], [Int])
    switch digits.map(\.count) {
    case [1], [2]: (hours, minutes) = (digits[0], [])
    case [4]: (hours, minutes) = (Array(digits[0].prefix(2)), Array(digits[0].suffix(2)))
    case [1, 2], [2, 2]: (hours, minutes) = (digits[0], digits[1])
    default: return nil
    }
    let minute = minutes.reduce(0) { $0 * 10 + $1 }
    let seconds = (hours.reduce(0) { $0 * 10 + $1 } * 60 + minute) * 60
    guard minute < 60, seconds <= maximumOffset else { return nil }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  private static func fixed(_ seconds: Int) -> LocalTime {
    guard seconds != 0 else { return .utc }
    let minutes = Int(seconds.magnitude) / 60
    let digits = [minutes / 60, minutes % 60].map { String(100 + $0).dropFirst() }
    return LocalTime(name: "UTC\(seconds < 0 ? "-" : "+")\(digits.joined(separator: ":"))") { _ in
      seconds
    }
  }

  // MARK: Suggestions

  /// The zone that was probably meant: a similar name, or one that ends in the word.
  private static func similar(to text: String, in folder: FilePath) -> String? {
    guard
      let list = try? FileReader.read(
        folder.appending(FilePath("zone.tab")), limit: maximumListSize)
    else { return nil }
    // A country's code, coordinates and the name, between tabs.
    let names = list.split(separator: 0x0A).compactMap { line -> String? in
      let columns = line.split(separator: 0x09)
      guard line.first != UInt8(ascii: "#"), columns.count >= 3 else { return nil }
      return String(validating: columns[2], as: UTF8.self).flatMap { isName($0) ? $0 : nil }
    }
    let word = "/" + text.lowercased()
    return closest(to: text, among: names) ?? names.first { $0.lowercased().hasSuffix(word) }
  }
}
