internal import ReceiptCore

/// The role of an element in a receipt, by its place.
enum ElementRole: Equatable {
  /// An unknown element.
  case other
  /// A whole part, whose first element is given to the walk.
  case file
  // RFC 5652 §3 to §5
  case contentInfo, explicitSignedData, signedData
  case algorithms, algorithm, encapContentInfo, explicitContent, content
  /// A piece of an OCTET STRING, or its only piece.
  case piece, onlyPiece
  case certificates, revocationLists, signerInfos, signerInfo, issuerAndSerial
  case signedAttributes, signedAttribute, signedAttributeValues
  // Receipts
  case payload
  /// The attributes of one purchase.
  case purchase(Int)
  case attribute(AttributePath?)
  case attributeValue(AttributePath)
  case fieldValue(AttributePath)
  // RFC 5280 §4.1
  case certificate, tbsCertificate, explicitVersion, name, relativeName, namePart
  case validity, publicKeyInfo, publicKey, rsaPublicKey, explicitExtensions, extensions
  /// With the name of its type, where it has one.
  case `extension`(String?)
  case extensionValue(String?)
  case signature, signatureNumbers
  // RFC 5280 §4.2
  case basicConstraints, keyUsage, authorityKey, keyPurposes, policies, policy, qualifiers,
    qualifier
  case distributionPoints, distributionPoint, distributionPointName, generalNames
  case accessDescriptions, accessDescription, generalName
}

/// One field of a SEQUENCE.
struct ElementField {
  let label: String
  let role: ElementRole
  /// The identifier bytes that the field may have; empty for any.
  let identifiers: [UInt8]
  let isOptional: Bool

  init(
    _ label: String, _ identifiers: UInt8..., role: ElementRole = .other, isOptional: Bool = false
  ) {
    self.label = label
    self.role = role
    self.identifiers = identifiers
    self.isOptional = isOptional
  }

  /// Whether an element can be this field. A string may come in pieces (X.690 §8.7.3).
  func accepts(_ identifier: UInt8) -> Bool {
    identifiers.isEmpty || identifiers.contains(identifier)
      || identifier == 0x24 && identifiers.contains(0x04)
  }
}

extension ElementRole {
  /// The fields of a SEQUENCE, in order; `nil` if they are not known.
  var fields: [ElementField]? {
    switch self {
    case .contentInfo: Self.contentInfoFields
    case .explicitSignedData: Self.explicitSignedDataFields
    case .signedData: Self.signedDataFields
    case .algorithm: Self.algorithmFields
    case .encapContentInfo: Self.encapContentInfoFields
    case .explicitContent: Self.explicitContentFields
    case .signerInfo: Self.signerInfoFields
    case .issuerAndSerial: Self.issuerAndSerialFields
    case .signedAttribute: Self.signedAttributeFields
    case .attribute: Self.attributeFields
    case .certificate: Self.certificateFields
    case .tbsCertificate: Self.tbsCertificateFields
    case .explicitVersion: Self.explicitVersionFields
    case .namePart: Self.namePartFields
    case .validity: Self.validityFields
    case .publicKeyInfo: Self.publicKeyInfoFields
    case .publicKey: Self.publicKeyFields
    case .rsaPublicKey: Self.rsaPublicKeyFields
    case .explicitExtensions: Self.explicitExtensionsFields
    case .extension: Self.extensionFields
    case .extensionValue(let name): Self.valueFields(ofExtension: name)
    case .signature: Self.signatureFields
    case .signatureNumbers: Self.signatureNumbersFields
    case .basicConstraints: Self.basicConstraintsFields
    case .authorityKey: Self.authorityKeyFields
    case .policy: Self.policyFields
    case .qualifier: Self.qualifierFields
    case .distributionPoint: Self.distributionPointFields
    case .distributionPointName: Self.distributionPointNameFields
    case .accessDescription: Self.accessDescriptionFields
    default: nil
    }
  }

  /// The role of each element of a SEQUENCE OF or SET OF.
  var elements: ElementField? {
    switch self {
    case .algorithms: Self.oneAlgorithm
    case .certificates: Self.oneCertificate
    case .signerInfos: Self.oneSigner
    case .signedAttributes: Self.oneSignedAttribute
    case .payload, .purchase: Self.oneAttribute
    case .name: Self.oneRelativeName
    case .relativeName: Self.oneNamePart
    case .extensions: Self.oneExtension
    case .keyPurposes: Self.oneIdentifier
    case .policies: Self.onePolicy
    case .qualifiers: Self.oneQualifier
    case .distributionPoints: Self.oneDistributionPoint
    case .accessDescriptions: Self.oneAccessDescription
    case .generalNames: Self.oneGeneralName
    default: nil
    }
  }

