/// A PKCS#7 `SignedData` (RFC 5652 §5.1), parsed but not verified.
///
/// ```
/// SignedData ::= SEQUENCE {
///   version CMSVersion,
///   digestAlgorithms DigestAlgorithmIdentifiers,
///   encapContentInfo EncapsulatedContentInfo,
///   certificates [0] IMPLICIT CertificateSet OPTIONAL,
///   crls [1] IMPLICIT RevocationInfoChoices OPTIONAL,
///   signerInfos SignerInfos }
/// ```
///
/// In a DER receipt, the slices share the file's storage and indices: `content.startIndex` is the content's
/// offset in the file. In a BER receipt they are copies that begin at 0.
public struct SignedData: Sendable {
  /// How the file is encoded (X.690).
  public enum Encoding: String, Sendable {
    /// Definite lengths throughout, as Apple writes them.
    case der
    /// Indefinite lengths or constructed strings, as Xcode writes them.
    case ber
  }

  /// How the container is encoded.
  public var encoding: Encoding
  /// The version of the syntax (RFC 5652 §5.1); Apple writes 1. It is 0 where it is missing.
  public var version = 0
  /// The digests of all signers, in file order.
  public var digestAlgorithms: [AlgorithmIdentifier] = []
  /// The type of the encapsulated content; a receipt's is `id-data`.
  public var contentType = OID(encoded: [])
  /// The content's bytes, which are a receipt's payload; `nil` for a detached signature.
  public var content: ArraySlice<UInt8>?
  /// Each certificate as unparsed DER, in file order.
  public var certificates: [ArraySlice<UInt8>] = []
  /// Whether `crls` is present, even without a list in it. Apple's receipts have none.
  public var hasRevocationLists = false
  /// The signers; Apple's receipts have one.
  public var signerInfos: [SignerInfo] = []

  init(encoding: Encoding) { self.encoding = encoding }
}

/// One signer's signature and its algorithms (RFC 5652 §5.3).
///
/// ```
/// SignerInfo ::= SEQUENCE {
///   version CMSVersion,
///   sid SignerIdentifier,
///   digestAlgorithm DigestAlgorithmIdentifier,
///   signedAttrs [0] IMPLICIT SignedAttributes OPTIONAL,
///   signatureAlgorithm SignatureAlgorithmIdentifier,
///   signature SignatureValue,
///   unsignedAttrs [1] IMPLICIT UnsignedAttributes OPTIONAL }
/// ```
public struct SignerInfo: Sendable {
  /// The version of the syntax (RFC 5652 §5.3); Apple writes 1. It is 0 where it is missing.
  public var version = 0
  /// The issuer's `Name` as DER, with header; empty if a key identifier names the signer.
  public var issuer: ArraySlice<UInt8> = []
  /// The serial number's INTEGER as DER, with header.
  public var serialNumber: ArraySlice<UInt8> = []
  /// The hash function.
  public var digestAlgorithm = AlgorithmIdentifier()
  /// Whether `signedAttrs` is present. Apple's receipts have none.
  public var hasSignedAttributes = false
  /// How the hash was signed.
  public var signatureAlgorithm = AlgorithmIdentifier()
  /// The signature's bytes.
  public var signature: ArraySlice<UInt8> = []
  /// Whether `unsignedAttrs` is present. Apple's receipts have none.
  public var hasUnsignedAttributes = false

  init() {}
}

/// An algorithm and its parameters (RFC 5280 §4.1.1.2).
///
/// ```
/// AlgorithmIdentifier ::= SEQUENCE {
///   algorithm OBJECT IDENTIFIER,
///   parameters ANY DEFINED BY algorithm OPTIONAL }
/// ```
public struct AlgorithmIdentifier: Sendable, Hashable {
  /// The whole SEQUENCE as DER.
  public var encoded: ArraySlice<UInt8> = []
  /// The algorithm.
  public var algorithm = OID(encoded: [])
}
