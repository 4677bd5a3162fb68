package import ReceiptCore
internal import ReceiptMaking

/// The key with which a developer's server signs its tokens for the App Store Server API.
package struct DeveloperKey: Sendable {
  /// The identifier of the key, which the header of a token names (`kid`).
  package let keyID: String
  /// Who has it (`iss`); `nil` to accept any.
  package let issuer: String?
  /// The point on P-256 (SEC 1 §2.3.3).
  let point: [UInt8]

  /// Whether everyone has it.
  var isTestKey: Bool {
    let test = try? TestDeveloperKey.developer()
    return test?.point == point && test?.keyID == keyID
  }

  /// Reads a key in PEM: a public one, or a private one such as App Store Connect's `AuthKey_….p8`.
  ///
  /// - Throws: `ReceiptError` for anything but one key on P-256.
  package init(pem: [UInt8], keyID: String, issuer: String? = nil) throws(ReceiptError) {
    let info: [UInt8]? =
      PEM.publicKey(in: pem)
      ?? PEM.privateKey(in: pem).flatMap { try? SigningKey($0) }?.publicKeyInfo
    guard let info, let point = SigningKey.pointOfP256(publicKeyInfo: info) else {
      throw ReceiptError(
        .invalidDeveloperKey, "this is no key on P-256 in PEM",
        hint: "App Store Connect gives one as AuthKey_….p8; or leave it away and use the test key")
    }
    self.keyID = keyID
    self.issuer = issuer
    self.point = point
  }
}

/// A key whose private part everyone has, for tests against the stand-in.
package enum TestDeveloperKey {
  /// Apple's have ten characters.
  package static let keyID = "TESTKEY001"
  package static let issuer = "00000000-0000-4000-8000-000000000001"
  /// As App Store Connect names such a file.
  package static let fileName = "AuthKey_\(keyID).p8"

  private static var key: SigningKey {
    get throws(SigningFailure) {
      try .p256(seed: "receipt, test developer: everybody has this key")
    }
  }

  /// The private key in PEM, as App Store Connect gives one.
  package static var pem: String {
    get throws(SigningFailure) { PEM.encode(privateKey: try key.encoded) }
  }

  /// The key as the stand-in knows it.
  package static func developer() throws -> DeveloperKey {
    try DeveloperKey(pem: Array(pem.utf8), keyID: keyID, issuer: issuer)
  }
}

extension ReceiptError.Code {
  /// The key of a developer cannot be read.
  package static let invalidDeveloperKey = Self(rawValue: "invalid-developer-key")
}
