internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

@main
enum Main {
  static func main() {
    Heap.returnLargeBlocks()
    let host = Host.process()
    // Linux has them in /proc. Where that cannot be read there seem to be none, and a check would only print help.
    guard !CommandLine.arguments.isEmpty else {
      Messages(host).error(
        "the arguments of this call cannot be read",
        hint: "mount /proc, and allow more open files: ulimit -n 256")
      exit(ExitStatus.unreadable.rawValue)
    }
    exit(Tool.run(RawArguments.texts, on: host))
  }
}
