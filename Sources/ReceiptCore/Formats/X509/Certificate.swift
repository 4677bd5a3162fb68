/// An X.509 certificate (RFC 5280 §4.1), parsed but not verified.
///
/// ```
/// Certificate ::= SEQUENCE {
///   tbsCertificate TBSCertificate,
///   signatureAlgorithm AlgorithmIdentifier,
///   signatureValue BIT STRING }
///
/// TBSCertificate ::= SEQUENCE {
///   version [0] EXPLICIT Version DEFAULT v1,
///   serialNumber CertificateSerialNumber,
///   signature AlgorithmIdentifier,
///   issuer Name,
///   validity Validity,
///   subject Name,
///   subjectPublicKeyInfo SubjectPublicKeyInfo,
///   issuerUniqueID [1] IMPLICIT UniqueIdentifier OPTIONAL,
///   subjectUniqueID [2] IMPLICIT UniqueIdentifier OPTIONAL,
///   extensions [3] EXPLICIT Extensions OPTIONAL }
/// ```
public struct Certificate: Sendable {
  /// The whole certificate as DER.
  public let encoded: ArraySlice<UInt8>
  /// What the issuer signed: the TBSCertificate, with header.
  let signedPart: ArraySlice<UInt8>
  /// The serial number's INTEGER, with header.
  public let serialNumber: ArraySlice<UInt8>
  /// The names as DER, with headers.
  public let issuer: ArraySlice<UInt8>
  /// The owner, as encoded.
  public let subject: ArraySlice<UInt8>
  /// The first and the last moment of its validity (RFC 5280 §4.1.2.5).
  public let notBefore: ReceiptDate
  /// The last moment at which it is valid.
  public let notAfter: ReceiptDate
  /// The signature's algorithm, as given inside and outside the signed part.
  let innerSignatureAlgorithm: ArraySlice<UInt8>
  let outerSignatureAlgorithm: ArraySlice<UInt8>
  /// How the issuer signed it.
  public let signatureAlgorithm: OID
  let signature: ArraySlice<UInt8>
  /// The algorithm of the key, without its parameters.
  public let keyAlgorithm: OID
  /// The key's algorithm with its parameters, and the key itself: the content of its BIT STRING.
  let keyAlgorithmEncoded: ArraySlice<UInt8>
  package let publicKey: ArraySlice<UInt8>
  /// The extensions, in order.
  public let extensions: [Extension]
  /// It is of version 1, which has no extensions.
  let isVersion1: Bool

  /// One extension (RFC 5280 §4.2).
  ///
  /// ```
  /// Extension ::= SEQUENCE {
  ///   extnID OBJECT IDENTIFIER,
  ///   critical BOOLEAN DEFAULT FALSE,
  ///   extnValue OCTET STRING }
  /// ```
  public struct Extension: Sendable {
    /// Which extension it is.
    public let oid: OID
    /// Whether a verifier that does not understand it must refuse the certificate.
    public let isCritical: Bool
    /// The content of the OCTET STRING `extnValue`.
    public let value: ArraySlice<UInt8>
  }

  /// Whether the first bit of the serial number is its sign (X.690 §8.3.3).
  var hasNegativeSerialNumber: Bool { serialNumber.dropFirst(2).first.map { $0 >= 0x80 } ?? true }

  /// The extension with this identifier; `nil` without it.
  public func `extension`(_ oid: OID) -> Extension? { extensions.first { $0.oid == oid } }

  /// SHA-256 over the whole certificate.
  public var sha256: [UInt8] { DigestAlgorithm.sha256.digest(of: encoded) }
  /// SHA-1 over the whole certificate, as many lists of certificates have it.
  public var sha1: [UInt8] { DigestAlgorithm.sha1.digest(of: encoded) }
}

/// Why a certificate cannot be read.
package struct CertificateFault: Error {
  /// The offset of the byte that is not what a certificate has there.
  let offset: Int
}

/// The parts that find a certificate among others. The rest is not read.
struct CertificateNames {
  let serialNumber: ArraySlice<UInt8>
  let issuer: ArraySlice<UInt8>
  let subject: ArraySlice<UInt8>
}

// MARK: - Reading

extension Certificate {
  /// Reads a certificate in DER; `nil` if it is malformed in any way.
  public init?(der encoded: ArraySlice<UInt8>) {
    guard let certificate = try? Certificate(encoded, allowsVersion1: true) else { return nil }
    self = certificate
  }

