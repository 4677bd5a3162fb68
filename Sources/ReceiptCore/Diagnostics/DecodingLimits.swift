/// How much a decode may take on before it refuses. The defaults are far above every receipt that was
/// ever seen (79 KB, 187 purchases) or reported (5 MB).
public struct DecodingLimits: Sendable, Hashable {
  /// The largest input, in bytes, before and after base64 is decoded.
  public var maximumInputSize = 16 << 20
  /// The deepest nesting of elements in a BER receipt. Those of Xcode need 14.
  public var maximumDepth = 32
  /// The largest number of certificates. Apple's receipts carry 3.
  public var maximumCertificates = 16
  /// The largest number of signers. Apple's receipts have 1.
  public var maximumSignerInfos = 16
  /// The largest number of attributes, those inside purchases included: about 50,000 purchases.
  public var maximumAttributes = 1_000_000
  /// The largest number of errors, and of findings, that one decode lists.
  public var maximumDiagnostics = 1_000

  /// The largest value `maximumInputSize` may take: positions are kept in 32 bits.
  public static let largestInputSize = 1 << 30

  public init() {}
}
