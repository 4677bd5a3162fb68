/// The outer property list of an iOS 6 transaction, taken apart. Nothing in it was verified.
public struct TransactionEnvelope: Sendable {
  /// The octets of `purchase-info` as they are signed: once its base64 is off.
  public var purchaseInfo: [UInt8] = []
  /// The version of the signature: 2 for a key of 1024 bits, 3 for one of 2048.
  public var signatureVersion: UInt8?
  public var signature: ArraySlice<UInt8> = []
  /// The signer's certificate as DER.
  public var certificate: ArraySlice<UInt8>?
}
