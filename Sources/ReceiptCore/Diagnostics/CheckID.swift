/// The stable name of a check, in kebab case.
public struct CheckID: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

// The checks of a signature. Every other check's own file declares its name.
extension CheckID {
  /// The receipt is well-formed.
  public static let structure = Self(rawValue: "structure")
  /// The signature fits the content.
  public static let signature = Self(rawValue: "signature")
  /// The certificates lead to a trusted root.
  public static let chain = Self(rawValue: "chain")
  /// The certificates carry Apple's marks for receipts.
  public static let certificatePurpose = Self(rawValue: "certificate-purpose")
  /// The certificates were valid when the receipt was made.
  public static let certificateValidity = Self(rawValue: "certificate-validity")
}
