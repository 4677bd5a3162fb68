import ArgumentParser

/// It says its version, and does nothing else: the least that a program with ArgumentParser can take.
@main struct EmptyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(version: "1")
}
