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

  @Test("digests have the identifiers of their names", arguments: DigestAlgorithm.allCases)
  func digests(digest: DigestAlgorithm) throws {
    var fields = CertificateReader(digest.identifier[...])
    var identifier = fields.inside(try fields.only(0x30))
    let oid = OID(encoded: identifier.whole(try identifier.next(0x06)))
    #expect(try oid.description == Self.identifier(digest.rawValue.uppercased()))
    #expect(identifier.whole(try identifier.only(0x05)) == [0x05, 0x00])
  }

  @Test(
    "the types of values have the tags of X.680",
    arguments: [
      (0x01, "BOOLEAN"), (0x02, "INTEGER"), (0x04, "OCTET STRING"), (0x05, "NULL"),
      (0x0C, "UTF8String"), (0x13, "PrintableString"), (0x14, "TeletexString"), (0x16, "IA5String"),
      (0x1A, "VisibleString"), (0x30, "SEQUENCE"), (0x31, "SET"), (0x00, "raw"), (0x06, "tag 06"),
    ] as [(UInt8, String)])
  func kinds(tag: UInt8, name: String) {
    #expect(ASN1Kind(rawValue: tag).name == name)
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
