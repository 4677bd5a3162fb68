/// A receipt's bytes, and the wrappings that were taken off to get at them.
public struct ReceiptInput: Sendable {
  /// A wrapping around a receipt. The raw value is stable.
  public enum Layer: String, Sendable {
    case base64
    /// Base64 with `-` and `_` for `+` and `/` (RFC 4648 §5).
    case base64URL = "base64url"
  }

  /// The receipt, in the form that `kind` names.
  public let bytes: [UInt8]
  /// What the bytes are, by their looks.
  let kind: Kind
  /// What was taken off, outermost first.
  public let layers: [Layer]
  /// What is wrong with a wrapping whose content could be read all the same.
  public let error: ReceiptError?

  /// What a receipt can be built of.
  enum Kind: Sendable {
    case pkcs7
    case propertyList
    case json(JSONValue)
    case jws
  }

  /// Takes the wrappings off `bytes`. Nothing inside a wrapping is repaired.
  public init(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(ReceiptError) {
    let limit = min(limits.maximumInputSize, DecodingLimits.largestInputSize)
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    guard !bytes.isEmpty else {
      throw ReceiptError(
        .empty, "there is nothing in it",
        hint: "an app that was never bought from the store has no receipt; "
          + "ask for it again with SKReceiptRefreshRequest or AppTransaction.refresh()")
    }
    if Self.looksLikeDER(bytes) {
      self.bytes = bytes
      kind = .pkcs7
      layers = []
      error = nil
      return
    }
    let decoded = try Self.decodeBase64(bytes)
    self.bytes = decoded.bytes
    kind = .pkcs7
    layers = [decoded.isURLSafe ? .base64URL : .base64]
    error =
      decoded.isCut
      ? ReceiptError(
        .invalidBase64, "the base64 text breaks off in the middle of a byte", offset: bytes.count,
        hint: "the end of the text is missing; copy all of it") : nil
  }

  /// A SEQUENCE of at least 128 octets, or of an indefinite length. No receipt is shorter, and no text
  /// in ASCII begins like that.
  private static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] == ASN1Kind.sequence.rawValue && bytes[1] >= 0x80
  }

  private static func decodeBase64(_ bytes: [UInt8]) throws(ReceiptError) -> Base64.Decoded {
    let decoded: Base64.Decoded
    do {
      decoded = try Base64.decode(bytes)
    } catch {
      switch error {
      case .invalidOctet
      where bytes[0] == ASN1Kind.sequence.rawValue && bytes.count >= 2
        && bytes[1] < 0x80 && Int(bytes[1]) == bytes.count - 2:
        throw ReceiptError(
          .notAReceipt, "this is DER, but far too short for a receipt",
          hint: "the shortest receipts have more than a thousand bytes")
      case .invalidOctet(let offset):
        throw ReceiptError(
          .notAReceipt,
          "this is neither DER nor base64", offset: offset,
          hint: "a receipt is a binary file that begins with 30 8x, or base64 that begins with MI")
      case .dataAfterPadding(let offset):
        throw ReceiptError(
          .invalidBase64, "the base64 text goes on after its padding", offset: offset,
          hint: "these may be two texts in one; give each a file of its own")
      case .wrongPadding(let offset):
        throw ReceiptError(
          .invalidBase64, "the padding of the base64 text is wrong", offset: offset,
          hint: "characters were lost or added; copy the whole text again")
      }
    }
    guard looksLikeDER(decoded.bytes) else {
      throw ReceiptError(
        .notAReceipt, "this is neither DER nor the base64 of a receipt",
        offset: 0,
        hint: "a receipt is a binary file that begins with 30 8x, or base64 that begins with MI")
    }
    return decoded
  }
}

extension ReceiptError {
  public static func tooLarge(limit: Int) -> ReceiptError {
    ReceiptError(
      .tooLarge, "this is larger than \(limit) bytes",
      hint: "receipts are far smaller; --max-size raises the limit if this is one")
  }
}
