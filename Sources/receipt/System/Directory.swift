internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What stands at a path.
enum FileKind {
  case folder, link, file, other
}

enum Directory {
  /// What stands at a path; with `followingLinks`, what a symbolic link leads to. `nil` when nothing
  /// does, or it may not be seen: opening it will say why.
  static func kind(of path: FilePath, followingLinks: Bool) -> FileKind? {
    var status = stat()
    let result =
      followingLinks
      ? unsafe stat(path.cString, &status) : unsafe lstat(path.cString, &status)
    guard result == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .folder
    case S_IFREG: .file
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The names in a folder, sorted, without those that begin with a point.
  static func names(in folder: FilePath) throws(ReceiptError) -> [FilePath] {
    guard let stream = unsafe opendir(folder.cString) else { throw .cannotOpen(errno) }
    defer { unsafe closedir(stream) }
    var names: [FilePath] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { start in
          unsafe FilePath(Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1)))
        }
      }
      if !name.isHidden { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a folder, unless it is there.
  ///
  /// - Parameter isSecret: Nobody but the owner may look into it.
  static func make(_ path: FilePath, isSecret: Bool = false) throws(OutputError) {
    if kind(of: path, followingLinks: true) == .folder { return }
    guard unsafe mkdir(path.cString, isSecret ? 0o700 : 0o777) == 0 else {
      throw OutputError(path: path.text, number: errno)
    }
  }
}
