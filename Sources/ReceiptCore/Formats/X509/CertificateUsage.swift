/// What a certificate may be used for, by its extensions (RFC 5280 §4.2.1).
///
/// The extensions are read whole and strictly. A value that is not exactly DER is refused, because another
/// reader could understand it in another way.
struct CertificateUsage {
  /// It may issue other certificates.
  let isAuthority: Bool
  /// How many authorities may follow below this one; `nil` without a limit.
  let pathLength: Int64?
  private let keyUsage: KeyUsage?
  /// What an extended key usage limits it to, critical or not (RFC 5280 §4.2.1.12); `nil` without one.
  let purposes: [OID]?

  /// The bits of a key usage, of which the first is the highest (RFC 5280 §4.2.1.3).
  private struct KeyUsage {
    let bits: UInt8
    var allowsDigitalSignature: Bool { bits & 0x80 != 0 }
    var allowsCertificateSigning: Bool { bits & 0x04 != 0 }
  }

  var hasKeyUsage: Bool { keyUsage != nil }
  var allowsDigitalSignature: Bool { keyUsage?.allowsDigitalSignature ?? false }
  var allowsCertificateSigning: Bool { keyUsage?.allowsCertificateSigning ?? false }

  /// Why an extension cannot be read, in words that follow "it has".
  struct Fault: Error {
    let message: String
  }

  init(_ certificate: Certificate) throws(Fault) {
    for (index, item) in certificate.extensions.enumerated()
    where certificate.extensions[..<index].contains(where: { $0.oid == item.oid }) {
      throw Fault(message: "the extension \(item.oid) twice (RFC 5280 §4.2)")
    }
    guard !certificate.hasNegativeSerialNumber else {
      throw Fault(message: "a negative serial number (RFC 5280 §4.1.2.2)")
    }
    for name in [certificate.issuer, certificate.subject]
    where !DistinguishedName.isWellFormed(name) {
      throw Fault(message: "a name that cannot be read (RFC 5280 §4.1.2.4)")
    }
    let constraints = try Self.read(.basicConstraints, "basic constraints", certificate) {
      reader throws(CertificateFault) in try reader.basicConstraints()
    }
    isAuthority = constraints?.isAuthority ?? false
    pathLength = constraints?.pathLength
    keyUsage = try Self.read(.keyUsage, "a key usage", certificate) {
      reader throws(CertificateFault) in KeyUsage(bits: try reader.keyUsage())
    }
    purposes = try Self.read(.extendedKeyUsage, "an extended key usage", certificate) {
      reader throws(CertificateFault) in try reader.purposes()
    }
    _ = try Self.read(.certificatePolicies, "certificate policies", certificate) {
      reader throws(CertificateFault) in try reader.policies()
    }
  }

  /// Reads the value of an extension to its last byte; `nil` without that extension.
  private static func read<Value>(
    _ oid: OID, _ name: String, _ certificate: Certificate,
    _ body: (inout CertificateReader) throws(CertificateFault) -> Value
  ) throws(Fault) -> Value? {
    guard let value = certificate.extension(oid)?.value else { return nil }
    var reader = CertificateReader(value)
    do throws(CertificateFault) {
      let result = try body(&reader)
      try reader.end()
      return result
    } catch {
      throw Fault(message: "\(name) that cannot be read as DER")
    }
  }
}

extension CertificateReader {
  /// BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER (0..MAX) OPTIONAL }
  /// (RFC 5280 §4.2.1.9). Only an authority has a path length.
  fileprivate mutating func basicConstraints() throws(CertificateFault) -> (
    isAuthority: Bool, pathLength: Int64?
  ) {
    let sequence = try next(0x30)
    var fields = inside(sequence)
    let isAuthority = try fields.flag()
    guard !fields.isAtEnd else { return (isAuthority, nil) }
    let limit = content(try fields.integer())
    try fields.end()
    guard isAuthority, let length = Array(limit).integer(0..<limit.count), length >= 0 else {
      throw CertificateFault(offset: sequence.start)
    }
    return (true, length)
  }

  /// The first eight of KeyUsage's bits. DER leaves out bits that are 0 at the end (X.690 §11.2.2), and one
  /// bit must be set (RFC 5280 §4.2.1.3). The ninth, decipherOnly, is of no use here.
  fileprivate mutating func keyUsage() throws(CertificateFault) -> UInt8 {
    let element = try next(0x03)
    let octets = Array(content(element))
    guard (2...3).contains(octets.count), let last = octets.last, last != 0,
      Int(octets[0]) == last.trailingZeroBitCount
    else { throw CertificateFault(offset: element.start) }
    return octets[1]
  }

  /// ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId (RFC 5280 §4.2.1.12).
  fileprivate mutating func purposes() throws(CertificateFault) -> [OID] {
    var fields = inside(try next(0x30))
    var purposes: [OID] = []
    repeat {
      purposes.append(OID(encoded: whole(try fields.next(0x06))))
    } while !fields.isAtEnd
    return purposes
  }

  /// Reads certificatePolicies. No policy is asked for here, so every policy is acceptable; a qualifier of
  /// another kind than the two of RFC 5280 §4.2.1.4 is refused.
  fileprivate mutating func policies() throws(CertificateFault) {
    var fields = inside(try next(0x30))
    repeat {
      var policy = fields.inside(try fields.next(0x30))
      _ = try policy.next(0x06)
      if let list = try policy.optional(0x30) {
        var qualifiers = policy.inside(list)
        repeat {
          let element = try qualifiers.next(0x30)
          var qualifier = qualifiers.inside(element)
          let kind = OID(encoded: whole(try qualifier.next(0x06)))
          guard kind == .practiceStatement || kind == .userNotice else {
            throw CertificateFault(offset: element.start)
          }
          _ = try qualifier.next(kind == .practiceStatement ? 0x16 : 0x30)
          try qualifier.end()
        } while !qualifiers.isAtEnd
      }
      try policy.end()
    } while !fields.isAtEnd
  }
}
