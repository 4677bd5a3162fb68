/// The stable name of a check, in kebab case.
public struct CheckID: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

// The checks of a signature. Every other check's own file declares its name.
extension CheckID {
  public static let structure = Self(rawValue: "structure")
  public static let signature = Self(rawValue: "signature")
  public static let chain = Self(rawValue: "chain")
  public static let certificatePurpose = Self(rawValue: "certificate-purpose")
  public static let certificateValidity = Self(rawValue: "certificate-validity")
}
