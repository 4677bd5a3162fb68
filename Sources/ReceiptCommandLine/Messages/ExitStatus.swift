/// All exit codes. For several inputs, the worst one counts.
enum ExitStatus: Int32, Comparable {
  case fine = 0
  /// A check failed.
  case checkFailed = 1
  /// Something could not be read or decoded, or the output could not be written.
  case unreadable = 2
  // 64, wrong usage, comes from ArgumentParser.

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
