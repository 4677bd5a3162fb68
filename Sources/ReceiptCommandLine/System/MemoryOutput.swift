internal import ReceiptCore

/// What a run writes, where that is kept in memory.
package final class MemoryOutput: Sendable {
  private let content = Guarded<[UInt8]>([])

  package init() {}

  package var bytes: [UInt8] { content.withLock { $0 } }

  func append(_ bytes: [UInt8]) { content.withLock { $0 += bytes } }
}
