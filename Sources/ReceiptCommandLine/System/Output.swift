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
  /// What is written to instead, if it is memory.
  private let memory: MemoryOutput?
  /// The file as it was named; `nil` for a standard stream.
  private let path: FilePath?
  /// What replaces that file when it is complete.
  private let replacement: TemporaryFile?
  /// A file behind a link keeps what it holds until there is something to write.
  private var mustBeEmptied = false
  /// Why writing failed, as the system numbers it.
  private(set) var failure: Int32 = 0

  private static let bufferSize = 64 << 10

  /// The file for a name; `nil` for `-`, which means standard output.
  static func file(named name: String?) -> String? { name == "-" ? nil : name }

  init(
    descriptor: Int32, memory: MemoryOutput? = nil, path: FilePath? = nil,
    replacement: TemporaryFile? = nil
  ) {
    self.descriptor = descriptor
    self.memory = memory
    self.path = path
    self.replacement = replacement
    buffer.reserveCapacity(Self.bufferSize)
  }

  /// Opens a file for the answer. A regular file is written beside its place and moved there by
  /// `finish()`, so that a failed run leaves the old file.
  ///
  /// - Parameters:
  ///   - isSecret: Only the owner may read it, links are not followed, and other users cannot write
  ///     into its folder.
  ///   - followsLinks: Whether a link to a file is written through. Names that the person did not choose
  ///     may be links that another user put there.
  convenience init(
    path name: String, isSecret: Bool = false, followsLinks: Bool = true
  ) throws(OutputError) {
    let path = FilePath(name)
    let mode: mode_t = isSecret ? 0o600 : 0o666
    let kind = Directory.kind(of: path, followingLinks: false)
    if kind == .link, isSecret || !followsLinks,
      Directory.kind(of: path, followingLinks: true) != .other
    {
      throw OutputError(
        path: path, number: ELOOP, hint: "this is a link: name the file itself, or remove the link")
    }
    // Only a plain file, or nothing, is replaced. A link or a device is written through: replacing it
    // would destroy what it is.
    guard kind == .file || kind == nil else {
      self.init(descriptor: try Self.openThrough(path, mode), path: path)
      var status = stat()
      mustBeEmptied =
        unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      return
    }
    let folder = path.split().folder
    if isSecret { try Directory.checkSecret(folder) }
    let temporary = TemporaryFile(path.temporary)
    let descriptor = unsafe open(
      temporary.path.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      let number = errno
      temporary.forget()
      throw OutputError(path: path, number: number)
    }
    if isSecret { fchmod(descriptor, mode) }
    // Keeps the permissions of the old file.
    var status = stat()
    if unsafe !isSecret && stat(path.cString, &status) == 0 {
      fchmod(descriptor, status.st_mode & 0o7777)
    }
    self.init(descriptor: descriptor, path: path, replacement: temporary)
  }

  /// Opens a file to write behind its content. A pipe without a reader is an error.
  convenience init(appendingTo name: String) throws(OutputError) {
    let path = FilePath(name)
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
    let descriptor = unsafe open(path.cString, flags, 0o666)
    guard descriptor >= 0 else { throw OutputError(path: path, number: errno) }
    self.init(descriptor: descriptor, path: path)
  }

  /// Opens what a link or a pipe leads to. A pipe without a reader would block for ever, so its reader is
  /// waited for, and only for a while.
  private static func openThrough(_ path: FilePath, _ mode: mode_t) throws(OutputError) -> Int32 {
    var attempt = 0
    while true {
      let descriptor = unsafe open(path.cString, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, mode)
      if descriptor >= 0 {
        // What is written may wait for a slow reader.
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        return descriptor
      }
      let number = errno
      guard number == ENXIO, attempt < maximumAttempts else {
        throw OutputError(
          path: path, number: number,
          hint: number == ENXIO ? "this pipe has no reader: begin to read from it first" : nil)
      }
      attempt += 1
      usleep(waitInMicroseconds)
    }
  }

  /// Together nine tenths of a second, as for a pipe that is read.
  private static let maximumAttempts = 90
  private static let waitInMicroseconds: UInt32 = 10_000

  /// Removes the file of an earlier run, so that it does not look like the result of this one.
  func removeOld() {
    if replacement != nil, let path { unsafe unlink(path.cString) }
  }

  /// Removes a plain file, and nothing else.
  static func remove(_ path: FilePath) {
    if Directory.kind(of: path, followingLinks: false) == .file { unsafe unlink(path.cString) }
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
    if let memory { return memory.append(buffer) }
    if mustBeEmptied, failure == 0 {
      mustBeEmptied = false
      if ftruncate(descriptor, 0) != 0 { failure = errno }
    }
    guard failure == 0 else { return }
    unsafe buffer.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let count = unsafe writeOnce(
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
    guard let replacement, let path else {
      guard failure == 0 || failure == EPIPE else {
        throw OutputError(path: self.path, number: failure)
      }
      return
    }
    if failure == 0, close(descriptor) != 0 { failure = errno }
    if failure == 0, unsafe rename(replacement.path.cString, path.cString) != 0 { failure = errno }
    guard failure == 0 else {
      replacement.remove()
      throw OutputError(path: path, number: failure)
    }
    replacement.forget()
  }

  /// Drops an incomplete output. The old file stays.
  func discard() {
    buffer.removeAll()
    guard let replacement else { return }
    close(descriptor)
    replacement.remove()
  }
}

/// The `write` of the system, which methods of the same name would hide inside of the class.
private func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

/// The output could not be written.
struct OutputError: Error {
  /// The file; `nil` for standard output.
  let path: FilePath?
  let number: Int32
  var hint: String?

  var message: String {
    "\(path?.text ?? "standard output") cannot be written: \(errorText(number))"
  }
}
