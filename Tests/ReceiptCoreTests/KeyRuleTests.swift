import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Which RSA keys a certificate may have.
@Suite struct KeyRuleTests {
  private typealias DER = ReceiptMaking.DER

  private static func certificate(modulus: [UInt8], exponent: [UInt8]) throws -> Certificate {
    let key = DER.sequence(DER.element(0x02, modulus), DER.element(0x02, exponent))
    return try Certificate(CertificateParts(key: DER.bitString(key)).encoded[...])
  }

  /// A modulus of this many bits, as the content of an INTEGER.
  private static func modulus(bits: Int, last: UInt8 = 0xFF) -> [UInt8] {
    let first: [UInt8] = bits % 8 == 0 ? [0] : [1 << UInt8(bits % 8) - 1]
    return first + [UInt8](repeating: 0xFF, count: bits / 8 - 1) + [last]
  }

  private static let usual: [UInt8] = [1, 0, 1]

  private static func failure(modulus: [UInt8], exponent: [UInt8] = usual) throws -> ChainFailure? {
    let certificate = try certificate(modulus: modulus, exponent: exponent)
    do throws(ChainFailure) {
      _ = try AppleProfile.key(of: certificate, "the signer's certificate")
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "keys of 2048 to 8192 bits are strong enough",
    arguments: [
      (1024, .weakKey), (2047, .weakKey), (2048, nil), (2049, nil), (4096, nil), (8192, nil),
      (8193, .weakKey),
    ] as [(Int, CheckReason?)])
  func sizes(bits: Int, reason: CheckReason?) throws {
    let modulus = Self.modulus(bits: bits)
    #expect(try Self.certificate(modulus: modulus, exponent: Self.usual).rsaKeySize == bits)
    let failure = try Self.failure(modulus: modulus)
    #expect(failure?.reason == reason)
    #expect((failure?.hint?.contains("2010") == true) == (bits == 1024))
  }

  @Test(
    "an exponent is odd, not less than 65537, and has eight bytes at most",
    arguments: [
      ([1, 0, 1], true), ([1, 0, 3], true), ([1, 0, 0, 0, 0, 0, 0, 1], true),
      ([3], false), ([0, 0xFF, 0xFF], false), ([1, 0, 0], false), ([1, 0, 2], false),
      // Its last eight bytes alone would be 65537.
      ([1, 0, 0, 0, 0, 0, 1, 0, 1], false),
    ] as [([UInt8], Bool)])
  func exponents(exponent: [UInt8], isSound: Bool) throws {
    let failure = try Self.failure(modulus: Self.modulus(bits: 2048), exponent: exponent)
    #expect(failure?.reason == (isSound ? nil : .weakKey))
  }

  @Test("a key verifies no certificate of another algorithm, or of two")
  func otherKind() throws {
    let authority = try TestAuthority.shared.get()
    let elliptic = try authority.elliptic()
    func verifies(
      _ root: TestAuthority.Identity, inner: [UInt8], outer: [UInt8],
      by signer: TestAuthority.Identity, allowsSHA1: Bool = true
    ) throws -> Bool {
      var template = authority.intermediate.template
      template.signatureAlgorithm = inner
      template.outerSignatureAlgorithm = outer
      let issued = try template.signed(authority.intermediate.key, by: signer.key)
      return try ChainRules.jws.issuerKey(Certificate(root.certificate[...]), "the root")
        .verifies(Certificate(issued[...]), allowsSHA1: allowsSHA1)
    }
    let rsa = KnownAlgorithm.sha256WithRSA
    let ecdsa = KnownAlgorithm.ecdsaWithSHA256
    let root = authority.root
    #expect(try verifies(root, inner: rsa, outer: rsa, by: root))
    #expect(try verifies(elliptic.root, inner: ecdsa, outer: ecdsa, by: elliptic.root))
    #expect(try !verifies(root, inner: ecdsa, outer: ecdsa, by: elliptic.root))
    #expect(try !verifies(elliptic.root, inner: rsa, outer: rsa, by: root))
    let sha1 = KnownAlgorithm.sha1WithRSA
    #expect(try verifies(root, inner: sha1, outer: sha1, by: root))
    #expect(try !verifies(root, inner: sha1, outer: sha1, by: root, allowsSHA1: false))
    // Signed as the algorithm outside says.
    #expect(try !verifies(root, inner: KnownAlgorithm.rsaEncryption, outer: rsa, by: root))
  }

  @Test("an even modulus is not sound")
  func evenModulus() throws {
    #expect(try Self.failure(modulus: Self.modulus(bits: 2048, last: 0xFE))?.reason == .weakKey)
  }

  @Test(
    "numbers that are negative, zero or not minimal are no RSA key",
    arguments: [
      ([0x80] + modulus(bits: 2040), usual), ([0, 0] + modulus(bits: 2040), usual), ([0], usual),
      (modulus(bits: 2048), [0x80, 0, 1]), (modulus(bits: 2048), [0, 1, 0, 1]),
      (modulus(bits: 2048), [0]), (modulus(bits: 2048), []),
    ] as [([UInt8], [UInt8])])
  func notPositive(modulus: [UInt8], exponent: [UInt8]) throws {
    let certificate = try Self.certificate(modulus: modulus, exponent: exponent)
    #expect(certificate.rsaKeySize == nil)
    let failure = try Self.failure(modulus: modulus, exponent: exponent)
    #expect(failure?.reason == .unsupportedAlgorithm)
  }
}
