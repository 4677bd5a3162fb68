internal import ReceiptCore

/// The details of a certificate for `--certificates`.
struct CertificateDetails {
  let knownName: String?
  private(set) var commonName = "unreadable certificate"
  private(set) var subject: String?
  private(set) var issuer: String?
  private(set) var serialNumber: String?
  private(set) var notBefore: ReceiptDate?
  private(set) var notAfter: ReceiptDate?
  private(set) var key: String?
  private(set) var signatureAlgorithm: String?
  /// Apple's marker extensions, which state the purpose of a certificate.
  private(set) var markers: [String] = []
  let sha1: String
  let sha256: String

  init(_ encoded: ArraySlice<UInt8>) {
    let fingerprint = DigestAlgorithm.sha256.digest(of: encoded)
    knownName = KnownCertificate.name(sha256: fingerprint)
    sha256 = Hexadecimal.encode(fingerprint)
    sha1 = Hexadecimal.encode(DigestAlgorithm.sha1.digest(of: encoded))
    guard let certificate = Certificate(der: encoded) else { return }
    let subject = DistinguishedName(certificate.subject)
    commonName = subject.commonName
    self.subject = subject.description
    issuer = DistinguishedName(certificate.issuer).description
    // After the INTEGER's header of two bytes.
    serialNumber = Hexadecimal.encode(certificate.serialNumber.dropFirst(2))
    notBefore = certificate.notBefore
    notAfter = certificate.notAfter
    key =
      certificate.rsaKeySize.map { "RSA-\($0)" } ?? certificate.curveName
      ?? Self.names[certificate.keyAlgorithm.description]
      ?? certificate.keyAlgorithm.description
    let algorithm = certificate.signatureAlgorithm.description
    signatureAlgorithm = Self.names[algorithm] ?? algorithm
    markers = certificate.extensions.map(\.oid.description).filter {
      $0.hasPrefix("1.2.840.113635.100.6.")
    }
  }

  private static let names = [
    "1.2.840.113549.1.1.1": "RSA",
    "1.2.840.113549.1.1.5": "sha1WithRSAEncryption",
    "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
    "1.2.840.113549.1.1.12": "sha384WithRSAEncryption",
    "1.2.840.10045.2.1": "EC",
    "1.2.840.10045.4.3.2": "ecdsa-with-SHA256",
    "1.2.840.10045.4.3.3": "ecdsa-with-SHA384",
  ]
}
