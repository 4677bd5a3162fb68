internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The kind of item at a path.
enum FileKind {
  case folder, link, file, pipe, other
}

enum Directory {
  /// The kind of item at a path; with `followingLinks`, that of a link's target. The result is `nil` if the
  /// item is missing or not accessible. Opening it will give the reason.
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
    case S_IFIFO: .pipe
    default: .other
    }
  }

  /// An item in a folder.
  struct Entry {
    let path: FilePath
    /// Its kind, if reading the folder tells. Asking for each would take as long as opening it.
    let kind: FileKind?
  }

  /// The items in a folder, in no order, without hidden ones.
  static func entries(of folder: FilePath) throws(ReceiptError) -> [Entry] {
    guard let stream = unsafe opendir(folder.cString) else { throw .cannotOpen(errno) }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while let entry = unsafe readdir(stream) {
      let path = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        // A name may be longer than NAME_MAX: on macOS the field has 1,024 bytes.
        let capacity = MemoryLayout.size(ofValue: unsafe tuple.pointee)
        return unsafe tuple.withMemoryRebound(to: CChar.self, capacity: capacity) { start in
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
        // Some file systems do not tell the kind.
        case Int(DT_UNKNOWN): nil
        default: .other
        }
      entries.append(Entry(path: path, kind: kind))
    }
    return entries
  }

  /// Makes a folder, unless it exists.
  ///
  /// - Parameter isSecret: only the owner may open it.
  static func make(_ path: FilePath, isSecret: Bool = false) throws(OutputError) {
    if kind(of: path, followingLinks: true) == .folder { return }
    guard unsafe mkdir(path.cString, isSecret ? 0o700 : 0o777) == 0 else {
      let number = errno
      throw OutputError(
        path: path, number: number,
        hint: number == EEXIST ? "this must be a folder: name another" : nil)
    }
  }

  /// Expects that a folder for secrets belongs to this user or the superuser, and that others cannot write to it.
  /// Secrets are keys, or a map of pseudonyms. A missing folder is fine.
  ///
  /// - Parameter allowsSticky: others may write to it, if they can remove and rename only what is theirs.
  static func checkSecret(
    _ path: FilePath, allowsSticky: Bool = false
  ) throws(OutputError) {
    var status = stat()
    guard unsafe stat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw OutputError(
        path: path, number: EPERM,
        hint: "this folder belongs to another user, who could read and replace its content")
    }
    guard status.st_mode & 0o022 == 0 || allowsSticky && status.st_mode & 0o1000 != 0 else {
      throw OutputError(
        path: path, number: EPERM,
        hint: "others may write into this folder, and could replace its content: chmod go-w")
    }
  }

  /// Whether an item, and what it links to, belongs to the user who runs the tool or to the superuser.
  static func belongsToUser(_ path: FilePath) -> Bool {
    var item = stat()
    var target = stat()
    guard unsafe lstat(path.cString, &item) == 0, unsafe stat(path.cString, &target) == 0 else {
      return false
    }
    return [item, target].allSatisfy { [0, geteuid()].contains($0.st_uid) }
  }

  /// Whether anyone but the owner has access to a file. Links are followed.
  static func isOpenToOthers(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe stat(path.cString, &status) == 0 && status.st_mode & 0o077 != 0
  }
}
