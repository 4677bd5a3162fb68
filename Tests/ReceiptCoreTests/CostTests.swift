import Foundation
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Shapes of input that took long. `scripts/cost.py` has many more, and counts instructions.
@Suite(.timeLimit(.minutes(60))) struct CostTests {
  @Test(
    "A text of brackets is passed over",
    arguments: ["<", "<,", "< ", "<?", "<0", "<data>", "<?xml><data>", "\n<", "30 "])
  func brackets(_ piece: String) {
    let small = processorTime(of: piece, size: 1 << 18)
    let large = processorTime(of: piece, size: 1 << 20)
    // Four times the text. A cost that grows with the square would be 16 times as large.
    #expect(large < max(small, .milliseconds(1)) * 10, "\(small), \(large)")
  }

  /// What reading a text of many such pieces takes at least. The processor's time does not depend on what else the
  /// machine does.
  private func processorTime(of piece: String, size: Int) -> Duration {
    let text = Array(String(repeating: piece, count: size / piece.utf8.count).utf8)
    return (0..<3).map { _ in
      let start = Self.now
      #expect(thrownError(text) != nil)
      return Self.now - start
    }.min() ?? .zero
  }

  private static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test("A part of BER beside the content has a limit, on both sides")
  func partsOfBER() throws {
    let payload = ReceiptMaking.DER.octetString([1])
    func damage(_ size: Int, indefinite: Bool = false) -> ReceiptError? {
      // The certificate with its header is as long as `size`.
      let content = [UInt8](repeating: 0, count: size - 4)
      let certificate =
        indefinite
        ? [0x30, 0x80] + DER.tlv(0x04, [content]) + [0, 0]
        : DER.tlv(0x30, [DER.tlv(0x04, [[UInt8](repeating: 0, count: size - 8)])])
      let bytes = BER.receipt(payload, certificates: [certificate]).bytes
      return BERScan(bytes, limits: DecodingLimits()).damage
    }
    #expect(damage(BERScan.maximumPartSize) == nil)
    #expect(damage(BERScan.maximumPartSize + 1)?.code == .tooLarge)
    #expect(damage(BERScan.maximumPartSize + 100, indefinite: true)?.code == .tooLarge)
  }

  @Test("A list of signers may be larger than the largest of them")
  func listsOfBER() {
    let payload = ReceiptMaking.DER.octetString([1])
    let signer = DER.tlv(0x30, DER.tlv(0x04, [UInt8](repeating: 0, count: 2_000)))
    let signers = Array(repeating: signer, count: DecodingLimits().maximumSignerInfos)
    #expect(signer.count * signers.count > BERScan.maximumPartSize)
    let bytes = BER.receipt(payload, signerInfos: signers).bytes
    #expect(BERScan(bytes, limits: DecodingLimits()).damage == nil)
  }

  @Test("A search for a text finds it where it stands")
  func search() {
    let text = Array("ab<<html<htm<html>".utf8)
    #expect(Text.range(of: "<html", in: text[...], from: 0) == 3..<8)
    #expect(Text.range(of: "<html", in: text[...], from: 4) == 12..<17)
    #expect(Text.range(of: "<html>", in: text[...17], from: 0) == 12..<18)
    #expect(Text.range(of: "<html>", in: text[...16], from: 0) == nil)
    #expect(Text.range(of: "b", in: text[2...], from: 0) == nil)
  }

  @Test("A header of a JWS has a limit, on both sides")
  func header() throws {
    let limit = 16 * JWS.largestCertificate
    func errors(_ size: Int) throws -> [ReceiptError.Code] {
      // Three bytes of JSON make four of base64.
      let padding = String(repeating: " ", count: size / 4 * 3 - #"{"alg":"ES256"}"#.utf8.count)
      let header = Base64.encodeURL(Array((#"{"alg":"ES256"}"# + padding).utf8))
      let text = header + Array(".".utf8) + Base64.encodeURL(Array("{}".utf8)) + Array(".AA".utf8)
      return try JWS.read(text).errors.map(\.code)
    }
    #expect(try errors(limit) == [])
    #expect(try errors(limit + 4) == [.tooManyCertificates])
  }
}
