internal import ReceiptCore

extension CatalogueReceipt {
  /// Chains that lead to no root or to a forger's root, or have a wrong length or order.
  static let chains: [CatalogueReceipt] = [
    CatalogueReceipt(
      "forged-chain", .refused(.untrustedChain),
      "every certificate is forged, under the names of the right ones"
    ) { authority in
      let forger = try authority.forger()
      return try receipt(authority, forger.leaf, forger.certificates)
    },
    CatalogueReceipt(
      "forged-chain-and-real-root", .refused(.untrustedChain),
      "a forged chain, and the right root added to it"
    ) { authority in
      let forger = try authority.forger()
      return try receipt(
        authority, forger.leaf, forger.certificates + [authority.rootCertificate])
    },
    CatalogueReceipt(
      "forged-chain-after-real", .refused(.untrustedChain),
      "the right certificates, and behind them a forged chain that the signer belongs to"
    ) { authority in
      let forger = try authority.forger()
      return try receipt(
        authority, forger.leaf, authority.certificates + forger.certificates)
    },
    CatalogueReceipt(
      "forged-signer-same-serial", .refused(.untrustedChain),
      "a forged signer under the issuer and serial number of the right one, beside it"
    ) { authority in
      let forger = try authority.forger(leafSerialNumber: TestAuthority.leafTemplate.serialNumber)
      return try receipt(
        authority, forger.leaf, authority.certificates + forger.certificates)
    },
    CatalogueReceipt(
      "forged-apple-names", .refused(.untrustedChain), "a forged chain under Apple's names"
    ) { authority in
      let forger = try authority.forger(names: .apple)
      return try receipt(authority, forger.leaf, forger.certificates)
    },
    CatalogueReceipt(
      "forged-apple-names-and-apple-root", .refused(.untrustedChain),
      "a forged chain under Apple's names, with Apple's real root in it"
    ) { authority in
      let forger = try authority.forger(names: .apple)
      return try receipt(
        authority, forger.leaf,
        forger.certificates.dropLast()
          + TrustAnchor.apple.prefix(1).map { Array($0.certificate.encoded) })
    },
    CatalogueReceipt(
      "forged-chain-after-apple", .refused(.untrustedChain),
      "Apple's real certificates, and behind them a forged chain under Apple's names that the signer "
        + "belongs to"
    ) { authority in
      let forger = try authority.forger(names: .apple)
      return try authority.signedData(
        ExamplePayload.payload, signer: forger.leaf,
        certificates: [
          PackageResources.ReceiptSigning_cer, AppleIntermediate.developerRelationsG1,
        ] + TrustAnchor.apple.prefix(1).map { Array($0.certificate.encoded) } + forger.certificates
      ).encoded
    },
    CatalogueReceipt(
      "leaf-as-authority", .refused(.wrongIntermediate),
      "a signer's certificate has issued another"
    ) { authority in
      var template = TestAuthority.leafTemplate
      template.serialNumber = 30
      template.issuer = TestAuthority.leafTemplate.subject
      template.subject = DER.name(common: "Issued by a leaf")
      let key = try authority.key("issued by a leaf")
      let leaf = try TestAuthority.Identity(template, key: key, by: authority.leaf.key)
      return try receipt(authority, leaf, [leaf.certificate] + authority.certificates)
    },
    CatalogueReceipt(
      "leaf-under-root", .refused(.chainLength), "the signer stands directly under the root"
    ) { authority in
      var template = TestAuthority.leafTemplate
      template.serialNumber = 31
      template.issuer = TestAuthority.rootTemplate.subject
      let leaf = try TestAuthority.Identity(
        template, key: authority.leaf.key, by: authority.root.key)
      return try receipt(authority, leaf, [leaf.certificate, authority.rootCertificate])
    },
    CatalogueReceipt(
      "chain-of-four", .refused(.chainLength), "a second intermediate stands in the chain"
    ) { authority in
      var template = TestAuthority.intermediateTemplate
      template.serialNumber = 32
      template.issuer = TestAuthority.intermediateTemplate.subject
      template.subject = DER.name(common: "Second Intermediate")
      let second = try TestAuthority.Identity(
        template, key: try authority.key("second intermediate"), by: authority.intermediate.key)
      template = TestAuthority.leafTemplate
      template.serialNumber = 33
      template.issuer = second.template.subject
      let leaf = try TestAuthority.Identity(template, key: authority.leaf.key, by: second.key)
      return try receipt(
        authority, leaf,
        [leaf.certificate, second.certificate] + authority.certificates.dropFirst())
    },
    CatalogueReceipt(
      "intermediate-missing", .refused(.untrustedChain), "the intermediate is left out"
    ) { authority in
      try authority.changedReceipt { $0.certificates.remove(at: 1) }
    },
    CatalogueReceipt(
      "unrelated-certificate", .refused(.unexpectedCertificate),
      "a certificate beside the chain has nothing to do with it"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.certificates.append(try authority.forger().root.certificate)
      return data.encoded
    },
  ]

  /// The example with these certificates, signed by this signer.
  private static func receipt(
    _ authority: TestAuthority, _ signer: TestAuthority.Identity, _ certificates: [[UInt8]]
  ) throws -> [UInt8] {
    try authority.signedData(
      ExamplePayload.payload, signer: signer, certificates: certificates
    ).encoded
  }
}

/// A forger who imitates an authority with other keys.
struct Forger {
  let root: TestAuthority.Identity
  let intermediate: TestAuthority.Identity
  let leaf: TestAuthority.Identity

  var certificates: [[UInt8]] {
    [leaf.certificate, intermediate.certificate, root.certificate]
  }

  /// Whose names the forged certificates carry.
  enum Names {
    case authority
    case apple
  }
}

extension TestAuthority {
  func forger(
    names: Forger.Names = .authority, leafSerialNumber: Int64 = 40
  ) throws(SigningFailure) -> Forger {
    var templates = (Self.rootTemplate, Self.intermediateTemplate, Self.leafTemplate)
    templates.2.serialNumber = leafSerialNumber
    if names == .apple {
      let unit = "Apple Worldwide Developer Relations"
      let intermediate = DER.name(
        country: "US", organization: "Apple Inc.", unit: unit,
        common: "Apple Worldwide Developer Relations Certification Authority")
      let root = Array(TrustAnchor.apple.first?.certificate.subject ?? [])
      templates.0.issuer = root
      templates.0.subject = root
      templates.1.issuer = root
      templates.1.subject = intermediate
      templates.2.issuer = intermediate
      templates.2.subject = DER.name(
        country: "US", organization: "Apple Inc.", unit: unit,
        common: "Mac App Store and iTunes Store Receipt Signing")
    }
    let rootKey = try key("forged root")
    let intermediateKey = try key("forged intermediate")
    return Forger(
      root: try Identity(templates.0, key: rootKey, by: rootKey),
      intermediate: try Identity(templates.1, key: intermediateKey, by: rootKey),
      leaf: try Identity(templates.2, key: try key("forged leaf"), by: intermediateKey))
  }
}
