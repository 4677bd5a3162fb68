internal import HummingbirdCore

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

  /// What a crowd took is given back each time that a quarter of the crowd is left.
  mutating func connectionClosed() {
    count -= 1
    guard most > Self.few, count <= most / 4 else { return }
    most = count
    SpareMemory.giveBack()
  }

  func isAcceptingNewConnections() -> Bool { count < Self.maximum }
}
