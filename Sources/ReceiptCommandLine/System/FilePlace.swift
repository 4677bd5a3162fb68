#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where a path leads: the file that is read or written under it, or the place of one that is not there yet.
struct FilePlace {
  /// The path from the root without links; `nil` for standard input, which has no name.
  private let path: FilePath?
  private let identity: Identity?

  /// What the system knows a file by, whatever it is called.
  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// As many links in a row as Linux follows.
  private static let maximumLinks = 40

  /// `nil` for pipes, terminals and devices: writing to them destroys nothing.
  init?(_ path: FilePath) {
    var status = stat()
    if unsafe stat(path.cString, &status) == 0 {
      guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return nil }
      identity = Identity(status)
    } else {
      identity = nil
    }
    self.path = Self.resolved(path)
  }

  /// The file that is open, such as that of standard input; `nil` for anything but a file.
  static func open(_ descriptor: Int32) -> FilePlace? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return FilePlace(status)
  }

  private init(_ status: stat) {
    path = nil
    identity = Identity(status)
  }

  /// Whether a file is there.
  var isTaken: Bool { identity != nil }

  func isSame(as other: FilePlace) -> Bool {
    if let identity, identity == other.identity { return true }
    guard let path, let other = other.path else { return false }
    return path == other
  }

  /// The name in this folder; `nil` for what is elsewhere.
  func name(of entry: FilePlace) -> String? {
    guard let path, let (folder, name) = entry.path?.split(), folder == path else { return nil }
    return name.text
  }

  /// The path without links, as far as it exists; the rest of it as it is.
  private static func resolved(_ path: FilePath) -> FilePath {
    var path = path
    var missing: [FilePath] = []
    var links = 0
    while true {
      if let real = realPath(path) { return missing.reversed().reduce(real) { $0.appending($1) } }
      let (folder, name) = path.split()
      // A link to a file that is not there yet: writing makes that file.
      if links < maximumLinks, let target = linkTarget(of: path) {
        links += 1
        path = target.isAbsolute ? target : folder.appending(target)
      } else if folder == path {
        return path
      } else {
        missing.append(name)
        path = folder
      }
    }
  }

  private static func realPath(_ path: FilePath) -> FilePath? {
    guard let resolved = unsafe realpath(path.cString, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe FilePath(
      Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved))) + [0])
  }

  private static func linkTarget(of path: FilePath) -> FilePath? {
    let target = unsafe [CChar](unsafeUninitializedCapacity: Int(PATH_MAX) + 1) { buffer, count in
      count =
        unsafe buffer.baseAddress.map {
          max(0, unsafe readlink(path.cString, $0, Int(PATH_MAX)))
        } ?? 0
    }
    return target.isEmpty ? nil : FilePath(target + [0])
  }
}
