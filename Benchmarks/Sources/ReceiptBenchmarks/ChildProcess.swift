import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Runs a program to its end, and discards its output.
enum ChildProcess {
  /// The program's peak of memory in bytes; `nil` if it could not run or ended with another exit code.
  @discardableResult
  static func run(_ arguments: [String], exitCode: Int32 = 0) -> Int? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, arguments[0], &actions, nil, strings, environ) == 0 else {
      return nil
    }
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
}