  /// Whether inner elements are named after the enclosing one, for elements that only hold a list.
  var isTransparent: Bool {
    switch self {
    case .relativeName, .extensions, .rsaPublicKey, .signatureNumbers,
      .basicConstraints, .authorityKey, .keyPurposes, .policies, .distributionPoints,
      .accessDescriptions, .generalNames:
      true
    default: false
    }
  }
}

// Each table is built at its first use.
extension ElementRole {
  private static let contentInfoFields = [
    ElementField("contentType", 0x06),
    ElementField("content", 0xA0, role: .explicitSignedData, isOptional: true),
  ]
  private static let explicitSignedDataFields = [
    ElementField("signedData", 0x30, role: .signedData)
  ]
  private static let signedDataFields = [
    ElementField("version", 0x02),
    ElementField("digestAlgorithms", 0x31, role: .algorithms),
    ElementField("encapContentInfo", 0x30, role: .encapContentInfo),
    ElementField("certificates", 0xA0, role: .certificates, isOptional: true),
    ElementField("crls", 0xA1, role: .revocationLists, isOptional: true),
    ElementField("signerInfos", 0x31, role: .signerInfos),
  ]
  private static let oneAlgorithm = ElementField("", 0x30, role: .algorithm)
  private static let algorithmFields = [
    ElementField("algorithm", 0x06), ElementField("parameters", isOptional: true),
  ]
  private static let encapContentInfoFields = [
    ElementField("eContentType", 0x06),
    ElementField("eContent", 0xA0, role: .explicitContent, isOptional: true),
  ]
  private static let explicitContentFields = [ElementField("octets", 0x04, role: .content)]
  private static let oneCertificate = ElementField("", 0x30, role: .certificate)
  private static let oneSigner = ElementField("", 0x30, role: .signerInfo)
  private static let signerInfoFields = [
    ElementField("version", 0x02),
    // The signer is named by issuer and serial number, or by the subject's key identifier (RFC 5652 §5.3).
    ElementField("sid", 0x30, 0x80, role: .issuerAndSerial),
    ElementField("digestAlgorithm", 0x30, role: .algorithm),
    ElementField("signedAttrs", 0xA0, role: .signedAttributes, isOptional: true),
    ElementField("signatureAlgorithm", 0x30, role: .algorithm),
    ElementField("signature", 0x04),
    ElementField("unsignedAttrs", 0xA1, role: .signedAttributes, isOptional: true),
  ]
  private static let issuerAndSerialFields = [
    ElementField("issuer", 0x30, role: .name), ElementField("serialNumber", 0x02),
  ]
  private static let oneSignedAttribute = ElementField("", 0x30, role: .signedAttribute)
  private static let signedAttributeFields = [
    ElementField("attrType", 0x06), ElementField("attrValues", 0x31, role: .signedAttributeValues),
  ]

  private static let oneAttribute = ElementField("", 0x30, role: .attribute(nil))
  private static let attributeFields = [
    ElementField("type", 0x02), ElementField("version", 0x02), ElementField("value", 0x04),
  ]

