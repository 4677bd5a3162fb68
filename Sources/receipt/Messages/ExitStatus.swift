/// The exit codes, all of them. Of several inputs the worst decides.
enum ExitStatus: Int32, Comparable {
  case fine = 0
  /// A check failed.
  case checkFailed = 1
  /// Something could not be read or decoded, or the answer could not be written.
  case unreadable = 2
  // 64, wrong usage, is ArgumentParser's own.

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
