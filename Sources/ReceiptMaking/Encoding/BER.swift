internal import ReceiptCore

/// Writes ASN.1 as Xcode does: BER with indefinite lengths (X.690 §8.1.3.6).
enum BER {
  /// A constructed element that ends with two zero bytes.
  static func element(_ identifier: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    [identifier, 0x80] + parts.flatMap(\.self) + [0, 0]
  }

  /// A constructed OCTET STRING (X.690 §8.7.3) of at least one piece, which may be empty.
  static func octetString(_ octets: [UInt8], pieceSize: Int) -> [UInt8] {
    var pieces: [UInt8] = []
    var rest = octets[...]
    repeat {
      pieces += DER.octetString(Array(rest.prefix(pieceSize)))
      rest = rest.dropFirst(pieceSize)
    } while !rest.isEmpty
    return element(0x24, pieces)
  }
}

extension SignedDataTemplate {
  /// The piece size in bytes. Xcode's test receipts were seen with up to this much content in one piece;
  /// larger contents were not seen.
  package static let xcodePieceSize = 4096

  /// The file as Xcode writes it around `payload`: indefinite lengths down to the content, definite ones for
  /// the certificates and signers.
  package func encodedAsXcode(
    _ payload: [UInt8], pieceSize: Int = xcodePieceSize
  ) -> [UInt8] {
    let content = BER.element(
      0x30, contentType, BER.element(0xA0, BER.octetString(payload, pieceSize: pieceSize)))
    let signedData = BER.element(
      0x30, DER.integer(version), DER.unsortedSet(digestAlgorithms), content,
      DER.tagged(0, certificates.flatMap(\.self)), DER.unsortedSet(signerInfos.map(\.encoded)))
    return BER.element(0x30, contentInfoType, BER.element(0xA0, signedData))
  }
}
