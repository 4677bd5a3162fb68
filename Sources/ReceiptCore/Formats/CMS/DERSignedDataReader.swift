/// Reads the `SignedData` of an App Store receipt in DER (RFC 5652 §5.1), element by element. It copies
/// nothing and does not parse certificates.
///
/// It follows a fixed schema, so no file can make it nest or repeat. After a fault it goes on where that
/// makes sense, so that a damaged receipt is shown as far as it can be read. At a BER form (X.690 §8.1.3.6,
/// §8.7.3) it sets `metBERForm` and leaves that element to `OpenSSLCMSReader`.
struct DERSignedDataReader {
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private(set) var result = SignedData(encoding: .der)
  private(set) var diagnostics: Diagnostics
  private(set) var metBERForm = false

  init(_ bytes: [UInt8], limits: DecodingLimits, diagnostics: Diagnostics) {
    self.bytes = bytes
    self.limits = limits
    self.diagnostics = diagnostics
  }

  package mutating func read() {
    if let total = bytes.outerLength,
      let share = ReceiptError.share(arrived: bytes.count, of: total)
    {
      diagnostics.add(.incomplete(share), ofCutAt: bytes.count)
    }
    var file = ElementCursor(bytes, 0..<bytes.count)
    guard let contentInfo = next(&file, .sequence, "ContentInfo") else { return }
    var fields = ElementCursor(bytes, contentInfo.content)
    guard let type = next(&fields, .objectIdentifier, "ContentInfo.contentType") else { return }
    if oid(type) != .signedData {
      diagnostics.add(
        ReceiptError(
          .notSignedData, "this is PKCS#7 of the type \(oid(type)), not SignedData",
          offset: type.start,
          hint: "a receipt is always SignedData; this is some other file"))
    }
    guard let explicit = next(&fields, .context0, "ContentInfo.content") else { return }
    var wrapper = ElementCursor(bytes, explicit.content)
    guard let signedData = next(&wrapper, .sequence, "SignedData") else { return }
    readSignedData(signedData)
    noteTrailing(wrapper)
    noteTrailing(fields)
    noteTrailing(file)
  }

  private mutating func readSignedData(_ element: ASN1Element) {
    var fields = ElementCursor(bytes, element.content)
    guard let version = next(&fields, .integer, "SignedData.version") else { return }
    result.version = smallInteger(version)
    guard let algorithms = next(&fields, .set, "SignedData.digestAlgorithms") else { return }
    var algorithmCursor = ElementCursor(bytes, algorithms.content)
    while !algorithmCursor.isAtEnd {
      guard result.digestAlgorithms.count < limits.maximumSignerInfos else {
        diagnostics.add(
          .tooManySigners(limit: limits.maximumSignerInfos, offset: algorithmCursor.position))
        break
      }
      guard let algorithm = next(&algorithmCursor, .sequence, "digestAlgorithm") else { break }
      result.digestAlgorithms.append(algorithmIdentifier(algorithm))
    }
    guard let encapsulated = next(&fields, .sequence, "SignedData.encapContentInfo") else { return }
    readEncapsulatedContent(encapsulated)
    // RFC 5652 §5.1: certificates, revocation lists, signers, in this order and each at most once. Elements
    // in another order are read as well.
    var last: UInt8 = 0
    while !fields.isAtEnd {
      let position = fields.position
      guard let field = next(&fields, nil, "SignedData") else { return }
      let rank: UInt8? =
        switch field.tag {
        case .context0: 1
        case .context1: 2
        case .set: 3
        default: nil
        }
      if let rank {
        if rank <= last { diagnostics.add(Finding(.unexpectedElement, offset: position)) }
        last = max(last, rank)
      }
      switch field.tag {
      case .context0: readCertificates(field)
      case .context1: result.hasRevocationLists = true
      case .set: readSignerInfos(field)
      default: diagnostics.add(Finding(.unexpectedElement, offset: position))
      }
    }
  }

  private mutating func readEncapsulatedContent(_ element: ASN1Element) {
    var fields = ElementCursor(bytes, element.content)
    guard let type = next(&fields, .objectIdentifier, "encapContentInfo.eContentType") else {
      return
    }
    result.contentType = oid(type)
    // A detached signature has no eContent (RFC 5652 §5.2). Callers that need the content report that it is
    // absent.
    guard !fields.isAtEnd else { return }
    guard let explicit = next(&fields, .context0, "encapContentInfo.eContent") else { return }
    var wrapper = ElementCursor(bytes, explicit.content)
    guard let octets = next(&wrapper, .octetString, "eContent") else { return }
    result.content = bytes[octets.content]
    noteTrailing(wrapper)
    noteTrailing(fields)
  }

  private mutating func readCertificates(_ element: ASN1Element) {
    var cursor = ElementCursor(bytes, element.content)
    result.certificates.reserveCapacity(3)
    while !cursor.isAtEnd {
      let position = cursor.position
      guard result.certificates.count < limits.maximumCertificates else {
        diagnostics.add(.tooManyCertificates(limit: limits.maximumCertificates, offset: position))
        return
      }
      guard let certificate = next(&cursor, .sequence, "certificate") else { return }
      result.certificates.append(bytes[certificate.start..<certificate.end])
    }
  }

