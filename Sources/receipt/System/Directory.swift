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

  /// Something in a folder.
  struct Entry {
    let path: FilePath
    /// What it is, where reading the folder tells; asking for each would take as long as opening it.
    let kind: FileKind?
  }

  /// What is in a folder, in no order, without what begins with a point.
  static func entries(of folder: FilePath) throws(ReceiptError) -> [Entry] {
    guard let stream = unsafe opendir(folder.cString) else { throw .cannotOpen(errno) }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while let entry = unsafe readdir(stream) {
      let path = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { start in
          unsafe start.pointee == CChar(UInt8(ascii: "."))
            ? nil
            : folder.appending(bytes: UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      guard let path else { continue }
      let kind: FileKind? =
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_DIR): .folder
        case Int(DT_REG): .file
        case Int(DT_LNK): .link
        // Some file systems do not tell.
        case Int(DT_UNKNOWN): nil
        default: .other
        }
      entries.append(Entry(path: path, kind: kind))
    }
    return entries
  }

  /// Makes a folder, unless it is there.
  ///
  /// - Parameter isSecret: Nobody but the owner may look into it.
  static func make(_ path: FilePath, isSecret: Bool = false) throws(OutputError) {
    if kind(of: path, followingLinks: true) == .folder { return }
    guard unsafe mkdir(path.cString, isSecret ? 0o700 : 0o777) == 0 else {
      let number = errno
      throw OutputError(
        path: path.text, number: number,
        hint: number == EEXIST ? "a folder is wanted here, and this is none: name another" : nil)
    }
  }

  /// Whether others than its owner may do anything with a file, a link's destination included.
  static func isOpenToOthers(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe stat(path.cString, &status) == 0 && status.st_mode & 0o077 != 0
  }
}
