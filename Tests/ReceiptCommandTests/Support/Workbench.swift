import Foundation
import Subprocess
import Synchronization
import Testing

/// A new directory in which the tool runs, with an environment that contains only `PATH`.
final class Workbench: Sendable {
  let path: String
  /// How many runs were in this process.
  private let runs = Mutex<UInt64>(0)

  /// Larger than any output that a test expects.
  private static let outputLimit = 64 << 20

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("receipt-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  // MARK: Files

  func place(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders around it.
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    let folder = (place(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: place(name)))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: place(name), withIntermediateDirectories: true)
  }

  /// A symbolic link at `name` to `destination`, which is not changed.
  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place(name), withDestinationPath: destination)
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: place(name))))
  }

  func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  /// The names in a folder, including hidden ones, sorted.
  func names(in folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place(folder)).sorted()
  }

  // MARK: Running

  /// Runs the tool, in this process if no other program was named. Without `input` its standard input is empty.
  func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil
  ) async throws -> CommandResult {
    guard Self.namedBinary == nil, HostedRun.isPossible else {
      return try await runProcess(arguments, environment: environment, input: input)
    }
    let number = runs.withLock { count in
      count += 1
      return count
    }
    let result = try await ProcessGate.shared.pass {
      try await HostedRun.run(
        arguments, environment: environment, input: input, in: path, seed: number)
    }
    return CommandResult(
      command: Self.command("receipt", arguments, environment), status: .exited(result.code),
      output: result.output, messages: result.messages)
  }

  /// Runs the tool as a process, for what only a process has: signals, limits, a locale.
  func runProcess(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil
  ) async throws -> CommandResult {
    try await launch(Self.binary(), arguments, environment: environment, input: input)
  }

  /// Runs a script of `sh`, in which `$RECEIPT` is the tool, for tests that need a shell.
  func shell(
    _ script: String, environment: [String: String] = [:]
  ) async throws -> CommandResult {
    var environment = environment
    environment["RECEIPT"] = try Self.binary()
    return try await launch("/bin/sh", ["-c", script], environment: environment, input: nil)
  }

  /// Runs another program.
  func execute(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> CommandResult {
    try await launch(executable, arguments, environment: environment, input: nil)
  }

  private func launch(
    _ executable: String, _ arguments: [String], environment: [String: String], input: [UInt8]?
  ) async throws -> CommandResult {
    try await ProcessGate.shared.pass {
      try await launchNow(executable, arguments, environment: environment, input: input)
    }
  }

  private func launchNow(
    _ executable: String, _ arguments: [String], environment: [String: String], input: [UInt8]?
  ) async throws -> CommandResult {
    let own = ProcessInfo.processInfo.environment
    var variables: [Environment.Key: String] = ["PATH": own["PATH"] ?? "/usr/bin:/bin"]
    // What a process of its own runs is not counted: one that is killed would leave a broken profile.
    if own["LLVM_PROFILE_FILE"] != nil { variables["LLVM_PROFILE_FILE"] = "/dev/null" }
    // A tool whose source has switches is told which of them is on.
    for name in ["RECEIPT_MUTANT", "RECEIPT_MUTANTS_REACHED"] {
      if let value = own[name] { variables[Environment.Key(stringLiteral: name)] = value }
    }
    for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
    let configuration = Configuration(
      executable: .path(literal(executable)), arguments: Arguments(arguments),
      environment: .custom(variables), workingDirectory: literal(path))
    let output = BytesOutput.bytes(limit: Self.outputLimit)
    let name = URL(fileURLWithPath: executable).lastPathComponent
    let command = Self.command(name, arguments, environment)
    if let input {
      let result = try await Subprocess.run(
        configuration, input: .array(input), output: output, error: output)
      return CommandResult(
        command: command, status: result.terminationStatus, output: result.standardOutput,
        messages: result.standardError)
    }
    let result = try await Subprocess.run(
      configuration, input: .none, output: output, error: output)
    return CommandResult(
      command: command, status: result.terminationStatus, output: result.standardOutput,
      messages: result.standardError)
  }

  /// The call as a person would write it.
  private static func command(
    _ name: String, _ arguments: [String], _ environment: [String: String]
  ) -> String {
    let settings = environment.filter { $0.key != "RECEIPT" }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value) " }.joined()
    return settings + ([name] + arguments).joined(separator: " ")
  }

  /// The path type of Subprocess is in a module whose name depends on the system. All of them accept a
  /// literal.
  private func literal<Value: ExpressibleByStringLiteral>(_ text: String) -> Value
  where Value.StringLiteralType == String {
    Value(stringLiteral: text)
  }

  private static let namedBinary: String? = {
    let named = ProcessInfo.processInfo.environment["RECEIPT_BINARY"] ?? ""
    return named.isEmpty ? nil : URL(fileURLWithPath: named).path
  }()

  /// The tool under test: `$RECEIPT_BINARY`, or the one built next to the tests.
  static func binary() throws -> String {
    try namedBinary ?? built("receipt")
  }

  /// A program that was built next to the tests.
  static func built(_ name: String) throws -> String {
    let binary = try besideTests(name)
    try #require(
      FileManager.default.isExecutableFile(atPath: binary),
      "no \(name) beside the tests, at \(binary)")
    return binary
  }

  /// The path of something in the folder that the tests were built in.
  static func besideTests(_ name: String) throws -> String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder =
      bundle?.bundleURL.deletingLastPathComponent()
      ?? Bundle.main.executableURL?.deletingLastPathComponent()
    return try #require(folder).appendingPathComponent(name).path
  }
}

