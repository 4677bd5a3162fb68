internal import ReceiptCore
internal import ReceiptInsight

/// A certificate in words for people.
struct CertificateDetails {
  /// `nil` where it cannot be read.
  let certificate: Certificate?
  let sha1: String
  let sha256: String
  /// What Apple calls it, where it is one of Apple's.
  let knownName: String?

  init(_ encoded: ArraySlice<UInt8>) {
    certificate = Certificate(der: encoded)
    let fingerprint = DigestAlgorithm.sha256.digest(of: encoded)
    knownName = KnownCertificate.name(sha256: fingerprint)
    sha256 = Hexadecimal.encode(fingerprint)
    sha1 = Hexadecimal.encode(DigestAlgorithm.sha1.digest(of: encoded))
  }

  /// The shortest name there is.
  var title: String {
    knownName ?? certificate.map { DistinguishedName($0.subject).commonName }
      ?? "unreadable certificate"
  }

  var subject: String? { certificate.map { DistinguishedName($0.subject).description } }
  var issuer: String? { certificate.map { DistinguishedName($0.issuer).description } }

  /// Without the INTEGER's header of two bytes.
  var serialNumber: String? {
    certificate.map { Hexadecimal.encode($0.serialNumber.dropFirst(2)) }
  }

  var key: String? {
    certificate.map { certificate in
      certificate.rsaKeySize.map { "RSA-\($0)" } ?? certificate.curveName
        ?? Self.name(of: certificate.keyAlgorithm)
    }
  }

  var signatureAlgorithm: String? { certificate.map { Self.name(of: $0.signatureAlgorithm) } }

  /// Apple's marker OIDs, which say what a certificate is for.
  var markers: [OID] { certificate?.extensions.map(\.oid).filter(\.isAppleMarker) ?? [] }

  private static func name(of oid: OID) -> String {
    ObjectIdentifierNames.name(of: oid.description) ?? oid.description
  }
}
