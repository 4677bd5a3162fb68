/// What is fuzzed, with the inputs that it begins with.
struct FuzzTarget: Sendable {
  let name: String
  let seeds: @Sendable () -> [[UInt8]]
  /// Runs one input. It must come back, and its promises must hold.
  let run: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, seeds: @escaping @Sendable () -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.seeds = seeds
    self.run = run
  }

  static let all: [FuzzTarget] = readers + texts + documents + commands
}
