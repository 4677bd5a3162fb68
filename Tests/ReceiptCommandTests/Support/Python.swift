import Foundation
import Testing

/// The Python packages that `scripts/setup-python.sh` installs: readers that are not the project's own.
enum Python {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let folder = root.appendingPathComponent(".build/python-venv/bin")

  /// Where they are required nobody skips a test for want of them.
  static let isThere =
    ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_PYTHON"] == "1"
    || FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("python").path)

  static let absence: Comment =
    "the Python packages are not installed: scripts/setup-python.sh does it"

  /// The path of a program that the packages bring.
  static func program(_ name: String) throws -> String {
    let path = folder.appendingPathComponent(name).path
    try #require(FileManager.default.isExecutableFile(atPath: path), absence)
    return path
  }

  /// The path of a script in `Tests/Python`.
  static func script(_ name: String) -> String {
    root.appendingPathComponent("Tests/Python/\(name)").path
  }

  /// The path of a file of the project.
  static func file(_ name: String) -> String { root.appendingPathComponent(name).path }
}

extension Workbench {
  /// Runs one of the project's Python scripts.
  func python(_ script: String, _ arguments: [String]) async throws -> CommandResult {
    // Nothing is written beside the scripts.
    try await execute(
      Python.program("python"), ["-B", Python.script(script)] + arguments)
  }
}
