/// A JWS in compact form (RFC 7515 §7.1), parsed but not verified.
public struct JWS: Sendable {
  /// The three segments as written, without the dots.
  public let segments: [ArraySlice<UInt8>]
  /// The protected header; `null` if it could not be read.
  public let header: JSONValue
  /// The payload, which is an object.
  public let payload: JSONValue
  /// The signature's bytes, as far as the third segment is base64.
  public let signature: [UInt8]
  /// The certificates of `x5c` that are base64, each as DER.
  public let certificates: [[UInt8]]
  /// What is wrong with the form of `x5c` (RFC 7515 §4.1.6), in words; `nil` if it is an array of canonical
  /// base64 or absent.
  let certificateListFault: CertificateListFault?
  /// Errors outside the payload: in the header or the signature.
  let errors: [ReceiptError]
  /// Findings about how the segments are written.
  let findings: [Finding]

  struct CertificateListFault: Sendable {
    let reason: CheckReason
    let message: String
  }

  /// The signed bytes (RFC 7515 §5.1): the first two segments as written, with the dot between them.
  var signedPart: ArraySlice<UInt8> {
    ArraySlice(segments[0] + [UInt8(ascii: ".")] + segments[1])
  }

  /// The name of a key. The signer chose it, so it proves nothing, and no rule depends on it.
  var keyID: String? { header["kid"]?.string }
}

// MARK: - Reading

extension JWS {
  /// Parses a JWS. Anything odd that leaves the payload readable is kept and reported; verification refuses
  /// it.
  ///
  /// - Throws: when the payload cannot be read.
  package static func read(
    _ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()
  ) throws(ReceiptError) -> JWS {
    guard bytes.count <= limits.maximumInputSize else {
      throw .tooLarge(limit: limits.maximumInputSize)
    }
    var reader = JWSReader(segments: try split(bytes))
    let header = reader.decodeHeader(limits)
    let payload = reader.decode(1)
    let signature = reader.decode(2)
    guard let header, let payload else { throw CutJWS.masked(bytes) ?? reader.firstError }
    let headerValue: JSONValue
    let payloadValue: JSONValue
    do throws(ReceiptError) {
      headerValue = header.isEmpty ? .null : try reader.header(header)
      payloadValue = try reader.payload(payload)
    } catch {
      throw CutJWS.masked(bytes) ?? error
    }
    guard payloadValue.members != nil else {
      throw ReceiptError(
        .notAReceipt, "the payload is JSON, but no object", offset: 0,
        hint: "this is a JWS of something else; StoreKit signs objects")
    }
    let (certificates, fault) = certificates(in: headerValue["x5c"], limits: limits)
    reader.noteCutSignature(signature, headerValue, hasCertificate: !certificates.isEmpty)
    if let error = CutCertificate.error(headerValue) { reader.errors.append(error) }
    return JWS(
      segments: reader.segments, header: headerValue, payload: payloadValue,
      signature: signature ?? [], certificates: certificates, certificateListFault: fault,
      errors: reader.errors, findings: reader.findings)
  }

  private static func split(_ bytes: [UInt8]) throws(ReceiptError) -> [ArraySlice<UInt8>] {
    let point = UInt8(ascii: ".")
    // One segment too many is enough for the error: a text of dots alone would give millions.
    var segments: [ArraySlice<UInt8>] = []
    var start = 0
    while segments.count < segmentNames.count,
      let end = bytes.firstIndex(of: point, in: start..<bytes.count)
    {
      segments.append(bytes[start..<end])
      start = end + 1
    }
    segments.append(bytes[start...])
    if let cut = CutJWS.error(segments) ?? CutJWS.replaced(bytes) { throw cut }
    let end = bytes.suffix(3)
    if bytes.starts(with: "eyJ".utf8),
      end.elementsEqual("...".utf8) || end.elementsEqual("\u{2026}".utf8)
    {
      throw ReceiptError(
        .truncated, "this JWS was shortened when it was shown", offset: bytes.count,
        hint: ReceiptError.howToSend)
    }
    guard segments.count == segmentNames.count else {
      let count = bytes.reduce(1) { $1 == point ? $0 + 1 : $0 }
      throw ReceiptError(
        .invalidJWS, "a JWS has three parts with points between them, and this has \(count)",
        offset: bytes.count,
        hint: count == encryptedSegments
          ? "a text of five segments is encrypted (JWE); StoreKit does not encrypt"
          : count < segmentNames.count
            ? "copy the whole text, from eyJ to its end"
            : "these may be two texts in one; give each a file of its own")
    }
    for (segment, name) in zip(segments, segmentNames).prefix(2) where segment.isEmpty {
      throw ReceiptError(
        .invalidJWS, "the \(name) is empty", offset: segment.startIndex,
        hint: "copy the whole text, from eyJ to its end")
    }
    return segments
  }

  fileprivate static let segmentNames = ["header", "payload", "signature"]
  /// The most bytes that a certificate takes in a header, where it is in base64 twice. Apple's take 2 KB.
  static let largestCertificate = 8 << 10
  /// The number of segments of an encrypted token (RFC 7516 §7.1).
  private static let encryptedSegments = 5

