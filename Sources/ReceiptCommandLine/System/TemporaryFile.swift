internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is removed when a signal ends the process before it is complete.
struct TemporaryFile {
  let path: FilePath
  private let slot: Int?

  /// Takes note of the name before the file is made, so that no signal comes in between.
  init(_ path: FilePath) {
    self.path = path
    slot = SignalCleanup.add(path)
  }

  func remove() {
    unsafe unlink(path.cString)
    forget()
  }

  /// The file has its final name, or was never made.
  func forget() {
    if let slot { SignalCleanup.remove(slot) }
  }
}

/// Removes files when a signal ends the process.
private enum SignalCleanup {
  /// What ends a process: a person or a service, a limit, or a fault such as a lack of memory.
  private static let signals =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGPROF, SIGVTALRM,
      SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP,
    ] + ofLinuxAlone

  #if os(Linux)
    /// With those of real time that the C library leaves to others.
    private static let ofLinuxAlone: [Int32] = [SIGSTKFLT, SIGIO, SIGPWR] + Array(34...64)
  #else
    private static let ofLinuxAlone: [Int32] = []
  #endif

  /// The largest number of files that are written at once.
  fileprivate static var capacity: Int { 8 }

  /// Held by a thread that changes a name. The handler only reads, and never waits for it.
  private static let change = Guarded(())

  static func add(_ path: FilePath) -> Int? {
    _ = installed
    return change.withLock { _ in
      guard let slot = (0..<capacity).first(where: { unsafe temporaryPaths[$0] == nil }) else {
        return nil
      }
      unsafe temporaryPaths[slot] = strdup(path.cString)
      return slot
    }
  }

  static func remove(_ slot: Int) {
    change.withLock { _ in
      let path = unsafe temporaryPaths[slot]
      unsafe temporaryPaths[slot] = nil
      unsafe free(path)
    }
  }

  private static let installed: Void = {
    // A handler that met them half made would wait for them for ever.
    _ = unsafe temporaryPaths
    for number in signals {
      var action = sigaction()
      // One that is ignored, as under nohup, stays ignored.
      guard unsafe sigaction(number, nil, &action) == 0, isDefault(action) else { continue }
      _ = signal(number, endBySignal)
    }
  }()

  private static func isDefault(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler == nil
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_handler == nil
    #else
      unsafe action.__sigaction_u.__sa_handler == nil
    #endif
  }
}

/// The names of the files, for a handler of signals, which must not allocate or wait (POSIX.1-2024, System
/// Interfaces §2.4.3).
nonisolated(unsafe) private let temporaryPaths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> =
  {
    let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: SignalCleanup.capacity)
    unsafe paths.initialize(repeating: nil, count: SignalCleanup.capacity)
    return unsafe paths
  }()

/// Removes what is incomplete, and ends the process as the signal would have.
private func endBySignal(_ number: Int32) {
  for slot in 0..<SignalCleanup.capacity {
    if let path = unsafe temporaryPaths[slot] { unsafe unlink(path) }
  }
  _ = signal(number, SIG_DFL)
  raise(number)
}