  /// Reads a certificate that fills `encoded` exactly. Certificates are always DER.
  ///
  /// - Parameter allowsVersion1: accept version 1, which has no extensions and so does not limit what the
  ///   certificate may be used for. Meant for a pinned root and for display.
  package init(
    _ encoded: ArraySlice<UInt8>, allowsVersion1: Bool = false
  ) throws(CertificateFault) {
    // The slice keeps the indices of the file, and so do all parts.
    var reader = CertificateReader(encoded)
    let certificate = try reader.only(0x30)
    var outer = reader.inside(certificate)
    let tbs = try outer.next(0x30)
    let outerAlgorithm = try outer.next(0x30)
    let signature = try outer.bitString()
    try outer.end()

    var fields = reader.inside(tbs)
    // version [0] EXPLICIT: extensions need version 3, whose number is 2.
    let version = try fields.optional(0xA0)
    if let version {
      var versionFields = reader.inside(version)
      guard reader.content(try versionFields.only(0x02)).elementsEqual([2]) else {
        throw CertificateFault(offset: version.start)
      }
    } else if !allowsVersion1 {
      throw CertificateFault(offset: tbs.contentStart)
    }
    serialNumber = reader.whole(try fields.integer())
    let innerAlgorithm = try fields.next(0x30)
    issuer = reader.whole(try fields.next(0x30))
    var validity = reader.inside(try fields.next(0x30))
    notBefore = try validity.time()
    notAfter = try validity.time()
    try validity.end()
    subject = reader.whole(try fields.next(0x30))
    var keyInfo = reader.inside(try fields.next(0x30))
    let keyAlgorithm = try keyInfo.next(0x30)
    publicKey = try keyInfo.bitString()
    try keyInfo.end()
    // Unique identifiers are obsolete, and no certificate here has one. Extensions come last.
    _ = try fields.optional(0x81)
    _ = try fields.optional(0x82)
    var extensions: [Extension] = []
    if version != nil, let wrapper = try fields.optional(0xA3) {
      var wrapped = reader.inside(wrapper)
      var list = reader.inside(try wrapped.next(0x30))
      while !list.isAtEnd {
        guard extensions.count < Self.maximumExtensions else {
          throw CertificateFault(offset: list.position)
        }
        extensions.append(try list.certificateExtension())
      }
      try wrapped.end()
    }
    try fields.end()

    self.encoded = encoded
    self.extensions = extensions
    isVersion1 = version == nil
    self.signature = signature
    signedPart = reader.whole(tbs)
    innerSignatureAlgorithm = reader.whole(innerAlgorithm)
    outerSignatureAlgorithm = reader.whole(outerAlgorithm)
    keyAlgorithmEncoded = reader.whole(keyAlgorithm)
    signatureAlgorithm = try reader.algorithm(outerAlgorithm)
    self.keyAlgorithm = try reader.algorithm(keyAlgorithm)
  }

  /// The largest number of extensions. Apple's certificates have up to ten.
  private static let maximumExtensions = 64
}

extension CertificateNames {
  init(_ encoded: ArraySlice<UInt8>) throws(CertificateFault) {
    try self.init(CertificateReader(encoded))
  }

  /// Reads only up to the subject.
  init(_ certificate: CertificateReader) throws(CertificateFault) {
    var reader = certificate
    var outer = reader.inside(try reader.only(0x30))
    var fields = reader.inside(try outer.next(0x30))
    _ = try fields.optional(0xA0)
    let serialNumber = try fields.next(0x02)
    _ = try fields.next(0x30)
    let issuer = try fields.next(0x30)
    _ = try fields.next(0x30)
    let subject = try fields.next(0x30)
    self.serialNumber = reader.whole(serialNumber)
    self.issuer = reader.whole(issuer)
    self.subject = reader.whole(subject)
  }
}

