import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Which certificates are read.
@Suite struct CertificateTests {
  private typealias DER = ReceiptMaking.DER

  /// Whether a certificate is read, where version 1 is allowed too.
  private static func isRead(_ change: (inout CertificateParts) -> Void) -> Bool {
    var parts = CertificateParts()
    change(&parts)
    return Certificate(der: parts.encoded[...]) != nil
  }

  /// The element of a certificate's extensions.
  private static func extensions(_ count: Int) -> [UInt8] {
    DER.tagged(3, DER.sequence(Array(repeating: one, count: count)))
  }

  private static let one = CertificateTemplate.Extension.receiptSigning.encoded

  @Test("the unique identifiers of old certificates are passed over")
  func uniqueIdentifiers() {
    let issuer: [UInt8] = [0x81, 0x02, 0x00, 0x01]
    let subject: [UInt8] = [0x82, 0x02, 0x00, 0x02]
    for rest in [issuer, subject, issuer + subject] { #expect(Self.isRead { $0.rest = rest }) }
    #expect(!Self.isRead { $0.rest = subject + issuer })
  }

  @Test("extensions need version 3 (RFC 5280 §4.1.2.9)")
  func versions() {
    #expect(Self.isRead { $0.rest = Self.extensions(1) })
    #expect(Self.isRead { $0.version = [] })
    #expect(
      !Self.isRead {
        $0.version = []
        $0.rest = Self.extensions(1)
      })
    // Version 2 is written as 1.
    #expect(!Self.isRead { $0.version = DER.tagged(0, DER.integer(1)) })
  }

  @Test("the number of extensions has a limit, on both sides")
  func extensionLimit() throws {
    let most = CertificateParts(rest: Self.extensions(64))
    #expect(try Certificate(most.encoded[...]).extensions.count == 64)
    #expect(!Self.isRead { $0.rest = Self.extensions(65) })
  }

  @Test("a key and a signature have at least one byte, and no unused bits")
  func bitStrings() {
    for bits in [DER.element(0x03, []), DER.bitString([]), DER.bitString([2], unusedBits: 1)] {
      #expect(!Self.isRead { $0.key = bits })
      #expect(!Self.isRead { $0.signature = bits })
    }
  }

  @Test("a serial number is an INTEGER in the fewest bytes (X.690 §8.3.2)")
  func serialNumbers() {
    #expect(Self.isRead { $0.serialNumber = DER.element(0x02, [0x00, 0x80]) })
    for content in [[], [0x00, 0x7F], [0xFF, 0x80]] as [[UInt8]] {
      #expect(!Self.isRead { $0.serialNumber = DER.element(0x02, content) })
    }
  }
}
