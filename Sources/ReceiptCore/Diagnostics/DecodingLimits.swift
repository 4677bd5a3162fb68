/// Limits of a decode. The defaults are far above every receipt seen (79 KB, 187 purchases) or reported (5
/// MB).
public struct DecodingLimits: Sendable, Hashable {
  /// The largest input in bytes, before and after base64 decoding.
  public var maximumInputSize = 16 << 20
  /// The deepest nesting of elements in a BER receipt. Xcode's need 14.
  public var maximumDepth = 32
  /// The largest number of certificates. Apple's receipts carry 3.
  public var maximumCertificates = 16
  /// The largest number of signers. Apple's receipts have 1.
  public var maximumSignerInfos = 16
  /// The largest number of attributes, including those of purchases: about 50,000 purchases.
  public var maximumAttributes = 1_000_000
  /// The largest number of errors, of warnings and of findings for information that one decode lists.
  public var maximumDiagnostics = 1_000

  /// The largest number of purchases in a receipt, and in each list of a response. In memory a purchase takes 300 bytes,
  /// however little it holds. 16 MiB of real ones are fewer than 50,000.
  public static let largestPurchaseCount = 100_000

  /// The largest value of `maximumInputSize` in bytes: offsets are kept in 32 bits.
  public static let largestInputSize = 1 << 30

  /// The default limits.
  public init() {}
}
