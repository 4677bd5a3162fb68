import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Elliptic curves: signing for tests, and verifying, with published vectors.
@Suite struct EllipticTests {
  private typealias DER = ReceiptMaking.DER

  private static func octets(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8).compactMap { Hexadecimal.value(ofDigit: $0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  @Test("SHA-384 of the standard's example (FIPS 180-4)")
  func sha384() {
    #expect(
      hex(DigestAlgorithm.sha384.digest(of: ArraySlice("abc".utf8)))
        == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        + "8086072ba1e7cc2358baeca134c825a7")
  }

  @Test("HMAC of the standard's second and sixth examples (RFC 4231)")
  func hmac() {
    #expect(
      hex(HMAC.sha256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      hex(
        HMAC.sha256(
          key: [UInt8](repeating: 0xAA, count: 131),
          Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test("A kept key gives the same codes, whatever the lengths of key and message")
  func keptKey() {
    for key in [0, 1, 32, 63, 64, 65, 131] {
      let key = (0..<key).map { UInt8($0) }
      let kept = HMACKey(key)
      for message in [0, 1, 55, 56, 64, 200] {
        let message = [UInt8](repeating: 7, count: message)
        #expect(kept.code(message) == HMAC.sha256(key: key, message))
        // Nothing is left over from the code before.
        #expect(kept.code(message) == HMAC.sha256(key: key, message))
      }
    }
  }

  @Test("nonces and signatures are those of RFC 6979, A.2.5 and A.2.6")
  func deterministic() {
    let p256 = Self.octets("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
    #expect(
      (try? DeterministicECDSA(.p256, scalar: p256, .sha256).sign(Array("sample".utf8)))
        == Self.octets(
          """
          EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716
          F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
          """))
    #expect(
      (try? DeterministicECDSA(.p256, scalar: p256, .sha384).sign(Array("sample".utf8)))
        == Self.octets(
          """
          0EAFEA039B20E9B42309FB1D89E213057CBF973DC0CFC8F129EDDDC800EF7719
          4861F0491E6998B9455193E34E7B0D284DDD7149A74B95B9261F13ABDE940954
          """))
    let p384 = Self.octets(
      """
      6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D8
      96D5724E4C70A825F872C9EA60D2EDF5
      """)
    #expect(
      (try? DeterministicECDSA(.p384, scalar: p384, .sha384).sign(Array("sample".utf8)))
        == Self.octets(
          """
          94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46
          99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8
          """))
  }

  @Test("a signature verifies only with the same key, digest and curve")
  func verifying() throws {
    let message = Array("message".utf8)
    for (key, curve) in [
      (try SigningKey.p256(seed: "a"), EllipticCurve.p256), (try .p384(seed: "a"), .p384),
    ] {
      let point = key.publicKeyInfo.suffix(1 + 2 * curve.length)
      let publicKey = try #require(ECPublicKey(curve, point: point))
      for (scheme, digest, other) in [
        (SigningKey.Scheme.ecdsa, DigestAlgorithm.sha256, DigestAlgorithm.sha384),
        (.ecdsaSHA384, .sha384, .sha256),
      ] {
        let signature = try key.sign(message, scheme)
        #expect(publicKey.verifies(signature[...], over: message[...], digest))
        #expect(!publicKey.verifies(signature[...], over: message[...], other))
        #expect(!publicKey.verifies(signature[...], over: message.dropLast(), digest))
        #expect(!publicKey.verifies(signature.dropLast(), over: message[...], digest))
        #expect(!publicKey.verifies(signature + [0], over: message[...], digest))
        #expect(!publicKey.verifies([], over: message[...], digest))
        #expect(try key.sign(message, scheme) == signature)
      }
    }
    #expect(drainOpenSSLErrors().isEmpty)
  }

  @Test("a key is a point in uncompressed form, and in no other (SEC 1 §2.3.3)")
  func points() throws {
    let point = try SigningKey.p256(seed: "a").publicKeyInfo.suffix(65)
    #expect(ECPublicKey(.p256, point: point) != nil)
    #expect(ECPublicKey(.p384, point: point) == nil)
    // The compressed form, and the hybrid form (X9.62 §4.3.6), both of which OpenSSL reads.
    let isOdd = try #require(point.last) & 1
    #expect(ECPublicKey(.p256, point: [0x02 | isOdd] + point.dropFirst().prefix(32)) == nil)
    #expect(ECPublicKey(.p256, point: [0x06 | isOdd] + point.dropFirst()) == nil)
    #expect(ECPublicKey(.p256, point: point.dropLast()) == nil)
    #expect(drainOpenSSLErrors().isEmpty)
  }

  @Test("r and s are 1 to n − 1, of 32 bytes each, and become minimal INTEGERs")
  func form() throws {
    func number(_ last: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 31) + [last] }
    let order = ECDSASignature.orderOfP256
    let largest = Array(order.dropLast()) + [order[31] - 1]
    #expect(
      try ECDSASignature(es256: number(1) + number(0x80)).der
        == [0x30, 0x07, 0x02, 0x01, 0x01, 0x02, 0x02, 0x00, 0x80])
    #expect(
      try ECDSASignature(es256: largest + largest).der
        == DER.sequence(
          DER.integer(magnitude: largest), DER.integer(magnitude: largest)))
    for octets in [
      number(0) + number(1), number(1) + number(0), order + number(1), number(1) + order,
      [UInt8](repeating: 0xFF, count: 64),
    ] {
      #expect(throws: ECDSASignature.Fault.range) { try ECDSASignature(es256: octets) }
    }
    for count in [0, 63, 65, 96] {
      #expect(throws: ECDSASignature.Fault.length) {
        try ECDSASignature(es256: [UInt8](repeating: 1, count: count))
      }
    }
  }

  @Test("the JWS branch is derived from the seed, byte for byte, and reads back correctly")
  func branch() throws {
    let first = try TestAuthority(seed: "a")
    let again = try TestAuthority(seed: "a")
    #expect(try first.elliptic().certificates == again.elliptic().certificates)
    #expect(try first.ellipticRootCertificate == first.elliptic().root.certificate)
    #expect(try first.ellipticRootCertificate != TestAuthority(seed: "b").ellipticRootCertificate)
    #expect(
      try first.jws(ExampleTransaction.payload).encoded
        == again.jws(ExampleTransaction.payload).encoded)
    let leaf = try Certificate(first.elliptic().leaf.certificate[...])
    #expect(leaf.curveName == "P-256" && leaf.rsaKeySize == nil)
    #expect(try CertificateUsage(leaf).allowsDigitalSignature && !leaf.isAuthority)
    let root = try Certificate(first.ellipticRootCertificate[...])
    #expect(root.curveName == "P-384" && root.isAuthority)
    #expect(try Certificate(first.rootCertificate[...]).curveName == nil)
  }
}
