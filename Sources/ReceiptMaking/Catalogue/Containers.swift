internal import ReceiptCore

extension CatalogueReceipt {
  /// Containers of another kind, or with extra or missing parts.
  static let containers: [CatalogueReceipt] = [
    CatalogueReceipt("detached", .unreadable(.noContent), "the content is left out") { authority in
      try authority.changedReceipt { $0.content = nil }
    },
    CatalogueReceipt(
      "trailing-byte", .refused(.trailingData), "a byte stands behind the receipt"
    ) { authority in
      try authority.signedData(ExamplePayload.payload).encoded + [0]
    },
    CatalogueReceipt(
      "second-receipt", .refused(.trailingData), "a second receipt stands behind the first"
    ) { authority in
      let receipt = try authority.signedData(ExamplePayload.payload).encoded
      return receipt + receipt
    },
    CatalogueReceipt(
      "content-type-not-data", .refused(.wrongContentType), "the content's type is not id-data"
    ) { authority in
      try authority.changedReceipt { $0.contentType = DER.oid(1, 2, 840, 113549, 1, 7, 2) }
    },
    CatalogueReceipt(
      "enveloped-data-type", .refused(.malformed), "the container says that it is EnvelopedData"
    ) { authority in
      try authority.changedReceipt { $0.contentInfoType = DER.oid(1, 2, 840, 113549, 1, 7, 3) }
    },
    CatalogueReceipt(
      "enveloped-data", .unreadable(.notSignedData), "it is EnvelopedData: encrypted, not signed"
    ) { authority in
      // An EnvelopedData (RFC 5652 §6.1) for a recipient with the signer's name.
      let recipient = DER.sequence(
        DER.integer(0), TestAuthority.leafTemplate.signerIdentifier,
        KnownAlgorithm.rsaEncryption,
        DER.octetString([UInt8](repeating: 1, count: 256)))
      let encrypted = DER.sequence(
        DER.oid(1, 2, 840, 113549, 1, 7, 1),
        DER.sequence(
          DER.oid(2, 16, 840, 1, 101, 3, 4, 1, 2), DER.octetString([UInt8](repeating: 2, count: 16))
        ),
        DER.element(0x80, [UInt8](repeating: 3, count: 64)))
      return DER.sequence(
        DER.oid(1, 2, 840, 113549, 1, 7, 3),
        DER.tagged(0, DER.sequence(DER.integer(0), DER.set([recipient]), encrypted)))
    },
    CatalogueReceipt(
      "content-info-only", .unreadable(.notAReceipt), "a ContentInfo without anything in it"
    ) { _ in
      DER.sequence(DER.oid(1, 2, 840, 113549, 1, 7, 2))
    },
    CatalogueReceipt("version-3", .refused(.malformed), "SignedData has the version 3") {
      authority in
      try authority.changedReceipt { $0.version = 3 }
    },
    CatalogueReceipt("signer-version-3", .refused(.malformed), "SignerInfo has the version 3") {
      authority in
      try authority.changedReceipt { $0.signerInfos[0].version = 3 }
    },
    CatalogueReceipt(
      "signer-with-two-serial-numbers", .refused(.trailingData),
      "the signer is named with a second serial number behind the first"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.signerInfos[0].identifier = DER.sequence(
        TestAuthority.leafTemplate.issuer,
        DER.integer(TestAuthority.leafTemplate.serialNumber), DER.integer(4711))
      return data.encoded
    },
    CatalogueReceipt(
      "version-not-minimal", .refused(.malformed), "the version has a byte too many"
    ) { authority in
      let encoded = try authority.signedData(ExamplePayload.payload).encoded
      return changed(encoded) { fields in fields[0] = DER.element(0x02, [0x00, 0x01]) }
    },
    CatalogueReceipt(
      "signers-before-certificates", .refused(.malformed),
      "the signers stand before the certificates"
    ) { authority in
      let encoded = try authority.signedData(ExamplePayload.payload).encoded
      return changed(encoded) { fields in fields.swapAt(3, 4) }
    },
    CatalogueReceipt(
      "signers-in-two-sets", .refused(.malformed), "a second, empty SET of signers follows"
    ) { authority in
      let encoded = try authority.signedData(ExamplePayload.payload).encoded
      return changed(encoded) { fields in fields.append(DER.set([])) }
    },
    CatalogueReceipt(
      "revocation-list", .refused(.malformed), "there is a list of revoked certificates"
    ) { authority in
      try authority.changedReceipt { $0.revocationLists = [DER.sequence(DER.null)] }
    },
    CatalogueReceipt(
      "revocation-lists-empty", .refused(.malformed),
      "there is a field for revoked certificates with nothing in it"
    ) { authority in
      try authority.changedReceipt { $0.revocationLists = [] }
    },
    CatalogueReceipt(
      "intermediate-twice", .refused(.unexpectedCertificate),
      "the intermediate stands there twice, and the root does not"
    ) { authority in
      try authority.changedReceipt { $0.certificates[2] = $0.certificates[1] }
    },
    CatalogueReceipt(
      "root-twice", .refused(.unexpectedCertificate), "the root stands there twice"
    ) { authority in
      try authority.changedReceipt { $0.certificates.append($0.certificates[2]) }
    },
    CatalogueReceipt(
      "many-certificates", .refused(.tooManyCertificates), "there are 2,000 certificates"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.certificates += [[UInt8]](repeating: authority.rootCertificate, count: 1_997)
      return data.encoded
    },
    CatalogueReceipt("many-signers", .refused(.multipleSigners), "there are 2,000 signers") {
      authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.signerInfos = Array(repeating: data.signerInfos[0], count: 2_000)
      return data.encoded
    },
    CatalogueReceipt("indefinite-lengths", .refused(.berEncoding), "the container is BER") {
      authority in
      let encoded = try authority.signedData(ExamplePayload.payload).encoded
      // The outermost header has an indefinite length (X.690 §8.1.3.6).
      return [0x30, 0x80] + encoded.dropFirst(4) + [0, 0]
    },
  ]

  /// The receipt with changed fields of its SignedData.
  private static func changed(
    _ encoded: [UInt8], _ change: (inout [[UInt8]]) -> Void
  ) -> [UInt8] {
    func elements(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
      let bytes = Array(bytes)
      var result: [[UInt8]] = []
      var position = 0
      while position < bytes.count,
        let element = try? bytes.element(at: position, limit: bytes.count)
      {
        result.append(Array(bytes[position..<element.end]))
        position = element.end
      }
      return result
    }
    func content(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
      (try? bytes.element(at: 0, limit: bytes.count)).map { bytes[$0.content] } ?? []
    }
    let contentInfo = elements(content(encoded))
    guard contentInfo.count == 2 else { return encoded }
    var fields = elements(content(Array(content(contentInfo[1]))))
    change(&fields)
    return DER.sequence(contentInfo[0], DER.tagged(0, DER.sequence(fields)))
  }
}
