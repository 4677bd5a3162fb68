internal import HummingbirdCore
internal import ReceiptCommandLine

/// The connections that are open. More wait to be taken.
struct Connections: AvailableConnectionsDelegate {
  static let maximum = 6000

  private var count = 0
  /// The most that were open since memory was given back.
  private var most = 0

  /// What so many take is not worth the search for it.
  private static let few = 16

  mutating func connectionOpened() {
    count += 1
    most = max(most, count)
  }

  /// The C library would keep what a crowd took. It gives it back each time that a quarter of the crowd is left, once
  /// what belonged to the others is free.
  mutating func connectionClosed() {
    count -= 1
    guard most > Self.few, count <= most / 4 else { return }
    most = count
    Task {
      try? await Task.sleep(for: .seconds(1))
      Heap.returnAll()
    }
  }

  func isAcceptingNewConnections() -> Bool { count < Self.maximum }
}
