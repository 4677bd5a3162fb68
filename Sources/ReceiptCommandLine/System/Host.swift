package import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What a run has around it: streams, environment, terminal and clock. The entry point makes that of the process. A test
/// and a server make their own, so that many runs go on at once.
package struct Host: Sendable {
  /// The descriptors of standard input, standard output and standard error.
  package var input: Int32 = STDIN_FILENO
  package var output: Int32 = STDOUT_FILENO
  package var messages: Int32 = STDERR_FILENO
  /// What takes the place of those for writing, if that is memory.
  package var memory: (output: MemoryOutput, messages: MemoryOutput)?
  /// Inputs in memory by name, with `-` for standard input.
  package var inputs: [String: [UInt8]] = [:]
  /// Inputs that cannot be read, by name, with the reason.
  package var missing: [String: ReceiptError] = [:]
  /// Whether there are no others.
  package var isClosed = false
  /// The verifiers of runs before this one, and for those after it.
  package var verifiers = KnownVerifiers()
  /// The value of a variable of the environment.
  package var variable: @Sendable (String) -> String? = Self.processVariable
  var clock: @Sendable () -> ReceiptDate = Self.systemTime
  /// Random bytes of the system, so many.
  package var randomBytes: @Sendable (Int) -> [UInt8] = Self.systemRandomBytes

  /// What messages begin with.
  package var program = "receipt"

  package init() {}

  /// That of this process. It may be called once, before anything is opened.
  static func process() -> Host {
    ignoreBrokenPipe()
    occupyStandardStreams()
    return Host()
  }

  package var now: ReceiptDate { clock() }

  // MARK: Streams

  func standardOutput() -> Output { Output(descriptor: output, memory: memory?.output) }
  func standardError() -> Output { Output(descriptor: messages, memory: memory?.messages) }

  /// Writes a line to standard output, at once.
  package func say(_ line: String) {
    let output = standardOutput()
    output.write(line + "\n")
    output.flush()
  }

  /// Writes a line to standard error.
  package func note(_ line: String) {
    let output = standardError()
    output.write(line + "\n")
    output.flush()
  }

  /// The file that an option names, or standard output where it names none.
  func output(to path: String?, isSecret: Bool = false) throws(OutputError) -> Output {
    guard let path else { return standardOutput() }
    return try Output(path: path, isSecret: isSecret)
  }

  // MARK: Terminal

  var isInputTerminal: Bool { !isClosed && inputs["-"] == nil && isatty(input) == 1 }
  var isOutputTerminal: Bool { memory == nil && isatty(output) == 1 }
  var isMessageTerminal: Bool { memory == nil && isatty(messages) == 1 }

  /// The columns of standard output; `nil` if it is not a terminal. `COLUMNS` takes precedence.
  var width: Int? {
    if let columns = variable("COLUMNS").flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard memory == nil, unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Whether the locale allows text outside ASCII (POSIX.1-2024, Base Definitions §8.2).
  var takesUnicode: Bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variable($0) }
    guard let locale = named.first(where: { !$0.isEmpty })?.lowercased() else { return false }
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") || locale.holds("utf-8@")
  }

  // MARK: The machine

  /// The folder where relative paths start.
  var workingFolder: String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The number of threads that can run at once.
  var processorCount: Int { Self.processors }

  /// The system reads a file for each question.
  private static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Milliseconds of a clock that cannot be set.
  var uptime: Int64 { Self.milliseconds(of: CLOCK_MONOTONIC) }

  // MARK: The process

  /// Makes sure that descriptors 0 to 2 are in use. Otherwise a file opened later could become standard error
  /// and receive messages. The placeholder for a closed stream fails on reading and writing, as the closed
  /// stream would.
  private static func occupyStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
    }
  }

  /// A write fails when the reader of a pipe goes away, or when a file grows beyond the limit of the shell.
  /// It is reported then, and no signal ends the process.
  private static func ignoreBrokenPipe() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  private static let processVariable: @Sendable (String) -> String? = { name in
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static let systemRandomBytes: @Sendable (Int) -> [UInt8] = { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private static let systemTime: @Sendable () -> ReceiptDate = {
    ReceiptDate(millisecondsSince1970: milliseconds(of: CLOCK_REALTIME))
  }

  private static func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
