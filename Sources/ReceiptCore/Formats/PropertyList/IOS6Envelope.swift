/// The outer property list of an iOS 6 transaction, taken apart. Nothing in it was verified.
public struct IOS6Envelope: Sendable {
  /// The bytes of `purchase-info` as they are signed: once its base64 is off.
  public internal(set) var purchaseInfo: [UInt8] = []
  /// What stands under `signature`, once its base64 is off; empty where there is none.
  public internal(set) var signatureBlob: [UInt8] = []

  /// Nothing is wrong outside of what is signed.
  var isWellFormed = true
  /// Whether there is a `signature`, readable or not.
  var hasSignature = false

  /// The parts of the signature: a version, the signature itself, and the signer's certificate.
  struct Signature {
    /// 2 for a key of 1024 bits, 3 for one of 2048.
    let version: UInt8
    let octets: ArraySlice<UInt8>
    /// The certificate as DER.
    let certificate: ArraySlice<UInt8>
  }

  /// How many bytes a signature of each version has.
  package static let signatureLengths: [UInt8: Int] = [2: 128, 3: 256]

  /// Takes the signature apart: version byte ‖ signature ‖ four bytes of the certificate's length, the
  /// most significant first ‖ certificate. `nil` when it is not built like that, exactly.
  var signature: Signature? {
    guard let version = signatureBlob.first, let length = Self.signatureLengths[version],
      signatureBlob.count > 1 + length + 4
    else { return nil }
    let certificateStart = 1 + length + 4
    let declared = signatureBlob[1 + length..<certificateStart].reduce(0) { $0 << 8 | Int($1) }
    guard declared == signatureBlob.count - certificateStart else { return nil }
    return Signature(
      version: version, octets: signatureBlob[1..<1 + length],
      certificate: signatureBlob[certificateStart...])
  }

  /// The signer's certificate as DER.
  public var certificate: ArraySlice<UInt8>? { signature?.certificate }
}
