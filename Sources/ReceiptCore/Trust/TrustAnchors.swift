/// A root certificate that a chain may end in. The chain of an app receipt needs a root with an RSA key; the
/// chain of a JWS may end in any.
public struct TrustAnchor: Sendable {
  /// The root certificate itself.
  public let certificate: Certificate
  /// Its name in messages.
  public let name: String
  let isApple: Bool
  /// How many authorities may follow below it; `nil` without a limit (RFC 5280 §4.2.1.9).
  let pathLength: Int64?

  /// Apple's roots, from <https://www.apple.com/certificateauthority/>. Receipts end in the first.
  public static let apple: [TrustAnchor] = [
    ("Apple Root CA", PackageResources.AppleRootCA_cer),
    ("Apple Root CA - G2", PackageResources.AppleRootCA_G2_cer),
    ("Apple Root CA - G3", PackageResources.AppleRootCA_G3_cer),
  ].compactMap { name, bytes in
    // A test makes sure that all of them can be read. A root that cannot be read would be missing here.
    (try? Certificate(bytes[...])).map {
      TrustAnchor(certificate: $0, name: name, isApple: true, pathLength: nil)
    }
  }

  init(certificate: Certificate, name: String, isApple: Bool, pathLength: Int64?) {
    self.certificate = certificate
    self.name = name
    self.isApple = isApple
    self.pathLength = pathLength
  }

  /// Reads the roots in a file of the caller: one in DER, or any number in PEM (RFC 7468 §5).
  ///
  /// - Throws: when there is no root, or one that cannot be read or used. Leaving out a root silently would
  ///   be worse than an error.
  public static func custom(_ file: [UInt8]) throws(ReceiptError) -> [TrustAnchor] {
    let encodings = file.first == 0x30 ? [file] : try PEM.certificates(in: file)
    guard !encodings.isEmpty else {
      throw ReceiptError(
        .invalidRoot, "there is no certificate in it", offset: 0,
        hint: "a root is a certificate in DER, or in PEM between BEGIN and END CERTIFICATE")
    }
    var anchors: [TrustAnchor] = []
    for encoding in encodings {
      let certificate: Certificate
      do {
        certificate = try Certificate(encoding[...], allowsVersion1: true)
      } catch {
        throw ReceiptError(
          .invalidRoot, "this certificate cannot be read", offset: error.offset,
          hint: "check it with openssl x509 -in FILE -text")
      }
      anchors.append(try TrustAnchor(custom: certificate))
    }
    return anchors
  }

  /// A root of the caller. What it may be used for binds, as with any certificate: what cannot be understood
  /// is refused.
  private init(custom certificate: Certificate) throws(ReceiptError) {
    let name = DistinguishedName(certificate.subject).commonName
    let usage: CertificateUsage
    do throws(ChainFailure) {
      usage = try AppleProfile.usage(of: certificate, "the root \"\(name)\"")
      try AppleProfile.checkCriticalExtensions(
        certificate, usage, "the root \"\(name)\"", otherwise: .wrongCertificatePurpose)
    } catch {
      throw ReceiptError(
        .invalidRoot, error.message, hint: "trust another root; this one cannot vouch for receipts")
    }
    guard !usage.hasKeyUsage || usage.allowsCertificateSigning else {
      throw ReceiptError(
        .invalidRoot, "the root \"\(name)\" may not sign certificates, by its key usage",
        hint: "a root needs the key usage keyCertSign, or none")
    }
    // The rules for JWS allow every kind of key, including those of receipts.
    guard usage.isAuthority || certificate.isOldRoot,
      (try? ChainRules.jws.issuerKey(certificate, "the root")) != nil
    else {
      throw ReceiptError(
        .invalidRoot, "this certificate is no root for receipts",
        hint: "a root is an authority (CA:TRUE) with an RSA key of 2048 bits or more, "
          + "or an elliptic key on P-256 or P-384")
    }
    self.init(
      certificate: certificate, name: name, isApple: false, pathLength: usage.pathLength)
  }
}

extension Certificate {
  /// Roots of version 1 have no extension that marks them as an authority. All that can be checked is that
  /// they issued themselves.
  fileprivate var isOldRoot: Bool { isVersion1 && subject.elementsEqual(issuer) }
}

extension ReceiptError.Code {
  /// A file of trusted roots that has no root, or one that cannot be used.
  public static let invalidRoot = Self(rawValue: "invalid-root")
}
