internal import ReceiptCore

/// Marks the receipts of a page among which are Apple's answers. Those are accepted without a signature, also when the
/// page brings them back with the next choice. So the mark fits no other receipts, and only this server can make it.
struct DeskSeal: Sendable {
  private let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max) }

  func mark(_ receipts: [DeskForm.Receipt]) -> String {
    func digest(_ bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.sha256.digest(of: bytes[...]) }
    // Each has its own hash, so nothing can move from one to the next. Names are only shown.
    let all = receipts.flatMap { digest($0.bytes) }
    return Hexadecimal.encode(digest(secret + digest(all)))
  }

  func fits(_ mark: String, _ receipts: [DeskForm.Receipt]) -> Bool {
    Token(mark).matches(self.mark(receipts))
  }
}
