internal import CReceiptCrypto
internal import Dispatch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Several threads that run the same function until it returns.
///
/// A Dispatch queue starts with one thread and adds more only when it notices work. By then, a hundred
/// receipts would be checked.
struct Threads {
  private let running = DispatchGroup()
  /// The number of threads that run. It is smaller than requested, or 0, where threads or memory are short.
  private(set) var count = 0

  init(_ wanted: Int, _ body: @escaping @Sendable () -> Void) {
    let wanted = min(wanted, Self.room)
    while count < wanted {
      running.enter()
      guard Self.start(body, running) else {
        running.leave()
        return
      }
      count += 1
    }
  }

  /// The number of threads that the address space has room for. For what a thread allocates, glibc reserves up to
  /// 128 MB of addresses. Where `ulimit -v` does not allow that, every allocation would try again.
  private static var room: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let addresses = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let addresses = RLIMIT_AS
    #endif
    guard unsafe getrlimit(addresses, &limit) == 0 else { return .max }
    return max(0, Int(clamping: limit.rlim_cur / (128 << 20)) - 1)
  }

  /// Waits until all threads have finished.
  func wait() { running.wait() }

  private final class Body: Sendable {
    private let body: @Sendable () -> Void
    private let running: DispatchGroup

    init(_ body: @escaping @Sendable () -> Void, _ running: DispatchGroup) {
      self.body = body
      self.running = running
    }

    func run() -> DispatchGroup {
      body()
      return running
    }
  }

  /// macOS would give half a megabyte. Linux would give eight, of which `ulimit -v` allows few.
  private static let stackSize = 2 << 20

  private static func start(
    _ body: @escaping @Sendable () -> Void, _ running: DispatchGroup
  ) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    // Detached, because the group already reports when it is done.
    guard unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) == 0,
      unsafe pthread_attr_setstacksize(&attributes, stackSize) == 0
    else { return false }
    let argument = unsafe Unmanaged.passRetained(Body(body, running))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        // The argument is optional on some systems.
        let argument: UnsafeMutableRawPointer? = unsafe argument
        if let argument = unsafe argument {
          let body = unsafe Unmanaged<Body>.fromOpaque(argument)
          let running = unsafe body._withUnsafeGuaranteedRef { $0.run() }
          // What the body holds is let go of before its group is told.
          unsafe body.release()
          running.leave()
        }
        return nil
      }, argument.toOpaque())
    if status != 0 { unsafe argument.release() }
    return status == 0
  }
}
