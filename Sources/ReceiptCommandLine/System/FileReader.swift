internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reads whole files up to a limit. Each is opened only once.
enum FileReader {
  /// The bytes of a regular file.
  ///
  /// It opens without blocking, and then checks the kind of the open file. So a pipe or device cannot hang it
  /// or fill the memory, and no other file can take its place in between.
  static func read(_ path: FilePath, limit: Int) throws(ReceiptError) -> [UInt8] {
    let (descriptor, size) = try openFile(path)
    defer { close(descriptor) }
    guard size <= limit else { throw .tooLarge(limit: limit) }
    // One more byte than its size: if a regular file gives fewer, it has ended.
    let bytes = try readOnce(descriptor, room: size + 1)
    guard bytes.count > size else { return bytes }
    // The file has grown since.
    return try readAll(descriptor, after: bytes, expected: size, limit: limit)
  }

  /// The bytes of a file or pipe that was named. A shell writes `<(command)` as the name of a pipe.
  static func readNamed(_ path: FilePath, limit: Int) throws(ReceiptError) -> [UInt8] {
    guard Directory.kind(of: path, followingLinks: true) == .pipe else {
      return try read(path, limit: limit)
    }
    return try readPipe(path, limit: limit)
  }

  /// The bytes of a pipe. It waits for whatever writes into it, if that is never silent for long: a name may be that of
  /// a pipe by mistake.
  static func readPipe(_ path: FilePath, limit: Int) throws(ReceiptError) -> [UInt8] {
    let isPatient = isInherited(path)
    let descriptor = try openPipe(path, waiting: isPatient)
    defer { close(descriptor) }
    let bytes = try readAll(
      descriptor, expected: pipeSize, limit: limit, isPatient: isPatient)
    guard !bytes.isEmpty else { throw .emptyPipe }
    return bytes
  }

