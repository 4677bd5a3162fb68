/// Inferences about the device from a receipt's values. Apple documents none of them.
public struct Inference: Sendable, Hashable {
  public enum Platform: String, Sendable {
    case iOS
    case macOS
  }

  /// From attribute 25; if that is missing, from attribute 14.
  public let platform: Platform?
  /// The version of iOS, from attribute 13: `14.8.1`.
  public let osVersion: String?

  /// The inferences from a receipt's attributes 13, 14 and 25.
  public init(_ receipt: Receipt) {
    platform =
      switch (receipt.platformCode, receipt.deviceClass) {
      case (3, _): .iOS
      case (2, _), (nil, 1): .macOS
      default: nil
      }
    osVersion = platform == .iOS ? receipt.osVersion.flatMap(Self.version) : nil
  }

  /// The version from MMmmpp: two digits each for minor and patch.
  private static func version(_ number: Int64) -> String? {
    guard (10_000..<1_000_000).contains(number) else { return nil }
    let patch = number % 100
    return "\(number / 10_000).\(number / 100 % 100)" + (patch == 0 ? "" : ".\(patch)")
  }
}
