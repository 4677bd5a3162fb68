internal import ReceiptCore

extension CatalogueReceipt {
  /// Lists of certificates that lead to no root, or to a forger's.
  static let jwsChains: [CatalogueReceipt] = [
    CatalogueReceipt(
      "jws-forged-chain", .refused(.untrustedChain),
      "every certificate is forged, under the names of the right ones"
    ) { authority in
      let forger = try authority.ellipticForger()
      return try forgedText(authority, forger.certificates)
    },
    CatalogueReceipt(
      "jws-forged-with-real-root-x5c2", .refused(.untrustedChain),
      "leaf and intermediate are forged, and end in the right root"
    ) { authority in
      let forger = try authority.ellipticForger()
      return try forgedText(
        authority,
        forger.certificates.dropLast() + [authority.elliptic().root.certificate])
    },
    CatalogueReceipt(
      "jws-forged-with-apple-root-x5c2", .refused(.untrustedChain),
      "leaf and intermediate are forged under Apple's names, and end in Apple's root"
    ) { authority in
      // The last of Apple's roots has an elliptic key.
      let root = TrustAnchor.apple.last.map { Array($0.certificate.encoded) } ?? []
      let name = TrustAnchor.apple.last.map { Array($0.certificate.subject) } ?? []
      let forger = try authority.ellipticForger()
      var template = JWSAuthority.intermediateTemplate
      template.issuer = name
      let intermediate = try TestAuthority.Identity(
        template, key: forger.intermediate.key, by: forger.root.key)
      return try forgedText(
        authority, [forger.leaf.certificate, intermediate.certificate, root])
    },
    CatalogueReceipt(
      "jws-attacker-root-in-x5c2-real-leaf", .refused(.untrustedChain),
      "the right leaf and intermediate, and a forger's root of the same name"
    ) { authority in
      let forger = try authority.ellipticForger()
      return try text(
        authority, authority.elliptic().certificates.dropLast() + [forger.root.certificate])
    },
    CatalogueReceipt(
      "jws-other-copy-of-root-x5c2", .refused(.untrustedChain),
      "the last certificate has the root's name and key, but is another copy of it"
    ) { authority in
      let branch = try authority.elliptic()
      var template = branch.root.template
      template.serialNumber += 1
      let copy = try template.signed(branch.root.key, by: branch.root.key)
      return try text(authority, branch.certificates.dropLast() + [copy])
    },
    CatalogueReceipt(
      "jws-garbage-x5c2", .refused(.untrustedChain), "the last certificate is no certificate"
    ) { authority in
      try text(
        authority, authority.elliptic().certificates.dropLast() + [Array("garbage".utf8)])
    },
    CatalogueReceipt(
      "jws-chain0", .refused(.signerCertificateMissing), "there are no certificates"
    ) { authority in
      try text(authority, [])
    },
    CatalogueReceipt("jws-chain1", .refused(.chainLength), "there is the leaf alone") {
      authority in
      try text(authority, Array(authority.elliptic().certificates.prefix(1)))
    },
    CatalogueReceipt("jws-chain2", .refused(.chainLength), "the root is left out") { authority in
      try text(authority, Array(authority.elliptic().certificates.prefix(2)))
    },
    CatalogueReceipt("jws-chain4", .refused(.chainLength), "there are four certificates") {
      authority in
      let branch = try authority.elliptic()
      return try text(authority, branch.certificates + [branch.root.certificate])
    },
    CatalogueReceipt(
      "jws-swapped", .refused(.unsupportedAlgorithm),
      "leaf and intermediate are swapped, so that the signer's key seems to be on P-384"
    ) { authority in
      let branch = try authority.elliptic()
      return try text(
        authority,
        [branch.intermediate.certificate, branch.leaf.certificate, branch.root.certificate])
    },
    CatalogueReceipt(
      "jws-swapped-root", .refused(.untrustedChain), "intermediate and root are swapped"
    ) { authority in
      let branch = try authority.elliptic()
      return try text(
        authority,
        [branch.leaf.certificate, branch.root.certificate, branch.intermediate.certificate])
    },
    CatalogueReceipt(
      "jws-other-intermediate", .refused(.untrustedChain),
      "the intermediate is one for receipts, which did not issue the leaf"
    ) { authority in
      let branch = try authority.elliptic()
      return try text(
        authority,
        [branch.leaf.certificate, authority.intermediate.certificate, branch.root.certificate])
    },
    CatalogueReceipt(
      "jws-receipt-chain", .refused(.unsupportedAlgorithm),
      "the certificates of receipts, whose signer has an RSA key"
    ) { authority in
      try text(authority, authority.certificates)
    },
  ]

  /// The example with these certificates, signed with the right leaf.
  private static func text(
    _ authority: TestAuthority, _ certificates: [[UInt8]]
  ) throws -> [UInt8] {
    try authority.jws(ExampleTransaction.payload, certificates: certificates).encoded
  }

  /// The example with these certificates, signed by the forger.
  private static func forgedText(
    _ authority: TestAuthority, _ certificates: [[UInt8]]
  ) throws -> [UInt8] {
    try authority.jws(
      ExampleTransaction.payload, signer: authority.ellipticForger().leaf,
      certificates: certificates
    ).encoded
  }
}

extension TestAuthority {
  /// A forger who imitates this authority with other keys.
  func ellipticForger() throws(SigningFailure) -> JWSAuthority {
    try JWSAuthority(seed: seed + " forged")
  }
}
