import CTestHost
import Foundation
import TestSupport

@testable import ReceiptCommandLine

/// A run of the tool in this process, with a host of its own: hundreds of them take less time than the start of one
/// process.
enum HostedRun {
  struct Result: Sendable {
    let code: Int32
    let output: [UInt8]
    let messages: [UInt8]
  }

  /// Whether a thread can have a working folder of its own. Some containers forbid it, and other systems have no such
  /// call: runs are processes then.
  static let isPossible: Bool = {
    let answer = Answer<Bool>()
    start { answer.give(CTestHost_takeOwnFolder() == 0) }
    return answer.wait()
  }()

  /// - Parameters:
  ///   - input: what standard input holds, through a pipe; `nil` for none.
  ///   - seed: the source of its random bytes, the same each time.
  static func run(
    _ arguments: [String], environment: [String: String], input: [UInt8]?, in folder: String,
    seed: UInt64
  ) async throws -> Result {
    let standardInput = try Stream.input(input)
    let output = try Stream.memory()
    let messages = try Stream.memory()
    var host = Host()
    host.input = standardInput.descriptor
    host.output = output.descriptor
    host.messages = messages.descriptor
    host.variable = { environment[$0] }
    host.randomBytes = { count in
      var generator = SplitMix64(seed: seed)
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let code = await withCheckedContinuation { continuation in
      start { [host] in
        guard CTestHost_takeOwnFolder() == 0, chdir(folder) == 0 else {
          fatalError("no folder for a run")
        }
        continuation.resume(returning: Tool.run(arguments, on: host))
      }
    }
    return Result(code: code, output: try output.contents(), messages: try messages.contents())
  }

  /// As large as that of a program's first thread.
  private static let stackSize = 8 << 20

  private static func start(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = stackSize
    thread.start()
  }

  /// A value that another thread gives.
  private final class Answer<Value: Sendable>: @unchecked Sendable {
    private let isGiven = DispatchSemaphore(value: 0)
    private var value: Value?

    func give(_ value: Value) {
      self.value = value
      isGiven.signal()
    }

    func wait() -> Value {
      isGiven.wait()
      guard let value else { fatalError("no answer") }
      return value
    }
  }
}

/// A descriptor that is closed after its last use.
private final class Stream: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) throws {
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// A file in memory.
  static func memory() throws -> Stream { try Stream(CTestHost_openMemory()) }

  /// The end of a pipe from which `bytes` come; without them the device that is always at its end.
  static func input(_ bytes: [UInt8]?) throws -> Stream {
    guard let bytes else { return try Stream(open("/dev/null", O_RDONLY | O_CLOEXEC)) }
    var ends: [Int32] = [-1, -1]
    guard CTestHost_openPipe(&ends) == 0 else { return try Stream(-1) }
    let (reader, writer) = (try Stream(ends[0]), try Stream(ends[1]))
    Thread {
      // A run that reads only a part is no reason to end the tests.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      try? FileHandle(fileDescriptor: writer.descriptor, closeOnDealloc: false).write(
        contentsOf: bytes)
    }.start()
    return reader
  }

  /// What was written.
  func contents() throws -> [UInt8] {
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try file.seek(toOffset: 0)
    return [UInt8](try file.readToEnd() ?? Data())
  }
}
