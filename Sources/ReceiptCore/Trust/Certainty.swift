/// How a statement is known. The raw value is stable.
public enum Certainty: String, Sendable, CaseIterable, Codable {
  /// Apple signed it, and the signature was verified.
  case signed
  /// It is signed under another root that the caller trusts.
  case signedByOtherRoot = "signed-by-other-root"
  /// No valid signature covers it.
  case unsigned
  /// It follows from other values, and is not written anywhere.
  case inferred

  /// Whether a verified signature covers it.
  public var isSigned: Bool { self == .signed || self == .signedByOtherRoot }
}
