/// Inferences about the device from a receipt's values. Apple documents none of them.
public struct Inference: Sendable, Hashable {
  /// A system that receipts are made for.
  public enum Platform: String, Sendable, CaseIterable {
    /// iOS, iPadOS, tvOS, watchOS or visionOS.
    case iOS
    /// macOS.
    case macOS
  }

  /// From attribute 25; if that is missing, from attribute 14. iOS includes the systems that are built on it.
  public let platform: Platform?
  /// The version of iOS, from attribute 13: `14.8.1`. It is `nil` for a version that did not exist when the receipt was
  /// made, or that may as well be that of a watch.
  public let osVersion: String?

  /// The inferences from a receipt's attributes 12, 13, 14 and 25.
  public init(_ receipt: Receipt) {
    platform =
      switch (receipt.platformCode, receipt.deviceClass) {
      case (3, _): .iOS
      case (2, _), (nil, 1): .macOS
      default: nil
      }
    let year = receipt.receiptCreationDate.map { CalendarDate($0).year }
    osVersion =
      platform == .iOS ? receipt.osVersion.flatMap { Self.version($0, inYear: year) } : nil
  }

  /// The version from MMmmpp: two digits each for minor and patch.
  private static func version(_ number: Int64, inYear year: Int?) -> String? {
    guard (10_000..<1_000_000).contains(number) else { return nil }
    let major = Int(number / 10_000)
    guard let released = Self.year(of: major, in: iOSReleases), released <= year ?? released else {
      return nil
    }
    // A receipt may be much newer than its system. If a watch had a system of that number by then, the number
    // does not tell which of the two it is.
    if let watch = Self.year(of: major, in: watchReleases), watch <= year ?? watch { return nil }
    let patch = number % 100
    return "\(major).\(number / 100 % 100)" + (patch == 0 ? "" : ".\(patch)")
  }

  // MARK: Releases

  /// Major versions that appeared one a year, with the year of the first. Betas appear in the same year.
  private typealias Releases = (first: Int, last: Int, firstYear: Int)

  /// tvOS has the same numbers in the same years. Since 2025 every system is numbered by its year.
  private static let iOSReleases: [Releases] = [(2, 18, 2008), (26, 99, 2025)]
  /// Watches got a store of their own with watchOS 6. From 26 on their numbers are those of iOS.
  private static let watchReleases: [Releases] = [(6, 11, 2019)]

  private static func year(of major: Int, in releases: [Releases]) -> Int? {
    releases.first { $0.first <= major && major <= $0.last }.map { $0.firstYear + major - $0.first }
  }
}
