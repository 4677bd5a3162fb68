/// A name in a certificate (RFC 5280 §4.1.2.4), for display. Names are compared as DER, never as text.
package struct DistinguishedName: Sendable, CustomStringConvertible {
  /// Each part's OID and text, in the order of the certificate.
  private(set) var parts: [(type: OID, text: String)] = []

  /// Reads a Name's DER, as far as it is readable.
  package init(_ encoded: ArraySlice<UInt8>) {
    var reader = CertificateReader(encoded)
    guard let sequence = try? reader.only(0x30) else { return }
    var sets = reader.inside(sequence)
    while let set = try? sets.next(0x31) {
      var members = reader.inside(set)
      while let member = try? members.next(0x30) {
        var fields = reader.inside(member)
        guard let type = try? fields.next(0x06), let text = fields.remainingText() else { continue }
        parts.append((OID(encoded: reader.whole(type)), text))
      }
    }
  }

  /// Whether a Name is built as RFC 5280 §4.1.2.4 says. It is a sequence of sets, each of at least one pair of an
  /// identifier and a value. A name without any part is one, too.
  static func isWellFormed(_ encoded: ArraySlice<UInt8>) -> Bool {
    var reader = CertificateReader(encoded)
    do throws(CertificateFault) {
      var sets = reader.inside(try reader.only(0x30))
      while !sets.isAtEnd {
        var members = sets.inside(try sets.next(0x31))
        repeat {
          var fields = members.inside(try members.next(0x30))
          let type = try fields.next(0x06)
          guard OID.isWellFormed(content: fields.content(type)) else { return false }
          try fields.skip()
          try fields.end()
        } while !members.isAtEnd
      }
      return true
    } catch {
      return false
    }
  }

  /// The common name; without one, the whole name.
  package var commonName: String {
    parts.last { $0.type == Self.commonNameType }?.text ?? description
  }

  /// `CN=…, OU=…, O=…, C=…`, in the order of the certificate.
  package var description: String {
    parts.map { "\(Self.keys[$0.type] ?? $0.type.description)=\($0.text)" }.joined(separator: ", ")
  }

  /// Whether it claims to be of Apple Inc.
  var namesApple: Bool {
    parts.contains { $0.type == Self.organizationType && $0.text == "Apple Inc." }
  }

  private static let commonNameType = OID(encoded: [0x06, 0x03, 0x55, 0x04, 0x03])
  private static let organizationType = OID(encoded: [0x06, 0x03, 0x55, 0x04, 0x0A])
  private static let keys: [OID: String] = [
    commonNameType: "CN",
    OID(encoded: [0x06, 0x03, 0x55, 0x04, 0x06]): "C",
    OID(encoded: [0x06, 0x03, 0x55, 0x04, 0x07]): "L",
    OID(encoded: [0x06, 0x03, 0x55, 0x04, 0x08]): "ST",
    organizationType: "O",
    OID(encoded: [0x06, 0x03, 0x55, 0x04, 0x0B]): "OU",
    OID(encoded: [
      0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x01,
    ]): "emailAddress",
  ]
}

extension CertificateReader {
  /// The text of the next element, of whatever string type.
  fileprivate mutating func remainingText() -> String? {
    for identifier: UInt8 in [0x0C, 0x13, 0x16, 0x14] {
      if let element = try? optional(identifier) {
        return ReceiptString(content(element)).description
      }
    }
    return nil
  }
}