/// Reads DER elements from a slice one after the other, and refuses everything unusual.
struct CertificateReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let limit: Int
  /// The difference between an index of the given slice and one of `bytes`.
  private let shift: Int

  init(_ slice: ArraySlice<UInt8>) {
    self.init(Array(slice), 0..<slice.count, shift: slice.startIndex)
  }

  /// Reads a part of a file in place.
  init(_ bytes: [UInt8], _ range: Range<Int>, shift: Int = 0) {
    self.bytes = bytes
    position = range.lowerBound
    limit = range.upperBound
    self.shift = shift
  }

  var isAtEnd: Bool { position == limit }

  func inside(_ element: ASN1Element) -> CertificateReader {
    CertificateReader(bytes, element.content, shift: shift)
  }

  func whole(_ element: ASN1Element) -> ArraySlice<UInt8> { bytes[element.start..<element.end] }

  func content(_ element: ASN1Element) -> ArraySlice<UInt8> { bytes[element.content] }

  private func fault(_ index: Int) -> CertificateFault { CertificateFault(offset: index + shift) }

  /// The next element, which must have this identifier.
  mutating func next(_ identifier: UInt8) throws(CertificateFault) -> ASN1Element {
    let element: ASN1Element
    do {
      element = try bytes.element(at: position, limit: limit)
    } catch {
      throw fault(position)
    }
    guard element.identifier == identifier, !element.isIndefinite, !element.isCut,
      element.hasMinimalLength
    else { throw fault(position) }
    position = element.end
    return element
  }

  /// Passes over the next element, of any kind.
  mutating func skip() throws(CertificateFault) {
    guard position < limit else { throw fault(position) }
    _ = try next(bytes[position])
  }

  /// The next element if it has this identifier.
  mutating func optional(_ identifier: UInt8) throws(CertificateFault) -> ASN1Element? {
    guard position < limit, bytes[position] == identifier else { return nil }
    return try next(identifier)
  }

  /// The only element that is left.
  mutating func only(_ identifier: UInt8) throws(CertificateFault) -> ASN1Element {
    let element = try next(identifier)
    try end()
    return element
  }

  package func end() throws(CertificateFault) {
    guard isAtEnd else { throw fault(position) }
  }

  /// The bytes of a BIT STRING without unused bits (X.690 §8.6.2). Unused bits would allow one signature to
  /// be written in several ways.
  mutating func bitString() throws(CertificateFault) -> ArraySlice<UInt8> {
    let element = try next(0x03)
    guard element.content.count > 1, bytes[element.contentStart] == 0 else {
      throw fault(element.start)
    }
    return bytes[element.contentStart + 1..<element.end]
  }

  /// An INTEGER in the fewest bytes (X.690 §8.3.2).
  mutating func integer() throws(CertificateFault) -> ASN1Element {
    let element = try next(0x02)
    guard !element.content.isEmpty, bytes.isMinimalInteger(element.content) else {
      throw fault(element.start)
    }
    return element
  }

  /// BOOLEAN DEFAULT FALSE. DER writes TRUE as FF, and leaves the default out (X.690 §11.1, §11.5).
  mutating func flag() throws(CertificateFault) -> Bool {
    guard let element = try optional(0x01) else { return false }
    guard content(element).elementsEqual([0xFF]) else { throw fault(element.start) }
    return true
  }

  /// Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime } (RFC 5280 §4.1).
  mutating func time() throws(CertificateFault) -> ReceiptDate {
    let utcTime = try optional(0x17)
    let element = if let utcTime { utcTime } else { try next(0x18) }
    guard let date = ReceiptDate(time: content(element), isUTCTime: utcTime != nil) else {
      throw fault(element.start)
    }
    return date
  }

  /// The OID of an AlgorithmIdentifier.
  func algorithm(_ element: ASN1Element) throws(CertificateFault) -> OID {
    var fields = inside(element)
    return OID(encoded: whole(try fields.next(0x06)))
  }

  mutating func certificateExtension() throws(CertificateFault) -> Certificate.Extension {
    var fields = inside(try next(0x30))
    let identifier = try fields.next(0x06)
    guard OID.isWellFormed(content: content(identifier)) else { throw fault(identifier.start) }
    let oid = OID(encoded: whole(identifier))
    let isCritical = try fields.flag()
    let value = content(try fields.next(0x04))
    try fields.end()
    return Certificate.Extension(oid: oid, isCritical: isCritical, value: value)
  }
}

// MARK: - Keys

extension Certificate {
  /// Whether the certificate may issue others, by its basic constraints (RFC 5280 §4.2.1.9). One whose
  /// extensions are not written as DER has them may not.
  public var isAuthority: Bool { (try? CertificateUsage(self))?.isAuthority ?? false }

  /// The RSA key's modulus and exponent: the contents of their INTEGERs without a sign byte (RFC 8017
  /// §A.1.1); `nil` for another kind of key.
  var rsaParts: (modulus: ArraySlice<UInt8>, exponent: ArraySlice<UInt8>)? {
    guard keyAlgorithmEncoded.elementsEqual(KnownAlgorithm.rsaEncryption) else { return nil }
    var reader = CertificateReader(publicKey)
    guard let sequence = try? reader.only(0x30) else { return nil }
    var fields = reader.inside(sequence)
    guard let modulus = try? fields.next(0x02), let exponent = try? fields.next(0x02),
      fields.isAtEnd, let n = positive(reader.content(modulus)),
      let e = positive(reader.content(exponent))
    else { return nil }
    return (n, e)
  }

  /// A minimal positive INTEGER's bytes without the sign byte.
  private func positive(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = content.first, first < 0x80,
      Array(content).isMinimalInteger(0..<content.count)
    else { return nil }
    let magnitude = first == 0 ? content.dropFirst() : content
    return magnitude.isEmpty ? nil : magnitude
  }

  /// The size of the RSA modulus in bits; `nil` for another kind of key.
  public var rsaKeySize: Int? {
    rsaParts.map { $0.modulus.count * 8 - ($0.modulus.first?.leadingZeroBitCount ?? 0) }
  }

  /// The curve of an elliptic key; `nil` for another kind of key, or for another curve.
  var curve: EllipticCurve? { EllipticCurve(key: keyAlgorithmEncoded) }

  /// The curve of an elliptic key, P-256 or P-384; `nil` for another kind of key, or for another curve.
  public var curveName: String? { curve?.name }
}