  private static func certificates(
    in value: JSONValue?, limits: DecodingLimits
  ) -> ([[UInt8]], CertificateListFault?) {
    guard let value else { return ([], nil) }
    guard let elements = value.elements else {
      return ([], CertificateListFault(reason: .malformed, message: "x5c is no array"))
    }
    guard elements.count <= limits.maximumCertificates else {
      return (
        [],
        CertificateListFault(
          reason: .tooManyCertificates,
          message: "x5c has \(elements.count) certificates; \(limits.maximumCertificates) are read")
      )
    }
    var result: [[UInt8]] = []
    var fault: CertificateListFault?
    for (index, element) in elements.enumerated() {
      // RFC 7515 §4.1.6 asks for base64, not base64url. It must be canonical, so that a chain has only one
      // spelling.
      let text = element.string.map { Array($0.utf8) } ?? []
      let decoded = (try? Base64.decode(text)) ?? Base64.Decoded()
      if !decoded.bytes.isEmpty { result.append(decoded.bytes) }
      if decoded.bytes.isEmpty || !decoded.isCanonical {
        fault =
          fault
          ?? CertificateListFault(
            reason: .malformed, message: "x5c[\(index)] is no canonical base64 (RFC 7515 §4.1.6)")
      }
    }
    return (result, fault)
  }
}

/// Reads segments, and keeps the errors in them.
private struct JWSReader {
  let segments: [ArraySlice<UInt8>]
  var errors: [ReceiptError] = []
  var findings: [Finding] = []

  init(segments: [ArraySlice<UInt8>]) { self.segments = segments }

  /// The bytes of a segment; `nil`, with an error, if it is not base64.
  package mutating func decode(_ index: Int) -> [UInt8]? {
    let segment = segments[index]
    let name = JWS.segmentNames[index]
    let decoded: Base64.Decoded
    do {
      decoded = try Base64.decode(Array(segment))
    } catch {
      errors.append(
        ReceiptError(
          .invalidBase64, "the \(name) is no base64", offset: segment.startIndex + error.offset,
          hint: "characters were lost or added; copy the whole text again"))
      return nil
    }
    if decoded.isCut {
      errors.append(
        ReceiptError(
          .invalidBase64, "the \(name) breaks off in the middle of a byte",
          offset: segment.endIndex, hint: "characters were lost; copy the whole text again"))
    } else if !decoded.isCanonicalURL {
      findings.append(Finding(.nonCanonicalBase64, offset: segment.startIndex))
    }
    return decoded.bytes
  }

  /// The bytes of the header; none, with an error, if it is larger than its certificates can make it. A large one
  /// would take long to read, and proves nothing.
  mutating func decodeHeader(_ limits: DecodingLimits) -> [UInt8]? {
    let limit = limits.maximumCertificates * JWS.largestCertificate
    guard segments[0].count > limit else { return decode(0) }
    errors.append(
      ReceiptError(
        .tooManyCertificates,
        "the header has \(segments[0].count) bytes; \(limits.maximumCertificates) certificates need "
          + "\(limit) at most",
        offset: segments[0].startIndex, hint: "Apple's have 4 KB; this was not made by Apple"))
    return []
  }

  /// The header. One with a duplicate name is rejected, because readers differ on which value counts.
  mutating func header(_ octets: [UInt8]) throws(ReceiptError) -> JSONValue {
    do {
      return try JSONReader.read(octets)
    } catch {
      let error = ReceiptError(error, in: "the header")
      guard error.code == .duplicateName else { throw error }
      errors.append(error)
      return .null
    }
  }

  func payload(_ octets: [UInt8]) throws(ReceiptError) -> JSONValue {
    do {
      return try JSONReader.read(octets)
    } catch {
      throw ReceiptError(error, in: "the payload")
    }
  }

  /// Adds the error for a signature whose end is missing, or that was masked. It replaces what else is said of its last byte.
  mutating func noteCutSignature(
    _ signature: [UInt8]?, _ header: JSONValue, hasCertificate: Bool
  ) {
    guard hasCertificate,
      let error = CutJWS.maskedSignature(segments[2])
        ?? signature.flatMap({
          CutJWS.error(signature: $0, header, offset: segments[2].endIndex)
        })
    else { return }
    let start = segments[2].startIndex
    errors.removeAll { ($0.offset ?? 0) >= start }
    findings.removeAll { ($0.offset ?? 0) >= start }
    errors.append(error)
  }

  var firstError: ReceiptError {
    errors.first ?? ReceiptError(.invalidJWS, "this is no JWS")
  }
}

extension Base64 {
  /// Encodes bytes with the URL-safe alphabet, without padding (RFC 7515 §2).
  package static func encodeURL(_ octets: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for octet in encode(octets).utf8 {
      switch octet {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: "-"))
      case UInt8(ascii: "/"): result.append(UInt8(ascii: "_"))
      case UInt8(ascii: "="): return result
      default: result.append(octet)
      }
    }
    return result
  }
}

extension Base64.Fault {
  /// The offset in the text.
  package var offset: Int {
    switch self {
    case .invalidOctet(let offset), .dataAfterPadding(let offset), .wrongPadding(let offset): offset
    }
  }
}

extension ReceiptError {
  /// Describes a fault in JSON. `name` says which JSON, as in "the payload"; the offset is inside it.
  package init(_ fault: JSONFault, in name: String) {
    let code: Code =
      switch fault.kind {
      case .syntax, .cut: .invalidJSON
      case .duplicateName: .duplicateName
      case .tooDeep: .tooDeep
      case .tooManyValues: .tooManyValues
      }
    self.init(
      code, "\(name) cannot be read: \(fault.message)", offset: fault.offset,
      hint: fault.kind == .duplicateName
        ? "readers disagree on which of the two counts, so neither does; Apple writes no such thing"
        : nil)
  }
}
