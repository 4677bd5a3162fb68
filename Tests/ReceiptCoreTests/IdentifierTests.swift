import CReceiptCrypto
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Object identifiers and the parts of names, compared with what OpenSSL knows of them.
@Suite struct IdentifierTests {
  private typealias DER = ReceiptMaking.DER

  /// OpenSSL's identifier for one of its short or long names.
  private static func identifier(_ name: String) throws -> String {
    let object = try #require(OBJ_txt2obj(name, 0), "OpenSSL does not know \(name)")
    defer { ASN1_OBJECT_free(object) }
    var text = [CChar](repeating: 0, count: 80)
    let length = OBJ_obj2txt(&text, 80, object, 1)
    return String(decoding: text.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test(
    "identifiers are those of their names",
    arguments: [
      (.data, "pkcs7-data"), (.signedData, "pkcs7-signedData"), (.rsaEncryption, "rsaEncryption"),
      (.sha1WithRSAEncryption, "sha1WithRSAEncryption"),
      (.sha256WithRSAEncryption, "sha256WithRSAEncryption"), (.ecPublicKey, "id-ecPublicKey"),
      (.prime256v1, "prime256v1"), (.secp384r1, "secp384r1"),
      (.ecdsaWithSHA256, "ecdsa-with-SHA256"), (.ecdsaWithSHA384, "ecdsa-with-SHA384"),
      (.keyUsage, "keyUsage"), (.basicConstraints, "basicConstraints"),
      (.certificatePolicies, "certificatePolicies"), (.extendedKeyUsage, "extendedKeyUsage"),
      (.nameConstraints, "nameConstraints"), (.policyConstraints, "policyConstraints"),
      (.inhibitAnyPolicy, "inhibitAnyPolicy"), (.anyExtendedKeyUsage, "anyExtendedKeyUsage"),
      (.practiceStatement, "id-qt-cps"), (.userNotice, "id-qt-unotice"),
    ] as [(OID, String)])
  func identifiers(identifier: OID, name: String) throws {
    #expect(try identifier.description == Self.identifier(name))
  }

  @Test(
    "the parts of a name are called as OpenSSL calls them",
    arguments: ["CN", "C", "L", "ST", "O", "OU", "emailAddress"])
  func nameParts(key: String) throws {
    let arcs = try Self.identifier(key).split(separator: ".").compactMap { UInt64($0) }
    let part = DER.sequence(Array(OID(arcs).encoded), DER.utf8String("text"))
    let name = DistinguishedName(DER.sequence(DER.set([part]))[...])
    #expect(name.description == "\(key)=text")
  }

  @Test("a name without a common name is shown whole, and a part without a key by its identifier")
  func otherNames() {
    let part = DER.sequence(DER.oid(2, 5, 4, 5), DER.utf8String("text"))
    #expect(DistinguishedName(DER.sequence(DER.set([part]))[...]).commonName == "2.5.4.5=text")
  }
}