/// Features of a machine that some tests need.
enum Machine {
  /// The superuser may read and write everything.
  static let isSuperuser = NSUserName() == "root"
  static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
  /// The script of util-linux. Other systems have other options.
  static let hasScript =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/script") && hasProc
  static let prove = "/usr/bin/prove"
  static let hasProve = FileManager.default.isExecutableFile(atPath: prove)
  static let hasProc = FileManager.default.fileExists(atPath: "/proc/self/fd/1")
}

/// The output of one run, and how it ended.
struct CommandResult: Sendable, CustomStringConvertible {
  let command: String
  private let status: TerminationStatus
  let output: [UInt8]
  let messages: [UInt8]

  init(command: String, status: TerminationStatus, output: [UInt8], messages: [UInt8]) {
    self.command = command
    self.status = status
    self.output = output
    self.messages = messages
  }

  /// The exit code; `nil` when a signal ended the run.
  var code: Int32? { if case .exited(let code) = status { code } else { nil } }

  var text: String { String(decoding: output, as: UTF8.self) }
  var messageText: String { String(decoding: messages, as: UTF8.self) }
  /// The lines of standard output, without the text after the last line feed.
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  func json() throws -> JSON { try JSON(output) }

  /// Expects an exit code. A failure shows the whole run.
  @discardableResult
  func expect(
    status expected: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(
      code == expected, Comment(rawValue: description), sourceLocation: sourceLocation)
    return self
  }

  /// Expects a text on standard error.
  @discardableResult
  func expect(
    message words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(
      messageText.contains(words), Comment(rawValue: "expected \"\(words)\" in: \(description)"),
      sourceLocation: sourceLocation)
    return self
  }

  /// Expects a text on standard output.
  @discardableResult
  func expect(
    output words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(
      text.contains(words), Comment(rawValue: "expected \"\(words)\" in: \(description)"),
      sourceLocation: sourceLocation)
    return self
  }

  /// Expects nothing on standard error.
  @discardableResult
  func expectSilence(sourceLocation: SourceLocation = #_sourceLocation) -> Self {
    #expect(messages.isEmpty, Comment(rawValue: description), sourceLocation: sourceLocation)
    return self
  }

  var description: String {
    """
    $ \(command)
    status: \(status)
    ---- standard output (\(output.count) bytes)
    \(text.prefix(4000))
    ---- standard error (\(messages.count) bytes)
    \(messageText.prefix(4000))
    ----
    """
  }
}