  private static let certificateFields = [
    ElementField("tbsCertificate", 0x30, role: .tbsCertificate),
    ElementField("signatureAlgorithm", 0x30, role: .algorithm),
    ElementField("signatureValue", 0x03, role: .signature),
  ]
  private static let tbsCertificateFields = [
    ElementField("version", 0xA0, role: .explicitVersion, isOptional: true),
    ElementField("serialNumber", 0x02),
    ElementField("signature", 0x30, role: .algorithm),
    ElementField("issuer", 0x30, role: .name),
    ElementField("validity", 0x30, role: .validity),
    ElementField("subject", 0x30, role: .name),
    ElementField("subjectPublicKeyInfo", 0x30, role: .publicKeyInfo),
    ElementField("issuerUniqueID", 0x81, isOptional: true),
    ElementField("subjectUniqueID", 0x82, isOptional: true),
    ElementField("extensions", 0xA3, role: .explicitExtensions, isOptional: true),
  ]
  private static let explicitVersionFields = [ElementField("number", 0x02)]
  private static let oneRelativeName = ElementField("", 0x31, role: .relativeName)
  private static let oneNamePart = ElementField("", 0x30, role: .namePart)
  private static let namePartFields = [ElementField("type", 0x06), ElementField("value")]
  private static let validityFields = [
    ElementField("notBefore", 0x17, 0x18), ElementField("notAfter", 0x17, 0x18),
  ]
  private static let publicKeyInfoFields = [
    ElementField("algorithm", 0x30, role: .algorithm),
    ElementField("subjectPublicKey", 0x03, role: .publicKey),
  ]
  private static let publicKeyFields = [
    ElementField("rsaPublicKey", 0x30, role: .rsaPublicKey)
  ]
  private static let rsaPublicKeyFields = [
    ElementField("modulus", 0x02), ElementField("publicExponent", 0x02),
  ]
  private static let signatureFields = [
    ElementField("ecdsa", 0x30, role: .signatureNumbers)
  ]
  private static let signatureNumbersFields = [ElementField("r", 0x02), ElementField("s", 0x02)]
  private static let explicitExtensionsFields = [
    ElementField("list", 0x30, role: .extensions)
  ]
  private static let oneExtension = ElementField("", 0x30, role: .extension(nil))
  private static let extensionFields = [
    ElementField("extnID", 0x06), ElementField("critical", 0x01, isOptional: true),
    ElementField("extnValue", 0x04),
  ]

  // MARK: RFC 5280 §4.2.1

  private static func valueFields(ofExtension name: String?) -> [ElementField]? {
    switch name {
    case "basicConstraints": [ElementField("constraints", 0x30, role: .basicConstraints)]
    case "keyUsage": [ElementField("bits", 0x03, role: .keyUsage)]
    case "subjectKeyIdentifier": [ElementField("keyIdentifier", 0x04)]
    case "authorityKeyIdentifier": [ElementField("key", 0x30, role: .authorityKey)]
    case "extKeyUsage": [ElementField("purposes", 0x30, role: .keyPurposes)]
    case "certificatePolicies": [ElementField("policies", 0x30, role: .policies)]
    case "cRLDistributionPoints": [ElementField("points", 0x30, role: .distributionPoints)]
    case "authorityInfoAccess": [ElementField("access", 0x30, role: .accessDescriptions)]
    case "subjectAltName", "issuerAltName": [ElementField("names", 0x30, role: .generalNames)]
    default: nil
    }
  }

  private static let basicConstraintsFields = [
    ElementField("cA", 0x01, isOptional: true),
    ElementField("pathLenConstraint", 0x02, isOptional: true),
  ]
  private static let authorityKeyFields = [
    ElementField("keyIdentifier", 0x80, isOptional: true),
    ElementField("authorityCertIssuer", 0xA1, role: .generalNames, isOptional: true),
    ElementField("authorityCertSerialNumber", 0x82, isOptional: true),
  ]
  private static let oneIdentifier = ElementField("", 0x06)
  private static let onePolicy = ElementField("", 0x30, role: .policy)
  private static let policyFields = [
    ElementField("policyIdentifier", 0x06),
    ElementField("policyQualifiers", 0x30, role: .qualifiers, isOptional: true),
  ]
  private static let oneQualifier = ElementField("", 0x30, role: .qualifier)
  private static let qualifierFields = [
    ElementField("policyQualifierId", 0x06), ElementField("qualifier"),
  ]
  private static let oneDistributionPoint = ElementField("", 0x30, role: .distributionPoint)
  private static let distributionPointFields = [
    ElementField("distributionPoint", 0xA0, role: .distributionPointName, isOptional: true),
    ElementField("reasons", 0x81, isOptional: true),
    ElementField("cRLIssuer", 0xA2, role: .generalNames, isOptional: true),
  ]
  private static let distributionPointNameFields = [
    ElementField("fullName", 0xA0, role: .generalNames, isOptional: true),
    ElementField("nameRelativeToCRLIssuer", 0xA1, isOptional: true),
  ]
  private static let oneAccessDescription = ElementField("", 0x30, role: .accessDescription)
  private static let accessDescriptionFields = [
    ElementField("accessMethod", 0x06), ElementField("accessLocation", role: .generalName),
  ]
  private static let oneGeneralName = ElementField("", role: .generalName)
}
