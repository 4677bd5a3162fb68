#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A value that only one thread at a time may use.
///
/// It does the same as `Mutex` of the standard library, with a lock of the system. On Linux the thread
/// sanitizer does not understand `Mutex` and reports false races, which would hide real ones. It reports one for a value
/// without a size too, such as `()`: Swift gives that the address of the object.
@safe package final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    // With default attributes, neither this nor locking can fail (POSIX.1-2024, pthread_mutex_init).
    unsafe pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  /// Waits until no other thread uses the value, and then uses it. `body` must not call this again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
