internal import HummingbirdCore
internal import NIOCore
internal import ReceiptCore

/// The body of a request, which is read once.
final class IncomingBody: Sendable {
  private let parts: RequestBody
  private let memory = BodyMemory()
  /// Reading on behind the end would take the next request for more of this one.
  private let isRead = Guarded(false)

  init(_ parts: RequestBody) { self.parts = parts }

  /// All of it.
  func collect(_ maximum: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await part in parts {
      guard bytes.count + part.readableBytes <= maximum else { throw Problem.tooLarge(maximum) }
      try memory.hold(bytes.count + part.readableBytes)
      bytes.append(contentsOf: part.readableBytesView)
    }
    isRead.withLock { $0 = true }
    return bytes
  }

  /// Its parts as they come, for one who reads them to the end.
  func stream() -> RequestBody {
    isRead.withLock { $0 = true }
    return parts
  }

  /// Reads the rest and forgets it. A client that sends all of its body before it reads would see a broken pipe in
  /// place of a refusal (RFC 9112 §9.6). It has as long as for taking an answer.
  func drop() async {
    guard !isRead.withLock({ $0 }) else { return }
    memory.release()
    do { for try await _ in stream() {} } catch {}
  }
}
