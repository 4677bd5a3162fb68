package import ReceiptCore

/// A test authority as files, for making more receipts under the same root later.
package enum AuthorityFiles {
  /// A file of an authority.
  package struct File: Sendable {
    package let name: String
    package let text: String
    /// It is a private key, which only its owner should read.
    package let isSecret: Bool
  }

  /// The names of certificates and keys without extension: root, intermediate and leaf, for receipts and for
  /// JWS.
  package static let names = [
    "root", "intermediate", "leaf", "jws-root", "jws-intermediate", "jws-leaf",
  ]
  package static let certificateEnding = ".pem"
  package static let keyEnding = ".key"
  /// Both roots in one file, to be trusted in tests.
  package static let roots = "roots.pem"

  /// The authority for a seed. It is private if the seed is.
  package static func authority(seed: [UInt8]) throws(SigningFailure) -> TestAuthority {
    try TestAuthority(seed: Hexadecimal.encode(seed), validity: TestAuthority.anyTime)
  }

  /// All files of an authority.
  package static func files(of authority: TestAuthority) throws(SigningFailure) -> [File] {
    let elliptic = try authority.elliptic()
    let identities = [
      authority.root, authority.intermediate, authority.leaf,
      elliptic.root, elliptic.intermediate, elliptic.leaf,
    ]
    let pairs = zip(names, identities).flatMap { name, identity in
      [
        File(
          name: name + certificateEnding, text: PEM.encode(identity.certificate[...]),
          isSecret: false),
        File(
          name: name + keyEnding, text: PEM.encode(privateKey: identity.key.encoded), isSecret: true
        ),
      ]
    }
    return try pairs + [File(name: roots, text: rootsText(of: authority), isSecret: false)]
  }

  /// Both roots in PEM.
  package static func rootsText(of authority: TestAuthority) throws(SigningFailure) -> String {
    PEM.encode(authority.rootCertificate[...])
      + PEM.encode(try authority.ellipticRootCertificate[...])
  }

  /// Reads an authority from its files.
  ///
  /// - Parameter read: returns the bytes of a file.
  package static func authority(
    reading read: (String) throws(ReceiptError) -> [UInt8]
  ) throws(ReceiptError) -> TestAuthority {
    var identities: [TestAuthority.Identity] = []
    for name in names { identities.append(try identity(name, read)) }
    let hash = DigestAlgorithm.sha256.digest(of: identities[0].certificate[...])
    return TestAuthority(
      // Forgers imitate an authority with keys that follow from its seed.
      seed: Hexadecimal.encode(hash), root: identities[0], intermediate: identities[1],
      leaf: identities[2],
      elliptic: JWSAuthority(
        root: identities[3], intermediate: identities[4], leaf: identities[5]))
  }

  private static func identity(
    _ name: String, _ read: (String) throws(ReceiptError) -> [UInt8]
  ) throws(ReceiptError) -> TestAuthority.Identity {
    let hint = "it was changed since it was made; with a new folder a new authority is made"
    guard let bytes = try PEM.certificates(in: read(name + certificateEnding)).first,
      let certificate = try? Certificate(bytes[...]),
      // Only the content of the INTEGER.
      let serialNumber = Array(certificate.serialNumber).serialNumber
    else {
      throw ReceiptError(
        .invalidAuthority, "\(name + certificateEnding) holds no certificate of ours", hint: hint)
    }
    guard let octets = PEM.privateKey(in: try read(name + keyEnding)),
      let key = try? SigningKey(octets),
      key.publicKeyInfo.suffix(certificate.publicKey.count).elementsEqual(certificate.publicKey)
    else {
      throw ReceiptError(
        .invalidAuthority, "\(name + keyEnding) is not the key of \(name + certificateEnding)",
        hint: hint)
    }
    let template = CertificateTemplate(
      serialNumber: serialNumber, issuer: Array(certificate.issuer),
      subject: Array(certificate.subject), notBefore: certificate.notBefore,
      notAfter: certificate.notAfter, extensions: [])
    return TestAuthority.Identity(template: template, key: key, certificate: bytes)
  }
}

extension [UInt8] {
  /// The serial number from its whole INTEGER; `nil` if it needs more than 64 bits.
  fileprivate var serialNumber: Int64? {
    guard count > 2, self[1] == UInt8(truncatingIfNeeded: count - 2) else { return nil }
    return integer(2..<count)
  }
}

extension ReceiptError.Code {
  /// The files of a test authority do not belong together.
  package static let invalidAuthority = Self(rawValue: "invalid-authority")
}
