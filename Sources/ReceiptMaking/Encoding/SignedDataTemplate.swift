internal import ReceiptCore

/// A `ContentInfo` with a `SignedData` to be written (RFC 5652 §3, §5.1). Every field can be forged; the
/// defaults are those of Apple.
///
/// ```
/// ContentInfo ::= SEQUENCE {
///   contentType ContentType,
///   content [0] EXPLICIT ANY DEFINED BY contentType }
/// ```
package struct SignedDataTemplate {
  package var contentInfoType = DER.oid(1, 2, 840, 113549, 1, 7, 2)
  package var version: Int64 = 1
  /// AlgorithmIdentifiers in order.
  package var digestAlgorithms: [[UInt8]]
  package var contentType = DER.oid(1, 2, 840, 113549, 1, 7, 1)
  /// The whole content element, usually an OCTET STRING; `nil` for a detached signature.
  package var content: [UInt8]?
  /// Certificates in order. Apple's order is leaf, intermediate, root, and not the DER order of a SET.
  package var certificates: [[UInt8]]
  /// Lists of revoked certificates; `nil` without that field. Apple's receipts do not have it.
  package var revocationLists: [[UInt8]]?
  package var signerInfos: [SignerInfoTemplate]

  /// - Parameter payload: the signed content, without its header.
  package init(
    payload: [UInt8], digestAlgorithms: [[UInt8]], certificates: [[UInt8]],
    signerInfos: [SignerInfoTemplate]
  ) {
    content = DER.octetString(payload)
    self.digestAlgorithms = digestAlgorithms
    self.certificates = certificates
    self.signerInfos = signerInfos
  }

  /// The file's bytes. The content may be as large as the largest input, so it is copied once: what stands before it
  /// is written from the inside out.
  package var encoded: [UInt8] {
    var after: [UInt8] = []
    if !certificates.isEmpty { after += DER.tagged(0, certificates.flatMap(\.self)) }
    if let revocationLists { after += DER.tagged(1, revocationLists.flatMap(\.self)) }
    after += DER.unsortedSet(signerInfos.map(\.encoded))
    let size = content?.count ?? 0
    var before = content == nil ? [] : DER.header(0xA0, size)
    before = contentType + before
    before = DER.header(0x30, before.count + size) + before
    before = DER.integer(version) + DER.unsortedSet(digestAlgorithms) + before
    before = DER.header(0x30, before.count + size + after.count) + before
    before = contentInfoType + DER.header(0xA0, before.count + size + after.count) + before
    before = DER.header(0x30, before.count + size + after.count) + before
    var result: [UInt8] = []
    result.reserveCapacity(before.count + size + after.count)
    result += before
    result += content ?? []
    result += after
    return result
  }
}

/// A `SignerInfo` to be written (RFC 5652 §5.3).
package struct SignerInfoTemplate {
  package var version: Int64 = 1
  /// `IssuerAndSerialNumber`, or a key identifier as `[0]`.
  package var identifier: [UInt8]
  package var digestAlgorithm: [UInt8]
  /// The attributes inside `[0]`, sorted or not; `nil` without that field.
  package var signedAttributes: [[UInt8]]?
  package var signatureAlgorithm = KnownAlgorithm.rsaEncryption
  package var signature: [UInt8]
  package var unsignedAttributes: [[UInt8]]?

  package var encoded: [UInt8] {
    var fields = [DER.integer(version), identifier, digestAlgorithm]
    if let signedAttributes { fields.append(DER.tagged(0, signedAttributes.flatMap(\.self))) }
    fields += [signatureAlgorithm, DER.octetString(signature)]
    if let unsignedAttributes { fields.append(DER.tagged(1, unsignedAttributes.flatMap(\.self))) }
    return DER.sequence(fields)
  }
}
