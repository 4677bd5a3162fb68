internal import NIOCore
internal import ReceiptCore

/// The threads that answer about one receipt. A large one takes seconds, so the large ones have threads of their own.
/// Small ones wait for none of them.
struct Readers: Sendable {
  private let small: Workers
  private let large: Workers

  static let usualCount = 2 * System.coreCount
  /// A body of more bytes is large. Few receipts are.
  private static let largeSize = 256 << 10

  init(count: Int) {
    small = Workers(count: count, waiting: 16)
    large = Workers(count: max(1, count / 2), waiting: 4)
  }

  /// Does work on a body of so many bytes, as soon as a thread is free.
  ///
  /// - Throws: `busy` if too many wait.
  func run<Value: Sendable>(
    bodyOf size: Int, _ work: @escaping @Sendable () -> Value
  ) async throws -> Value {
    try await (size > Self.largeSize ? large : small).run(work)
  }
}
