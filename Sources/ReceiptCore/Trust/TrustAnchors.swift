/// A root certificate that a chain may end in. The chain of an app receipt needs a root with an RSA key; the
/// chain of a JWS may end in any.
public struct TrustAnchor: Sendable {
  /// The root certificate itself.
  public let certificate: Certificate
  /// Its name in messages.
  public let name: String
  let isApple: Bool

  /// Apple's roots, from <https://www.apple.com/certificateauthority/>. Receipts end in the first.
  public static let apple: [TrustAnchor] = [
    ("Apple Root CA", PackageResources.AppleRootCA_cer),
    ("Apple Root CA - G2", PackageResources.AppleRootCA_G2_cer),
    ("Apple Root CA - G3", PackageResources.AppleRootCA_G3_cer),
  ].compactMap { name, bytes in
    // A test makes sure that all of them can be read. A root that cannot be read would be missing here.
    (try? Certificate(bytes[...])).map {
      TrustAnchor(certificate: $0, name: name, isApple: true)
    }
  }

  private init(certificate: Certificate, name: String, isApple: Bool) {
    self.certificate = certificate
    self.name = name
    self.isApple = isApple
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
        guard case .malformed(let offset) = error else { continue }
        throw ReceiptError(
          .invalidRoot, "this certificate cannot be read", offset: offset,
          hint: "check it with openssl x509 -in FILE -text")
      }
      // The rules for JWS allow every kind of key, including those of receipts.
      guard certificate.isAuthority || certificate.isOldRoot,
        (try? ChainRules.jws.issuerKey(certificate, "the root")) != nil
      else {
        throw ReceiptError(
          .invalidRoot, "this certificate is no root for receipts",
          hint: "a root is an authority (CA:TRUE) with an RSA key of 2048 bits or more, "
            + "or an elliptic key on P-256 or P-384")
      }
      anchors.append(
        TrustAnchor(
          certificate: certificate, name: DistinguishedName(certificate.subject).commonName,
          isApple: false))
    }
    return anchors
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

/// Names of known Apple certificates, by the first four bytes of their SHA-256.
public enum KnownCertificate {
  private static func name(_ fingerprint: UInt32) -> String? {
    switch fingerprint {
    case 0x64b3_0291: "WWDR 2008"
    case 0xce05_7691: "WWDR G1"
    case 0x9ed4_b3b8: "WWDR G2"
    case 0xdcf2_1878: "WWDR G3"
    case 0xea47_5788: "WWDR G4"
    case 0x53fd_0082: "WWDR G5"
    case 0xbdd4_ed6e: "WWDR G6"
    case 0x0f57_0d75: "WWDR G7"
    case 0x2990_1bad: "WWDR G8"
    case 0xb0b1_730e: "Apple Root CA"
    case 0xc2b9_b042: "Apple Root CA - G2"
    case 0x6334_3abf: "Apple Root CA - G3"
    case 0xff0b_a36e: "StoreKit test certificate"
    default: nil
    }
  }

  /// The name of the certificate with this SHA-256; `nil` if it is not known. The name is for display and
  /// proves nothing.
  public static func name(sha256: [UInt8]) -> String? {
    guard sha256.count == 32 else { return nil }
    return name(sha256.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// SHA-256 of the certificate with which Xcode signs test receipts. Every copy of Xcode has it, so its
  /// private key is public.
  package static let storeKitTest: [UInt8] = [
    0xFF, 0x0B, 0xA3, 0x6E, 0x72, 0x1D, 0x2D, 0xB7, 0x41, 0xD2, 0xAA, 0x11, 0xE6, 0x11, 0x2E, 0xF7,
    0x8B, 0xF7, 0x13, 0x1B, 0x46, 0xC7, 0xF0, 0x35, 0xB0, 0x08, 0x91, 0xD0, 0x45, 0xC8, 0x64, 0xFE,
  ]
}
