#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The destination of output, with a buffer, so that neither memory nor system calls grow with its length.
///
/// After a failed write, nothing more is written. Callers that write much check `failure` now and then.
final class Output: TextOutputStream {
  private var buffer: [UInt8] = []
  private let descriptor: Int32
  private let replacement: Replacement?
  /// The system's error number of the failed write; 0 if none failed.
  private(set) var failure: Int32 = 0

  private static let bufferSize = 64 << 10

  /// A file that replaces another when it is complete.
  private struct Replacement {
    let temporary: String
    let path: String
  }

  static func standardOutput() -> Output { Output(descriptor: STDOUT_FILENO, replacement: nil) }
  static func standardError() -> Output { Output(descriptor: STDERR_FILENO, replacement: nil) }

  /// The file for a name; `nil` for `-`, which means standard output.
  static func file(named name: String?) -> String? { name == "-" ? nil : name }

  private init(descriptor: Int32, replacement: Replacement?) {
    self.descriptor = descriptor
    self.replacement = replacement
    buffer.reserveCapacity(Self.bufferSize)
  }

  /// Opens an output file. A regular file is written next to its final place, and moved there by `finish()`.
  /// So a failed run leaves the old file, and a file may be its own input.
  ///
  /// - Parameter isSecret: only the owner may read it.
  convenience init(path: String, isSecret: Bool = false) throws(OutputError) {
    let mode: mode_t = isSecret ? 0o600 : 0o666
    // Only a regular file or nothing is replaced. Links and devices are written through, because replacing
    // them would destroy them.
    let isReplaceable =
      switch Directory.kind(of: FilePath(path), followingLinks: false) {
      case .file, nil: true
      case .link, .folder, .other: false
      }
    guard isReplaceable else {
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw OutputError(path: path, number: errno) }
      self.init(descriptor: descriptor, replacement: nil)
      return
    }
    let (folder, name) = Self.split(path)
    // Hidden, so that a run over the folder does not read it as an input.
    let temporary = "\(folder).\(name).\(getpid()).tmp"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw OutputError(path: path, number: errno) }
    // Keeps the permissions of the old file.
    var status = stat()
    if unsafe !isSecret && stat(path, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
    self.init(
      descriptor: descriptor, replacement: Replacement(temporary: temporary, path: path))
  }

  /// The folder of a path with its slash, and the name in it.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  func write(_ text: String) {
    write(octets: text.utf8)
  }

  func write(octets: some Collection<UInt8>) {
    buffer.append(contentsOf: octets)
    if buffer.count >= Self.bufferSize { flush() }
  }

  func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard failure == 0 else { return }
    unsafe buffer.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let count = unsafe Self.write(
          descriptor, UnsafeRawBufferPointer(rebasing: bytes[offset...]))
        if count >= 0 {
          offset += count
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
  }

  /// Writes the rest, and moves the file to its place.
  func finish() throws(OutputError) {
    flush()
    guard let replacement else {
      guard failure == 0 || failure == EPIPE else { throw OutputError(path: nil, number: failure) }
      return
    }
    if failure == 0, close(descriptor) != 0 { failure = errno }
    if failure == 0, unsafe rename(replacement.temporary, replacement.path) != 0 { failure = errno }
    guard failure == 0 else {
      unsafe unlink(replacement.temporary)
      throw OutputError(path: replacement.path, number: failure)
    }
  }

  /// Drops an incomplete output. The old file stays.
  func discard() {
    buffer.removeAll()
    guard let replacement else { return }
    close(descriptor)
    unsafe unlink(replacement.temporary)
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

/// The output could not be written.
struct OutputError: Error {
  /// The file; `nil` for standard output.
  let path: String?
  let number: Int32
  var hint: String?

  var message: String {
    "\(path ?? "standard output") cannot be written: \(errorText(number))"
  }
}
