import Foundation
import Testing

/// The Python packages installed by `scripts/setup-python.sh`: independent readers.
enum Python {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let folder = root.appendingPathComponent(".build/python-venv/bin")

  /// If they are required, missing packages fail the tests instead of skipping them.
  static let isThere =
    ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_PYTHON"] == "1"
    || FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("python").path)

  static let absence: Comment =
    "the Python packages are not installed: scripts/setup-python.sh does it"

  /// The path of a program in the packages.
  static func program(_ name: String) throws -> String {
    let path = folder.appendingPathComponent(name).path
    try #require(FileManager.default.isExecutableFile(atPath: path), absence)
    return path
  }

  /// The path of a script in `Tests/Python`.
  static func script(_ name: String) -> String {
    root.appendingPathComponent("Tests/Python/\(name)").path
  }

  /// The path of a file in the project.
  static func file(_ name: String) -> String { root.appendingPathComponent(name).path }
}

extension Workbench {
  /// Runs one of the project's Python scripts.
  func python(_ script: String, _ arguments: [String]) async throws -> CommandResult {
    // Python must not write files next to the scripts.
    try await execute(
      Python.program("python"), ["-B", Python.script(script)] + arguments)
  }
}
