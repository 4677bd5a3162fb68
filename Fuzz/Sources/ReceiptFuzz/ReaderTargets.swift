@testable import ReceiptCore
@testable import ReceiptMaking

/// Everything that reads ASN.1, and what is believed of it.
extension FuzzTarget {
  static let readers: [FuzzTarget] = [
    FuzzTarget("container", seeds: Seeds.containers, run: container),
    FuzzTarget("payload", seeds: Seeds.payloads, run: payload),
    FuzzTarget("certificate", seeds: Seeds.certificates, run: certificate),
    FuzzTarget("trust", seeds: Seeds.signed, run: trust),
  ]

  /// Both readers of a container. Where the strict one finds nothing wrong, OpenSSL reads the same.
  private static func container(_ bytes: [UInt8]) {
    let limits = DecodingLimits()
    var strict = DERSignedDataReader(bytes, limits: limits, diagnostics: Diagnostics(limit: 1_000))
    strict.read()
    var diagnostics = Diagnostics(limit: 1_000)
    let read = ContainerReader.read(bytes, limits: limits, &diagnostics)
    inside(read.content, bytes, read.encoding)
    guard BERScan(bytes, limits: limits).damage == nil,
      let (general, _) = try? OpenSSLCMSReader.read(bytes), strict.diagnostics.errors.isEmpty,
      !strict.metBERForm,
      // OpenSSL reads a SET whose tag is that of a primitive type, which no encoding has (X.690 §8.12.1). The strict
      // reader passes it over, and the receipt is malformed.
      !strict.diagnostics.findings.contains(where: { $0.id == .unexpectedElement })
    else { return }
    let result = strict.result
    // What is no data has no content for OpenSSL. It is refused by name.
    guard result.contentType == .data else { return }
    promise(
      same(result.content, general.content), "the two readers have read different content")
    promise(
      result.certificates.count == general.certificates.count,
      "the two readers have read different certificates")
    // OpenSSL writes what is not DER anew. A certificate that names its algorithm in two ways is read, and every chain
    // with it is refused (RFC 5280 §4.1.1.2).
    for (ours, theirs) in zip(result.certificates, general.certificates) {
      guard let certificate = Certificate(der: ours),
        certificate.innerSignatureAlgorithm == certificate.outerSignatureAlgorithm
      else { continue }
      promise(ours.elementsEqual(theirs), "OpenSSL has changed a certificate")
    }
    promise(
      result.signerInfos.map { Array($0.signature) }
        == general.signerInfos.map { Array($0.signature) },
      "the two readers have read different signatures")
    promise(
      result.signerInfos.map { Array($0.serialNumber) }
        == general.signerInfos.map { Array($0.serialNumber) },
      "the two readers have read different signers")
  }

  private static func same(_ a: ArraySlice<UInt8>?, _ b: ArraySlice<UInt8>?) -> Bool {
    a.map(Array.init) == b.map(Array.init)
  }

  /// What was read of DER is where it was read.
  private static func inside(
    _ content: ArraySlice<UInt8>?, _ bytes: [UInt8], _ encoding: SignedData.Encoding
  ) {
    guard let content, encoding == .der else { return }
    promise(
      content.startIndex >= 0 && content.endIndex <= bytes.count
        && bytes[content.startIndex..<content.endIndex].elementsEqual(content),
      "the content is not that of the file")
  }

  /// Attributes and purchases of a payload. What is whole is where it was read.
  private static func payload(_ bytes: [UInt8]) {
    let limits = DecodingLimits()
    var reader = PayloadReader(
      bytes: bytes, limits: limits, diagnostics: Diagnostics(limit: 1_000))
    reader.read(bytes.indices)
    var count = 0
    for attribute in reader.attributes {
      count += 1
      promise(
        attribute.value.startIndex >= 0 && attribute.value.endIndex <= bytes.count,
        "an attribute is outside of the file")
    }
    promise(count <= bytes.count / 5, "\(count) attributes in \(bytes.count) bytes")
    promise(
      reader.receipt.inApp.count <= count, "there are more purchases than attributes")
  }

  private static func certificate(_ bytes: [UInt8]) {
    let decoded = Certificate(der: bytes[...])
    if let decoded {
      promise(decoded.encoded.elementsEqual(bytes), "a certificate has other bytes than its own")
      _ = DistinguishedName(decoded.subject).commonName
      promise(decoded.serialNumber.count <= bytes.count, "a serial number is longer than its file")
    }
    guard let roots = try? TrustAnchor.custom(bytes) else { return }
    promise(!roots.isEmpty, "a file of roots without a root was accepted")
  }

  /// What Apple or the test authority signed in a receipt.
  private static let signedContents: Set<[UInt8]> = Set(
    Seeds.signed().compactMap { bytes in
      try? ReceiptDecoder().decode(bytes)
    }.flatMap { [$0] + $0.allNested }.compactMap(signedPart))

  private static func signedPart(_ decoded: DecodedReceipt) -> [UInt8]? {
    switch decoded.envelope {
    case .pkcs7(let signedData): signedData.content.map(Array.init)
    case .jws(let jws): Array(jws.signedPart)
    case .propertyList(let envelope): envelope.purchaseInfo
    case .json, .attributes: nil
    }
  }

  private static let verifiers: [ReceiptVerifier] = {
    guard let authority = try? TestAuthority.wellKnown(),
      let roots = try? TrustAnchor.custom(Array(AuthorityFiles.rootsText(of: authority).utf8))
    else { fatalError("there is no test authority") }
    return [ReceiptVerifier(trustRoots: roots), ReceiptVerifier(profile: .xcode)]
  }()

  /// A receipt that is believed has exactly the signed content, because no one else has the key. With the profile of
  /// Xcode anyone can sign.
  private static func trust(_ bytes: [UInt8]) {
    guard let decoded = try? ReceiptDecoder().decode(bytes) else { return }
    for receipt in [decoded] + decoded.allNested {
      let verification = verifiers[0].verify(receipt)
      _ = verifiers[1].verify(receipt)
      guard verification.isTrusted else { continue }
      if case .json = receipt.envelope { continue }
      guard let part = signedPart(receipt) else {
        promise(false, "nothing signed is trusted")
        return
      }
      promise(signedContents.contains(part), "content that nobody signed is trusted")
    }
  }
}
