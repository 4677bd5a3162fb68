internal import CReceiptCrypto
internal import Dispatch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Threads of the system that all do the same, from now until they return.
///
/// A queue of Dispatch begins with one thread and adds another when it sees that there is more work: until
/// then a hundred receipts are checked.
struct Threads {
  private let running = DispatchGroup()
  /// How many there are: fewer than were asked for, or none, where the system has no more.
  private(set) var count = 0

  init(_ wanted: Int, _ body: @escaping @Sendable () -> Void) {
    while count < wanted {
      running.enter()
      let isStarted = Self.start { [running] in
        body()
        running.leave()
      }
      guard isStarted else {
        running.leave()
        return
      }
      count += 1
    }
  }

  /// Waits until all of them have done their work.
  func wait() { running.wait() }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    // Nobody joins it: the group knows when it is done.
    guard unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) == 0
    else { return false }
    let argument = unsafe Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        // On some systems the argument is optional.
        let argument: UnsafeMutableRawPointer? = unsafe argument
        if let argument = unsafe argument {
          unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, argument.toOpaque())
    if status != 0 { unsafe argument.release() }
    return status == 0
  }
}