  /// The descriptor of a pipe, which the caller closes.
  ///
  /// - Parameter waiting: wait for its first byte as long as it takes. Opening it waits too, for someone to write.
  static func openPipe(_ path: FilePath, waiting: Bool = true) throws(ReceiptError) -> Int32 {
    let descriptor = unsafe open(path.cString, O_RDONLY | O_CLOEXEC | (waiting ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw .cannotOpen(errno) }
    do throws(ReceiptError) {
      guard isPipe(descriptor) else { throw ReceiptError.noRegularFile }
      guard waiting || hasMore(descriptor) else { throw ReceiptError.silentPipe(after: 0) }
    } catch {
      close(descriptor)
      throw error
    }
    if !waiting { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    return descriptor
  }

  /// Whether something is written into a pipe, or its writer has gone, before the time is over.
  private static func hasMore(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var waited: Int32 = 0
    // A signal may end one wait. Short ones make up for that.
    while waited < longestSilence {
      if unsafe poll(&request, 1, pollInterval) > 0 { return true }
      waited += pollInterval
    }
    return false
  }

  /// How long a named pipe may be silent, in milliseconds.
  private static let longestSilence: Int32 = 900
  private static let pollInterval: Int32 = 100

  /// Whether a path is that of a descriptor that the shell opened, as for `<(command)`. The command may be slow.
  private static func isInherited(_ path: FilePath) -> Bool {
    ["/dev/fd/", "/proc/self/fd/"].contains { path.text.hasPrefix($0) }
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// As much as Linux keeps in a pipe.
  private static let pipeSize = 64 << 10

  /// The first bytes of a regular file.
  static func beginning(of path: FilePath, count: Int) throws(ReceiptError) -> [UInt8] {
    let (descriptor, _) = try openFile(path)
    defer { close(descriptor) }
    return try readOnce(descriptor, room: count)
  }

  /// The descriptor of a regular file, which the caller closes, and its size.
  static func openFile(
    _ path: FilePath
  ) throws(ReceiptError) -> (descriptor: Int32, size: Int) {
    let descriptor = unsafe open(path.cString, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let number = errno
      guard number == ENOENT, Directory.kind(of: path, followingLinks: false) == .link else {
        throw .cannotOpen(number)
      }
      throw ReceiptError(
        .notFound, "this is a link to a file that is not there", hint: "see ls -l")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      defer { close(descriptor) }
      throw .cannotOpen(errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .noRegularFile
    }
    return (descriptor, Int(status.st_size))
  }

  /// The bytes of a file or pipe that was named, or of standard input for `-`.
  static func readNamed(_ name: String, limit: Int, on host: Host) throws(ReceiptError) -> [UInt8] {
    name == "-"
      ? try readStandardInput(host.input, limit: limit)
      : try readNamed(FilePath(name), limit: limit)
  }

  /// All of standard input.
  static func readStandardInput(
    _ descriptor: Int32, limit: Int
  ) throws(ReceiptError) -> [UInt8] {
    let bytes = try readAll(descriptor, expected: pipeSize, limit: limit)
    if bytes.isEmpty, isPipe(descriptor) { throw .emptyPipe }
    return bytes
  }

  /// What was read before, and the rest.
  private static func readAll(
    _ descriptor: Int32, after start: [UInt8] = [], expected: Int, limit: Int,
    isPatient: Bool = true
  ) throws(ReceiptError) -> [UInt8] {
    var bytes = start
    // One more byte than expected, so that the end is noticed.
    var room = min(expected, limit - start.count) + 1
    while true {
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
      guard isPatient || hasMore(descriptor) else { throw .silentPipe(after: bytes.count) }
      let chunk = try readOnce(descriptor, room: room)
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      room = min(max(bytes.count, 4096), limit + 1 - bytes.count)
    }
  }

  /// The result of one read, at most `room` bytes; empty at the end.
  private static func readOnce(_ descriptor: Int32, room: Int) throws(ReceiptError) -> [UInt8] {
    var failure: Int32 = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe (count, failure) = readOnce(descriptor, UnsafeMutableRawBufferPointer(buffer))
    }
    guard failure == 0 else { throw .cannotRead(failure) }
    return chunk
  }

  /// Reads once into `buffer`, from `start` to its end. Returns the number of bytes; 0 at the end of the
  /// input.
  static func readOnce(
    _ descriptor: Int32, into buffer: inout [UInt8], from start: Int
  ) throws(ReceiptError) -> Int {
    let (count, failure) = unsafe buffer.withUnsafeMutableBytes {
      unsafe readOnce(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
    }
    guard failure == 0 else { throw .cannotRead(failure) }
    return count
  }

  /// The number of bytes of one read, and the system's error number.
  private static func readOnce(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> (count: Int, failure: Int32) {
    while true {
      #if canImport(Glibc)
        let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return (count, 0) }
      let failure = errno
      if failure != EINTR { return (0, failure) }
    }
  }
}

extension ReceiptError.Code {
  /// The file does not exist.
  static let notFound = Self(rawValue: "not-found")
  /// The file exists, but cannot be read.
  static let unreadable = Self(rawValue: "unreadable")
  /// A pipe, a device or a socket, not a file.
  static let notAFile = Self(rawValue: "not-a-file")
  /// A folder or an app without a receipt.
  static let noReceipt = Self(rawValue: "no-receipt")
}

extension ReceiptError {
  /// Whether it is about the file, and nothing was read from it.
  var isOfFile: Bool {
    [.notFound, .unreadable, .notAFile, .noReceipt].contains(code)
  }

  static func cannotOpen(_ number: Int32) -> ReceiptError {
    // A socket, or a device that is not there.
    if number == ENXIO { return noRegularFile }
    guard number == ENOENT || number == ENOTDIR else { return cannotRead(number) }
    return noSuchFile
  }

  static let noSuchFile = ReceiptError(
    .notFound, "there is no such file",
    hint: "check the path; a name with spaces needs quotes")

  fileprivate static let noRegularFile = ReceiptError(
    .notAFile, "this is no regular file",
    hint: "name a file or a pipe; a device can be piped in: receipt decode - < DEVICE")

  fileprivate static func silentPipe(after count: Int) -> ReceiptError {
    ReceiptError(
      .notAFile,
      count == 0
        ? "this is a pipe without a writer"
        : "nothing follows the first \(count) bytes of this pipe, and it is not closed",
      hint: "write into it first, or read it as standard input: receipt decode - < PIPE")
  }

  /// Nothing is wrong with the receipt: it never came.
  fileprivate static let emptyPipe = ReceiptError(
    .empty, "nothing came through the pipe",
    hint: "run the command before the | alone to see why it prints nothing")

  static func cannotRead(_ number: Int32) -> ReceiptError {
    let hint: String? =
      switch number {
      case EACCES: "you may lack the permission to read it: see ls -l"
      case ELOOP: "its links lead in a circle: see ls -l"
      case EMFILE, ENFILE: "allow more open files: ulimit -n 256"
      case ENAMETOOLONG: "move it to a folder with a shorter path"
      case EPERM: nil
      default: "copy it to another disk, and read the copy"
      }
    return ReceiptError(
      .unreadable, "this cannot be read: \(errorText(number))", hint: hint)
  }
}

/// The system's text of an error, in lower case: `permission denied`.
func errorText(_ number: Int32) -> String {
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: text).lowercased()
}