  private mutating func readSignerInfos(_ element: ASN1Element) {
    var cursor = ElementCursor(bytes, element.content)
    while !cursor.isAtEnd {
      let position = cursor.position
      guard result.signerInfos.count < limits.maximumSignerInfos else {
        diagnostics.add(.tooManySigners(limit: limits.maximumSignerInfos, offset: position))
        return
      }
      guard let signerInfo = next(&cursor, .sequence, "SignerInfo") else { return }
      var info = SignerInfo()
      read(signerInfo, into: &info)
      result.signerInfos.append(info)
    }
  }

  /// Reads a SignerInfo (RFC 5652 §5.3). After a fault `info` has the fields that could be read.
  private mutating func read(_ element: ASN1Element, into info: inout SignerInfo) {
    var fields = ElementCursor(bytes, element.content)
    guard let version = next(&fields, .integer, "SignerInfo.version") else { return }
    info.version = smallInteger(version)
    guard let identifier = next(&fields, nil, "SignerInfo.sid") else { return }
    if identifier.tag == .sequence {
      var parts = ElementCursor(bytes, identifier.content)
      guard let issuer = next(&parts, .sequence, "SignerInfo.sid.issuer"),
        let serial = next(&parts, .integer, "SignerInfo.sid.serialNumber")
      else { return }
      info.issuer = bytes[issuer.start..<issuer.end]
      info.serialNumber = bytes[serial.start..<serial.end]
      noteTrailing(parts)
    }
    guard let digest = next(&fields, .sequence, "SignerInfo.digestAlgorithm") else { return }
    info.digestAlgorithm = algorithmIdentifier(digest)
    guard var field = next(&fields, nil, "SignerInfo") else { return }
    if field.tag == .context0 {
      info.hasSignedAttributes = true
      guard let following = next(&fields, nil, "SignerInfo") else { return }
      field = following
    }
    check(field, is: .sequence, "SignerInfo.signatureAlgorithm")
    info.signatureAlgorithm = algorithmIdentifier(field)
    guard let signature = next(&fields, .octetString, "SignerInfo.signature") else { return }
    info.signature = bytes[signature.content]
    if !fields.isAtEnd, let attributes = next(&fields, .context1, "SignerInfo.unsignedAttrs") {
      info.hasUnsignedAttributes = attributes.tag == .context1
    }
    noteTrailing(fields)
  }

  private mutating func algorithmIdentifier(_ element: ASN1Element) -> AlgorithmIdentifier {
    var fields = ElementCursor(bytes, element.content)
    let algorithm = next(&fields, .objectIdentifier, "AlgorithmIdentifier.algorithm")
    return AlgorithmIdentifier(
      encoded: bytes[element.start..<element.end],
      algorithm: algorithm.map(oid) ?? OID(encoded: []))
  }

  private func oid(_ element: ASN1Element) -> OID {
    OID(encoded: bytes[element.start..<element.end])
  }

  /// A version number; −1 if it is not valid.
  private mutating func smallInteger(_ element: ASN1Element) -> Int {
    if !bytes.isMinimalInteger(element.content) {
      diagnostics.add(Finding(.nonMinimalInteger, offset: element.start))
    }
    return bytes.integer(element.content).flatMap(Int.init(exactly:)) ?? -1
  }
}

// MARK: - One element

extension DERSignedDataReader {
  /// The next element under `cursor`. If it is missing, the reason is recorded, and `nil` is returned.
  ///
  /// A wrong tag is recorded. The element is still read if it is constructed or primitive as expected,
  /// because its content may still be the right one.
  private mutating func next(
    _ cursor: inout ElementCursor, _ tag: ASN1Tag?, _ name: StaticString
  ) -> ASN1Element? {
    let position = cursor.position
    let element: ASN1Element
    do {
      element = try cursor.next()
    } catch {
      diagnostics.add(error.receiptError(reading: "\(name)", at: position))
      return nil
    }
    if element.isIndefinite {
      metBERForm = true
      return nil
    }
    if !element.hasMinimalLength {
      diagnostics.add(Finding(.nonMinimalLength, offset: element.start))
    }
    if element.isCut {
      diagnostics.addCut(element, name: "\(name)")
    }
    guard let tag else { return element }
    return check(element, is: tag, name) ? element : nil
  }

  /// Records a wrong tag. Returns false if the content cannot be of the expected type.
  @discardableResult
  private mutating func check(
    _ element: ASN1Element, is tag: ASN1Tag, _ name: StaticString
  ) -> Bool {
    guard element.tag != tag else { return true }
    // BER writes a string in pieces as a constructed OCTET STRING (X.690 §8.7.3).
    if tag == .octetString, element.identifier == 0x24 {
      metBERForm = true
      return false
    }
    diagnostics.add(
      ReceiptError(
        .unexpectedTag,
        "\(name) has the tag \(Hexadecimal.encode(element.identifier)), not \(Hexadecimal.encode(tag.rawValue))",
        offset: element.start,
        hint: "the file is damaged or is not a receipt; get it again from the device"))
    return element.isConstructed == tag.isConstructed
  }

  private mutating func noteTrailing(_ cursor: ElementCursor) {
    guard !cursor.isAtEnd else { return }
    diagnostics.add(Finding(.trailingData, offset: cursor.position))
  }
}
