import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Runs a program to its end, and discards its output.
enum ChildProcess {
  /// The program's peak of memory in bytes; `nil` if it could not run or ended with another exit code.
  ///
  /// - Parameter line: written to its standard input `count` times.
  @discardableResult
  static func run(
    _ arguments: [String], exitCode: Int32 = 0, feeding line: [UInt8] = [], _ count: Int = 0
  ) -> Int? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // The program would wait for the end of its input if it kept the other end of the pipe.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var process: pid_t = 0
    let isRunning = posix_spawnp(&process, arguments[0], &actions, nil, strings, environment) == 0
    close(ends[0])
    if isRunning { write(line, count, to: ends[1]) }
    close(ends[1])
    guard isRunning else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == exitCode << 8 else {
      return nil
    }
    #if os(Linux)
      return usage.ru_maxrss << 10
    #else
      return usage.ru_maxrss
    #endif
  }

  /// The variables of this process. A library on macOS has no `environ`.
  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  /// Writes a line many times, as long as the pipe has a reader.
  private static func write(_ line: [UInt8], _ count: Int, to descriptor: Int32) {
    signal(SIGPIPE, SIG_IGN)
    for _ in 0..<count {
      var rest = line[...]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes {
          Foundation.write(descriptor, $0.baseAddress, $0.count)
        }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
      }
    }
  }
}
