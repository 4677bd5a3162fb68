/// A PKCS#7 `SignedData` (RFC 5652 §5.1), taken apart but neither interpreted nor verified.
///
/// The slices of a DER receipt share the file's storage and its indices: `content.startIndex` is the
/// content's offset in the file. Those of a BER receipt are copies that begin at 0.
public struct SignedData: Sendable {
  public enum Encoding: String, Sendable {
    /// Definite lengths throughout, as Apple writes.
    case der
    /// Indefinite lengths or constructed strings, as Xcode writes.
    case ber
  }

  public var encoding: Encoding
  public var version = 0
  public var digestAlgorithms: [AlgorithmIdentifier] = []
  /// The type of the encapsulated content; a receipt's is `id-data`.
  public var contentType = OID(encoded: [])
  /// The content's bytes: a receipt's payload. `nil` for a detached signature.
  public var content: ArraySlice<UInt8>?
  /// Each certificate's DER, in file order, unparsed.
  public var certificates: [ArraySlice<UInt8>] = []
  public var hasRevocationLists = false
  public var signerInfos: [SignerInfo] = []

  init(encoding: Encoding) { self.encoding = encoding }
}

/// One signer's statement about the content (RFC 5652 §5.3).
public struct SignerInfo: Sendable {
  public var version = 0
  /// The issuer's `Name` as DER, header included; empty when the signer is named by a key identifier.
  public var issuer: ArraySlice<UInt8> = []
  /// The serial number's INTEGER as DER, header included.
  public var serialNumber: ArraySlice<UInt8> = []
  public var digestAlgorithm = AlgorithmIdentifier()
  public var hasSignedAttributes = false
  public var signatureAlgorithm = AlgorithmIdentifier()
  public var signature: ArraySlice<UInt8> = []
  public var hasUnsignedAttributes = false

  init() {}
}

/// An algorithm and its parameters (RFC 5280 §4.1.1.2).
public struct AlgorithmIdentifier: Sendable, Hashable {
  /// The whole SEQUENCE as DER.
  public var encoded: ArraySlice<UInt8> = []
  public var algorithm = OID(encoded: [])
}
