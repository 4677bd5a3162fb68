internal import ReceiptOnline

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The main thread only waits. Swift's own way for an asynchronous `main` ends that thread, which needs tables for
/// unwinding the stack. The released program has none (scripts/release.ld).
@main
enum Main {
  static func main() {
    Task.detached { await OnlineTool.runProcess() }
    while true { pause() }
  }
}
