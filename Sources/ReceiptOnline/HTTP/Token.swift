internal import ReceiptCommandLine
internal import ReceiptCore

/// The secret that everybody must send who may be answered.
struct Token: Sendable {
  private let digest: [UInt8]

  /// A token that can be guessed protects nothing.
  private static let shortest = 16

  init(file: String) throws {
    let line: String?
    do {
      line = try SecretFile.line(of: file)
    } catch {
      throw Fault("\(file): \(error)")
    }
    guard let line, line.utf8.count >= Self.shortest else {
      throw Fault("\(file) needs one line, a token of at least \(Self.shortest) characters")
    }
    self.init(line)
  }

  init(_ text: String) { digest = Self.digest(of: text) }

  /// Takes the same time wherever the two differ: digests of equal length are compared to their ends.
  func matches(_ other: String) -> Bool {
    zip(digest, Self.digest(of: other)).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func digest(of text: String) -> [UInt8] {
    DigestAlgorithm.sha256.digest(of: Array(text.utf8)[...])
  }
}
