/// AlgorithmIdentifiers as DER (RFC 5280 §4.1.1.2). Those of digests are `DigestAlgorithm.identifier`.
package enum KnownAlgorithm {
  // RFC 8017 §A.1, §A.2.4: with NULL.
  package static let rsaEncryption = identifier(.rsaEncryption, null)
  package static let sha1WithRSA = identifier(.sha1WithRSAEncryption, null)
  package static let sha256WithRSA = identifier(.sha256WithRSAEncryption, null)
  // RFC 5758 §3.2: without parameters.
  package static let ecdsaWithSHA256 = identifier(.ecdsaWithSHA256, [])
  package static let ecdsaWithSHA384 = identifier(.ecdsaWithSHA384, [])
  // RFC 5480 §2.1.1: with a named curve.
  package static let p256 = identifier(.ecPublicKey, OID.prime256v1.encoded)
  package static let p384 = identifier(.ecPublicKey, OID.secp384r1.encoded)

  private static let null: ArraySlice<UInt8> = [0x05, 0x00]

  private static func identifier(_ algorithm: OID, _ parameters: ArraySlice<UInt8>) -> [UInt8] {
    let content = algorithm.encoded + parameters
    return [0x30, UInt8(truncatingIfNeeded: content.count)] + content
  }
}

extension DigestAlgorithm {
  /// The identifier without its NULL.
  package var oid: OID { OID(encoded: identifier[2...].dropLast(2)) }

  /// The digest of a receipt's signer.
  package init?(digest encoded: ArraySlice<UInt8>) { self.init(encoded, Self.ofReceipts) }

  /// The digest of an RSA signature.
  init?(rsaSignature encoded: ArraySlice<UInt8>) { self.init(encoded, Self.ofRSASignatures) }

  /// The digest of an ECDSA signature.
  init?(ecdsaSignature encoded: ArraySlice<UInt8>) { self.init(encoded, Self.ofECDSASignatures) }

  private typealias Known = [(identifier: [UInt8], digest: DigestAlgorithm)]

  private static let ofReceipts: Known = [
    (Self.sha1.identifier, .sha1), (Self.sha256.identifier, .sha256),
  ]
  private static let ofRSASignatures: Known = [
    (KnownAlgorithm.sha1WithRSA, .sha1), (KnownAlgorithm.sha256WithRSA, .sha256),
  ]
  private static let ofECDSASignatures: Known = [
    (KnownAlgorithm.ecdsaWithSHA256, .sha256), (KnownAlgorithm.ecdsaWithSHA384, .sha384),
  ]

  private init?(_ encoded: ArraySlice<UInt8>, _ known: Known) {
    guard let match = known.first(where: { encoded.elementsEqual($0.identifier) }) else {
      return nil
    }
    self = match.digest
  }
}

extension EllipticCurve {
  /// The curve of a key's AlgorithmIdentifier.
  init?(key encoded: ArraySlice<UInt8>) {
    if encoded.elementsEqual(KnownAlgorithm.p256) {
      self = .p256
    } else if encoded.elementsEqual(KnownAlgorithm.p384) {
      self = .p384
    } else {
      return nil
    }
  }
}
