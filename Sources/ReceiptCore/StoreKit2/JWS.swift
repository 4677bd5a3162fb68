/// A JWS in compact form (RFC 7515 §7.1), taken apart. Nothing in it was verified.
public struct JWS: Sendable {
  /// The three segments as they stand, without the points.
  public let segments: [ArraySlice<UInt8>]
  public let header: JSONValue
  public let payload: JSONValue
  /// The signature's octets.
  public let signature: [UInt8]
  /// The certificates of `x5c` that are base64, each as DER.
  public let certificates: [[UInt8]]
}
