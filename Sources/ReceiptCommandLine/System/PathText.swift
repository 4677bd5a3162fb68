/// Joins and compares paths as text, without asking the system.
enum PathText {
  /// The folder of a path; empty if the path has no slash.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path relative to a folder.
  static func join(_ folder: String, _ path: String) -> String {
    if folder.isEmpty || path.hasPrefix("/") { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// The path without `.` and `//`, and without `..` where the names allow.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// The path without `.` and `//`. It leads to the same file, also where `..` follows a link.
  static func tidied(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    let tidy = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    // The rest must still be the name of a file, and not an option or standard input.
    return tidy.isEmpty ? path : tidy == "-" ? "./-" : tidy
  }

  /// The path as seen from a folder.
  ///
  /// - Parameter workingFolder: where relative paths start.
  static func relative(_ path: String, to folder: String, workingFolder: String) -> String {
    let target = parts(normalized(join(workingFolder, path)))
    let base = parts(normalized(join(workingFolder, folder)))
    let common = zip(target, base).prefix { $0 == $1 }.count
    return
      (Array(repeating: "..", count: base.count - common) + target[common...].map(String.init))
      .joined(separator: "/")
  }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }
}
