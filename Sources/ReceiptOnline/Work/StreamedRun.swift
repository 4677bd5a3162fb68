internal import HummingbirdCore
internal import NIOCore
internal import NIOPosix
internal import ReceiptCommandLine

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A run of the command line that reads rows while they come, and answers each at once. Two pipes are between it and
/// the client, so neither side gets ahead of the other by more than they hold.
struct StreamedRun: Sendable {
  let call: Tool.Call
  /// It was taken before the head of the answer was sent, which says that all is well.
  let place: Workers.Place

  /// The answers to the rows of a body.
  func body(_ rows: RequestBody) -> ResponseBody {
    ResponseBody { writer in
      let toRun = try Pipe()
      let fromRun: Pipe
      do {
        fromRun = try Pipe()
      } catch {
        toRun.close()
        throw error
      }
      let channel = try await NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .takingOwnershipOfDescriptors(input: fromRun.reader, output: toRun.writer) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
              wrappingChannelSynchronously: channel,
              configuration: .init(isOutboundHalfClosureEnabled: true))
          }
        }
      async let run: Void = start(reading: toRun.reader, writing: fromRun.writer)
      try await channel.executeThenClose { answers, input in
        async let sent: Void = {
          // A client may leave in the middle. The run must see an end then too.
          defer { input.finish() }
          for try await part in rows { try await input.write(part) }
        }()
        for try await part in answers { try await writer.write(part) }
        // The run has ended, whatever the client still sends.
        try? await sent
      }
      try await run
      try await writer.finish(nil)
    }
  }

  /// Runs the call, and closes both descriptors at its end, also if the threads have ended in the meantime.
  private func start(reading input: Int32, writing output: Int32) async throws {
    var host = Host.inMemory([:])
    host.isClosed = false
    host.memory = nil
    host.input = input
    host.output = output
    host.messages = -1
    let whole = host
    defer {
      close(input)
      close(output)
      SpareMemory.giveBack()
    }
    try await place.run { [call] in _ = call.run(on: whole) }
  }

  private struct Pipe {
    let reader: Int32
    let writer: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else {
        throw IOError(errnoCode: errno, reason: "pipe")
      }
      (reader, writer) = (ends[0], ends[1])
    }

    func close() {
      _ = Self.closed(reader)
      _ = Self.closed(writer)
    }

    private static func closed(_ descriptor: Int32) -> Int32 {
      #if canImport(Glibc)
        Glibc.close(descriptor)
      #elseif canImport(Musl)
        Musl.close(descriptor)
      #else
        Darwin.close(descriptor)
      #endif
    }
  }
}
