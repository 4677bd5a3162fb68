import Foundation

/// One binary for all targets, which libFuzzer drives:
///
///     ReceiptFuzz TARGET [libFuzzer's options and folders]
///     ReceiptFuzz TARGET --seeds FOLDER
///     ReceiptFuzz --list
@main
enum Main {
  /// Set once, before the first input.
  nonisolated(unsafe) static var target: FuzzTarget?

  static func main() {
    var arguments = CommandLine.arguments
    guard arguments.count > 1, arguments[1] != "--list" else {
      for target in FuzzTarget.all { print(target.name) }
      return
    }
    // libFuzzer starts itself again to minimise a corpus, without the target's name.
    if let name = ProcessInfo.processInfo.environment[nameVariable] {
      arguments.insert(name, at: 1)
    }
    guard let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
      print("there is no target \(arguments[1]); --list lists them")
      exit(64)
    }
    if arguments.count == 4, arguments[2] == "--seeds" {
      Seeds.write(target.seeds(), to: arguments[3])
      return
    }
    setenv(nameVariable, target.name, 1)
    Self.target = target
    CommandBench.prepare()
    exit(runFuzzer([arguments[0]] + arguments.dropFirst(2)))
  }

  private static let nameVariable = "RECEIPT_FUZZ_TARGET"

  private static func runFuzzer(_ arguments: [String]) -> Int32 {
    var count = Int32(arguments.count)
    // Both live as long as the process.
    let texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: arguments.count + 1)
    for (index, argument) in arguments.enumerated() { texts[index] = strdup(argument) }
    texts[arguments.count] = nil
    var base = texts
    return fuzzerRunDriver(&count, &base, runInput)
  }

  /// Runs an input, and holds it to the limit of its cost.
  fileprivate static func run(_ target: FuzzTarget, _ bytes: [UInt8]) {
    // Without optimization, code takes up to ten times as long.
    let limit = (0.5 + 20e-6 * Double(bytes.count)) * (isOptimized ? 1 : 10)
    // A slow machine may be slow once, but a slow shape always is.
    for attempt in 1...3 {
      let seconds = ProcessorTime.counted { target.run(bytes) }
      if seconds <= limit { return }
      promise(attempt < 3, "\(bytes.count) bytes took \(seconds) s, and \(limit) s are allowed")
    }
  }
}

/// Whether this was built for more than a run of seconds. An assertion is looked at only without optimization.
private let isOptimized: Bool = {
  var isOptimized = true
  assert(
    {
      isOptimized = false
      return true
    }())
  return isOptimized
}()

private func runInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
  if let target = Main.target { Main.run(target, bytes) }
  return 0
}

/// `LLVMFuzzerRunDriver` of libFuzzer: the fuzzer as a function.
@_silgen_name("LLVMFuzzerRunDriver")
private func fuzzerRunDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Ends the run as a crash if something does not hold that must hold for every input.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) {
  if !holds { fatalError("broken promise: \(words())") }
}
