import Foundation

@testable import ReceiptCommandLine
@testable import ReceiptCore

/// The call of the system, whose name a function here has too.
private let systemWrite = write

/// Runs commands in this process, on files in memory.
enum CommandBench {
  /// What a run has printed.
  struct Result {
    let status: ExitStatus
    let output: [UInt8]
    let messages: [UInt8]
  }

  /// Where the files are. `scripts/fuzz.sh` gives one in memory, and removes it: libFuzzer ends without asking.
  private static let folder =
    ProcessInfo.processInfo.environment["RECEIPT_FUZZ_FOLDER"]
    ?? "\(NSTemporaryDirectory())/receipt-fuzz.\(getpid())"
  /// The file of the messages.
  private static let messages = open(place("messages"), O_RDWR | O_CREAT | O_APPEND, 0o600)
  // Foundation has another.
  private static let host: ReceiptCommandLine.Host = {
    var host = ReceiptCommandLine.Host()
    host.messages = messages
    host.variable = { _ in nil }
    return host
  }()

  static func prepare() {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  static func place(_ name: String) -> String { "\(folder)/\(name)" }

  /// Runs a command over inputs, each in a file named by its number.
  static func run(
    _ inputs: [UInt8]..., command: (RunSettings, [String]) throws -> ExitStatus
  ) -> Result {
    let names = inputs.indices.map { place("\($0)") }
    for (name, input) in zip(names, inputs) { write(input, to: name) }
    return run { settings in try command(settings, names) }
  }

  static func run(_ command: (RunSettings) throws -> ExitStatus) -> Result {
    ftruncate(messages, 0)
    var settings = RunSettings(host)
    settings.output = place("output")
    settings.color = .never
    settings.at = ReceiptDate(millisecondsSince1970: 1_780_000_000_000)
    unlink(place("output"))
    do {
      let status = try command(settings)
      return Result(status: status, output: read("output"), messages: read("messages"))
    } catch {
      promise(false, "a command threw \(error)")
      return Result(status: .unreadable, output: [], messages: [])
    }
  }

  static func read(_ name: String) -> [UInt8] {
    (try? FileReader.read(FilePath(place(name)), limit: 1 << 30)) ?? []
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    if count != bytes.count { fatalError("\(path) cannot be written") }
  }
}
