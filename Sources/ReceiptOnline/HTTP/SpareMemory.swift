internal import ReceiptCommandLine
internal import ReceiptCore

/// Memory that the C library keeps for itself after it was freed.
enum SpareMemory {
  private static let isAsked = Guarded(false)

  /// Gives it back to the system in a second: what was taken for an answer is often freed a moment after it.
  static func giveBack() {
    let isAsked = isAsked.withLock { asked in
      defer { asked = true }
      return asked
    }
    guard !isAsked else { return }
    Task {
      try? await Task.sleep(for: .seconds(1))
      Self.isAsked.withLock { $0 = false }
      Heap.returnAll()
    }
  }
}
