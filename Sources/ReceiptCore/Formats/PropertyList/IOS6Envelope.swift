/// The outer property list of an iOS 6 transaction, parsed but not verified.
public struct IOS6Envelope: Sendable {
  /// The bytes of `purchase-info` after base64 decoding. These are the signed bytes.
  public internal(set) var purchaseInfo: [UInt8] = []
  /// The bytes of `signature` after base64 decoding. Without a signature this is empty.
  public internal(set) var signatureBlob: [UInt8] = []

  /// Nothing is wrong outside the signed part.
  var isWellFormed = true
  /// Whether there is a `signature`, readable or not.
  var hasSignature = false

  /// The parts of the signature.
  struct Signature {
    /// 2 for a key of 1024 bits, 3 for one of 2048.
    let version: UInt8
    let octets: ArraySlice<UInt8>
    /// The certificate as DER.
    let certificate: ArraySlice<UInt8>
  }

  /// The length in bytes of a signature of each version.
  package static let signatureLengths: [UInt8: Int] = [2: 128, 3: 256]

  /// The parts of the signature: version byte ‖ signature ‖ length of the certificate (four bytes, most
  /// significant first) ‖ certificate. It is `nil` if it does not have exactly this form.
  var signature: Signature? {
    guard let version = signatureBlob.first, let length = Self.signatureLengths[version],
      signatureBlob.count > 1 + length + 4, declaredLength == signatureBlob.count
    else { return nil }
    return Signature(
      version: version, octets: signatureBlob[1..<1 + length],
      certificate: signatureBlob[(1 + length + 4)...])
  }

  /// How many bytes all parts of the signature have together, by the version and the length of the certificate. If that
  /// length did not arrive, it is the least that a signature of this version has. It is `nil` for an unknown version.
  var declaredLength: Int? {
    guard let version = signatureBlob.first, let length = Self.signatureLengths[version] else {
      return nil
    }
    let certificateStart = 1 + length + 4
    guard signatureBlob.count >= certificateStart else { return certificateStart + 1 }
    return signatureBlob[1 + length..<certificateStart].reduce(0) { $0 << 8 | Int($1) }
      + certificateStart
  }

  /// The signer's certificate as DER.
  public var certificate: ArraySlice<UInt8>? { signature?.certificate }
}
