internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The process's surroundings: terminal, environment, clock.
enum Terminal {
  static var isStandardInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
  static var isStandardOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var isStandardErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The columns of standard output; `nil` if it is not a terminal. `COLUMNS` takes precedence.
  static var width: Int? {
    if let columns = environment("COLUMNS").flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Whether the locale allows text outside ASCII (POSIX.1-2024, Base Definitions §8.2).
  static var takesUnicode: Bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment($0) }
    guard let locale = named.first(where: { !$0.isEmpty })?.lowercased() else { return false }
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") || locale.contains("utf-8@")
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Makes sure that descriptors 0 to 2 are in use. Otherwise a file opened later could become standard error
  /// and receive messages. The placeholder for a closed stream fails on reading and writing, as the closed
  /// stream would.
  static func occupyStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
    }
  }

  /// A write fails when the reader of a pipe goes away, or when a file grows beyond the limit of the shell.
  /// It is reported then, and no signal ends the process.
  static func ignoreBrokenPipe() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// The folder where relative paths start.
  static var workingFolder: String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The number of threads that can run at once.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Milliseconds of a clock that cannot be set.
  static var uptime: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  static var now: ReceiptDate {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return ReceiptDate(
      millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
