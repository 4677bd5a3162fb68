/// Tells which part of a JWS is missing.
enum CutJWS {
  /// The length of a signature of ES256 in base64url.
  static let signatureLength = 86

  /// The error for a text with fewer segments than a JWS has; `nil` for any other text.
  static func error(_ segments: [ArraySlice<UInt8>]) -> ReceiptError? {
    guard segments.count < 3, let first = segments.first, let last = segments.last, !first.isEmpty,
      let header = try? Base64.decode(Array(first)), header.bytes.first == UInt8(ascii: "{")
    else { return nil }
    let object = try? JSONReader.read(header.bytes)
    if segments.count == 2, let object, object["alg"] == nil {
      return ReceiptError(
        .truncated,
        "this is part of a JWS: the beginning is missing, which is the header with the certificates",
        offset: 0,
        hint: "\(ReceiptError.howToSend); an Apple header alone has 3,000 characters or more")
    }
    guard segments.count == 2 else {
      return ReceiptError(
        .truncated, "this is the beginning of a JWS: the payload and the signature are missing",
        offset: last.endIndex, hint: "\(ReceiptError.howToSend); there are two points in it")
    }
    let isWhole =
      (try? Base64.decode(Array(last))).map { (try? JSONReader.read($0.bytes)) != nil } ?? false
    return ReceiptError(
      .truncated,
      isWhole
        ? "the end of this JWS is missing: its signature of 86 characters"
        : "the end of this JWS is missing: the rest of its payload, and its signature of 86 characters",
      offset: last.endIndex, hint: ReceiptError.howToSend)
  }

  /// The error for a mask that stands in the place of a JWS; `nil` for any other text.
  static func replaced(_ text: [UInt8]) -> ReceiptError? {
    guard text.count <= longestMask, Mask.fills(String(decoding: text, as: UTF8.self)) else {
      return nil
    }
    return ReceiptError(
      .truncated, "it was masked before it was shown: the text is missing", offset: 0,
      hint: "get the whole text, from a place that does not mask it")
  }

  private static let longestMask = 100

  /// The error for a text that cannot be read because a mask stands in it; `nil` for any other text.
  static func masked(_ text: [UInt8]) -> ReceiptError? {
    guard let mask = Mask.range(inBase64: text[...], leastRun: Mask.shortRun) else { return nil }
    return .hidden(
      "a JWS", isMasked: true, isEnd: mask.upperBound == text.endIndex,
      count: text.count - mask.count, offset: mask.lowerBound)
  }

  /// The error for a signature in which a mask stands.
  static func maskedSignature(_ segment: ArraySlice<UInt8>) -> ReceiptError? {
    guard let mask = Mask.range(inBase64: segment, leastRun: Mask.longRun) else { return nil }
    return ReceiptError(
      .truncated, "its signature was masked, and nothing can be verified",
      offset: mask.lowerBound,
      hint: "get the whole text, from a place that does not mask it")
  }

  /// The error for a signature that is too short, or absent: the text was cut behind its second point. It is no less
  /// refused than one that was never made.
  static func error(signature: [UInt8], _ header: JSONValue, offset: Int) -> ReceiptError? {
    guard signature.count < ECDSASignature.length,
      header["alg"]?.string.map({ $0.hasBytes(of: "ES256") }) == true
    else { return nil }
    return ReceiptError(
      .truncated,
      signature.isEmpty
        ? "the end is missing: its signature of \(signatureLength) characters, and nothing can be verified"
        : "the end is missing: \(signature.count) of the \(ECDSASignature.length) bytes of its signature "
          + "arrived, and nothing can be verified",
      offset: offset, hint: ReceiptError.howToSend)
  }
}
