@testable import ReceiptCore
@testable import ReceiptMaking

/// Builds receipts as Xcode writes them: with indefinite lengths, and the content in pieces.
enum BER {
  static func indefinite(_ tag: UInt8, _ parts: [[UInt8]]) -> [UInt8] {
    [tag, 0x80] + parts.flatMap { $0 } + [0, 0]
  }

  struct Receipt {
    let bytes: [UInt8]
    /// The ranges of the content's pieces in `bytes`.
    let pieces: [Range<Int>]

    /// The number of content bytes before `offset`.
    func contentCount(before offset: Int) -> Int {
      pieces.reduce(0) { $0 + max(0, min($1.upperBound, offset) - $1.lowerBound) }
    }
  }

  /// A receipt whose content is a constructed OCTET STRING in pieces of these lengths; the last piece takes
  /// the rest. Certificates must be real, because OpenSSL parses them.
  static func receipt(
    _ payload: [UInt8], pieceLengths: [Int] = [], certificates: [[UInt8]] = [],
    signerInfos: [[UInt8]] = []
  ) -> Receipt {
    var pieces: [[UInt8]] = []
    var rest = payload[...]
    for length in pieceLengths {
      pieces.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(Array(rest)) }
    let string = indefinite(0x24, pieces.map { DER.tlv(0x04, $0) })
    let bytes = container(string, certificates: certificates, signerInfos: signerInfos)
    var ranges: [Range<Int>] = []
    var position = bytes.offset(of: string) + 2
    for piece in pieces {
      let end = position + DER.tlv(0x04, piece).count
      ranges.append(end - piece.count..<end)
      position = end
    }
    return Receipt(bytes: bytes, pieces: ranges)
  }

  /// A receipt with `string` as its content.
  static func container(
    _ string: [UInt8], certificates: [[UInt8]] = [], signerInfos: [[UInt8]] = []
  ) -> [UInt8] {
    let encapsulated = indefinite(0x30, [DER.dataOID, indefinite(0xA0, [string])])
    let certificateSet = certificates.isEmpty ? [] : [indefinite(0xA0, certificates)]
    let fields =
      [DER.integer(1), DER.tlv(0x31, DER.sha1), encapsulated] + certificateSet
      + [DER.tlv(0x31, signerInfos)]
    return indefinite(0x30, [DER.signedDataOID, indefinite(0xA0, [indefinite(0x30, fields)])])
  }

  /// A primitive OCTET STRING inside `depth` constructed ones, each of definite length.
  static func nestedString(_ content: [UInt8], depth: Int) -> [UInt8] {
    // Headers are written from the inside out, and all bytes are reversed at the end.
    var reversed = Array(DER.tlv(0x04, content).reversed())
    for _ in 0..<depth {
      reversed.append(contentsOf: DER.length(reversed.count).reversed())
      reversed.append(0x24)
    }
    return reversed.reversed()
  }
}

extension [UInt8] {
  /// The first offset of `part`; −1 if it does not occur.
  func offset(of part: [UInt8]) -> Int {
    guard let first = part.first, part.count <= count else { return -1 }
    for start in 0...count - part.count
    where self[start] == first && self[start..<start + part.count].elementsEqual(part) {
      return start
    }
    return -1
  }
}
