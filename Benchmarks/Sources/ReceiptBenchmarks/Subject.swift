import Foundation

/// The receipts to measure.
enum Subject {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func file(_ name: String) -> Data {
    (try? Data(contentsOf: root.appendingPathComponent("Fixtures/" + name))) ?? Data()
  }

  /// The genuine receipt with two purchases.
  static let fixture = [UInt8](
    Data(
      base64Encoded: file("sandbox-subscription.b64"), options: .ignoreUnknownCharacters) ?? Data())

  /// A transaction of StoreKit 2 under the test authority.
  static let transaction = [UInt8](file("transaction.jws"))

  /// The fixture with its first purchase repeated `count` times under other transaction identifiers. It is as
  /// large as a receipt with so many purchases, with Apple's own certificates and signature.
  static func receipt(purchases count: Int) -> [UInt8] {
    // The offsets of elements in the fixture. Another test checks its SHA-256.
    let payload = 62..<62 + 1231
    let purchase = Array(fixture[549..<921])
    let others = Array(fixture[payload.lowerBound + 4..<549])
    let transaction = Array("1000000479728157".utf8)
    guard let place = firstIndex(of: transaction, in: purchase) else { return [] }
    var attributes = others
    for number in 0..<count {
      var copy = purchase
      copy.replaceSubrange(
        place..<place + transaction.count,
        with: String(1_000_000_400_000_000 + number).utf8)
      attributes += copy
    }
    let content = element(0x04, element(0x31, attributes))
    let encapsulated = element(0x30, Array(fixture[43..<54]) + element(0xA0, content))
    let signedData = element(
      0x30, Array(fixture[23..<39]) + encapsulated + Array(fixture[payload.upperBound...]))
    return element(0x30, Array(fixture[4..<15]) + element(0xA0, signedData))
  }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }

  private static func firstIndex(of part: [UInt8], in whole: [UInt8]) -> Int? {
    (0...(whole.count - part.count)).first { whole[$0..<$0 + part.count].elementsEqual(part) }
  }

  // MARK: Input without a receipt

  /// The contents of the largest inputs without a receipt. The last two are objects with different names.
  static let junkKinds = [
    "A", "hello world ", "MIIA ", "eyJ.", "[", "{\"a\":", "[1],", "3080", "%41", "\"\\\"", "<data>",
    "-----BEGIN ", "00000000: 3082\n", "ab\n", "30 8 ", "MIIAAAAAAAAAAAAAAAAA!\n",
    "INFO {\"status\":1}\n", "> a\n", "unique keys", "unique keys in an answer",
  ]

  /// 16 MiB of one kind.
  static func junk(_ kind: String) -> [UInt8] {
    let size = 16 << 20
    if kind.hasPrefix("unique keys") {
      let isAnswer = kind.hasSuffix("answer")
      let members = (0..<1_390_000).map { "\"\($0)\":1" }.joined(separator: ",")
      return Array((isAnswer ? "{\"status\":0,\"receipt\":{\(members)}}" : "{\(members)}").utf8)
    }
    let pattern = Array(kind.utf8)
    return (0..<size).map { pattern[$0 % pattern.count] }
  }
}
