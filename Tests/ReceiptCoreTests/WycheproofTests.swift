import Testing

@testable import ReceiptCore

/// Signatures of C2SP/wycheproof: edge cases of arithmetic, encodings and padding.
@Suite("Wycheproof", .enabled(if: Suites.isPresent, Suites.absence))
struct WycheproofTests {
  private struct Vectors: Decodable {
    let numberOfTests: Int
    let testGroups: [Group]
  }

  private struct Group: Decodable {
    let publicKey: PublicKey
    let tests: [Vector]
  }

  private struct PublicKey: Decodable {
    let modulus: String?
    let publicExponent: String?
    let uncompressed: String?
  }

  private struct Vector: Decodable {
    let tcId: Int
    let comment: String
    let flags: [String]
    let msg: String
    let sig: String
    let result: String
  }

  private typealias Verify = (_ signature: [UInt8], _ message: [UInt8]) -> Bool

  /// Cases that a verifier may accept or refuse. None of them is accepted here: the padding of RFC 8017 has one form.
  private static let acceptable: Set<String> = ["MissingNull"]

  private func run(_ file: String, _ key: (PublicKey) throws -> Verify) throws {
    let vectors = try Suites.read(Vectors.self, "wycheproof/\(file).json")
    var count = 0
    for group in vectors.testGroups {
      let verifies = try key(group.publicKey)
      for vector in group.tests {
        count += 1
        let isAccepted = verifies(octets(vector.sig), octets(vector.msg))
        #expect(isAccepted == (vector.result == "valid"), "\(vector.tcId): \(vector.comment)")
        if vector.result == "acceptable" {
          #expect(
            !Self.acceptable.isDisjoint(with: vector.flags), "\(vector.tcId): \(vector.flags)")
        }
      }
    }
    #expect(count == vectors.numberOfTests && count > 200)
  }

  private func octets(_ text: String) -> [UInt8] {
    let digits = text.utf8.compactMap { Hexadecimal.value(ofDigit: $0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  @Test("RSASSA-PKCS1-v1_5 with SHA-256, as PKCS#7 and certificates have it")
  func rsa() throws {
    try run("rsa_signature_2048_sha256_test", rsaKey)
  }

  @Test("No signature over another digest is taken for one over SHA-256")
  func otherDigest() throws {
    let vectors = try Suites.read(Vectors.self, "wycheproof/rsa_signature_2048_sha512_test.json")
    #expect(vectors.numberOfTests > 200)
    var count = 0
    for group in vectors.testGroups {
      let verifies = try rsaKey(group.publicKey)
      for vector in group.tests {
        // Some of the invalid ones are sound signatures over SHA-256.
        guard vector.result == "valid" else { continue }
        #expect(!verifies(octets(vector.sig), octets(vector.msg)), "\(vector.tcId)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  private func rsaKey(_ key: PublicKey) throws -> Verify {
    let modulus = octets(try #require(key.modulus))
    let exponent = octets(try #require(key.publicExponent))
    let key = try #require(RSAPublicKey(modulus: modulus[...], exponent: exponent[...]))
    return { key.verifies($0[...], over: $1[...], .sha256) }
  }

  @Test("ECDSA on P-256 in DER, as certificates have it")
  func certificates() throws {
    try run("ecdsa_secp256r1_sha256_test") { key in
      let point = octets(try #require(key.uncompressed))
      let key = try #require(ECPublicKey(.p256, point: point[...]))
      return { key.verifies($0[...], over: $1[...], .sha256) }
    }
  }

  @Test("ECDSA on P-256 as two numbers, as a JWS has it")
  func jws() throws {
    try run("ecdsa_secp256r1_sha256_p1363_test") { key in
      let point = octets(try #require(key.uncompressed))
      let key = try #require(ECPublicKey(.p256, point: point[...]))
      return { signature, message in
        guard let read = try? ECDSASignature(es256: signature) else { return false }
        return key.verifies(read.der[...], over: message[...], .sha256)
      }
    }
  }
}
