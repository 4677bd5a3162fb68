/// What a receipt lets one guess of the device it was made for. Apple documents none of it.
public struct Inference: Sendable, Hashable {
  public enum Platform: String, Sendable {
    case iOS
    case macOS
  }

  /// From attribute 25, or from attribute 14 where there is no 25.
  public let platform: Platform?
  /// On iOS the system's version, from attribute 13: `14.8.1`.
  public let osVersion: String?

  public init(_ receipt: Receipt) {
    platform =
      switch (receipt.platformCode, receipt.deviceClass) {
      case (3, _): .iOS
      case (2, _), (nil, 1): .macOS
      default: nil
      }
    osVersion = platform == .iOS ? receipt.osVersion.flatMap(Self.version) : nil
  }

  /// MMmmpp: two digits each for minor and patch.
  private static func version(_ number: Int64) -> String? {
    guard (10_000..<1_000_000).contains(number) else { return nil }
    let patch = number % 100
    return "\(number / 10_000).\(number / 100 % 100)" + (patch == 0 ? "" : ".\(patch)")
  }
}
