import Foundation
import TestSupport
import Testing

@testable import ReceiptCore

/// Test vectors of other people: NIST's for signatures, and certificates, among them those of PKITS. Where the
/// answer is another on purpose, `vector-deviations.tsv` says why.
@Suite(.enabled(if: Python.isThere, Python.absence), .timeLimit(.minutes(60)))
struct VectorTests {
  private static let list = Fixture.root.appending(
    path: "Tests/ReceiptCommandTests/Support/vector-deviations.tsv")

  private func vectors(_ kind: String) async throws -> [JSON] {
    let result = try await Workbench().python("vectors.py", []).expect(status: 0)
    return try result.lines.map { try JSON($0.utf8) }.filter { $0["kind"]?.string == kind }
  }

  private func bytes(_ json: JSON?) throws -> [UInt8] {
    let digits = Array(try #require(json?.string).utf8)
    return try stride(from: 0, to: digits.count, by: 2).map { index in
      try #require(UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16))
    }
  }

  private func digest(_ vector: JSON) throws -> DigestAlgorithm {
    vector["digest"]?.string == "sha1" ? .sha1 : .sha256
  }

  @Test("RSASSA-PKCS1-v1_5: every signature of NIST gets its verdict")
  func rsa() async throws {
    let vectors = try await vectors("rsa")
    var wrong: [String] = []
    var counts = [true: 0, false: 0]
    for vector in vectors {
      let (modulus, exponent) = (try bytes(vector["key"]?[0]), try bytes(vector["key"]?[1]))
      let key = try #require(RSAPublicKey(modulus: modulus[...], exponent: exponent[...]))
      let holds = key.verifies(
        try bytes(vector["signature"])[...], over: try bytes(vector["message"])[...],
        try digest(vector))
      if JSON.bool(holds) != vector["valid"] { wrong.append(vector["name"]?.string ?? "") }
      counts[holds, default: 0] += 1
    }
    #expect(wrong == [])
    #expect(counts[true] ?? 0 >= 25 && counts[false] ?? 0 >= 100)
  }

  @Test("ECDSA: every signature of NIST gets its verdict")
  func ecdsa() async throws {
    let vectors = try await vectors("ecdsa")
    var wrong: [String] = []
    var counts = [true: 0, false: 0]
    for vector in vectors {
      let curve: EllipticCurve = vector["curve"]?.string == "P-256" ? .p256 : .p384
      let signature = try bytes(vector["signature"])
      let half = signature.count / 2
      let message = try bytes(vector["message"])
      let encoded = [signature.prefix(half), signature.suffix(half)].flatMap { number in
        let digits = Array(number.drop { $0 == 0 })
        let octets = (digits.first.map { $0 >= 0x80 } ?? true ? [0] : []) + digits
        return [0x02, UInt8(octets.count)] + octets
      }
      let der = [0x30, UInt8(encoded.count)] + encoded
      // A key that is not on the curve verifies nothing.
      let key = ECPublicKey(curve, point: try bytes(vector["key"]?[0])[...])
      let holds = key?.verifies(der[...], over: message[...], try digest(vector)) ?? false
      if JSON.bool(holds) != vector["valid"] { wrong.append(vector["name"]?.string ?? "") }
      counts[holds, default: 0] += 1
      guard curve == .p256, vector["digest"]?.string == "sha256" else { continue }
      // As a JWS writes it.
      let text = try? ECDSASignature(es256: signature).der
      #expect((text == der) == (text != nil))
      if holds { #expect(text == der) }
    }
    #expect(wrong == [])
    #expect(counts[true] ?? 0 >= 10 && counts[false] ?? 0 >= 30)
  }

  @Test("Certificates are read as cryptography reads them, but for known deviations")
  func certificates() async throws {
    let known = try Self.deviations()
    var found: [String: String] = [:]
    var same = 0
    let vectors = try await vectors("certificate")
    #expect(vectors.count >= 500, "the vectors are not all there")
    for vector in vectors {
      let name = try #require(vector["name"]?.string)
      let encoded = try bytes(vector["der"])
      let ours = Certificate(der: encoded[...])
      switch (ours, vector["issuer"]) {
      case (let ours?, let issuer?):
        same += 1
        #expect(Array(ours.issuer) == (try bytes(issuer)), "\(name)")
        #expect(Array(ours.subject) == (try bytes(vector["subject"])), "\(name)")
        let dates = [ours.notBefore, ours.notAfter].map { "\($0.millisecondsSince1970)" }
        #expect(dates == [vector["from"], vector["to"]].map { $0?.number }, "\(name)")
      case (nil, nil): same += 1
      case (nil, _?): found[name] = "refuses"
      case (_?, nil): found[name] = "reads"
      }
    }
    #expect(same >= 400)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      let lines = found.sorted { $0.key < $1.key }.map { name, verdict in
        "\(name)\t\(verdict)\t\(known[name]?.why ?? "?")\n"
      }
      try ("# vector\tours\twhy\n" + lines.joined())
        .write(to: Self.list, atomically: true, encoding: .utf8)
      Issue.record("recorded vector-deviations.tsv; write a reason for each line that ends with ?")
    }
    #expect(found == known.mapValues(\.ours))
  }

  @Test("Every deviation has a reason")
  func reasons() throws {
    let deviations = try Self.deviations()
    #expect(!deviations.isEmpty)
    for (name, deviation) in deviations {
      #expect(deviation.why.count > 10, "\(name)")
    }
  }

  private static func deviations() throws -> [String: (ours: String, why: String)] {
    let text = try String(contentsOf: list, encoding: .utf8)
    var result: [String: (ours: String, why: String)] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 3, "\(line)")
      result[cells[0]] = (cells[1], cells[2])
    }
    return result
  }
}
