internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose client is too slow. Otherwise a few of them could hold all connections.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let deadlines: Deadlines
  private var task: Scheduled<Void>?
  /// Whether the request has rows.
  private var asksForStream = false
  /// Whether they are answered. Only then may the next row take its time.
  private var isStream = false
  /// Whether the answer has ended, perhaps before the request.
  private var isAnswered = false
  /// How many requests have begun.
  private var count = 0

  init(_ deadlines: Deadlines) { self.deadlines = deadlines }

  func handlerAdded(context: ChannelHandlerContext) { allow(deadlines.head, context) }

  func handlerRemoved(context: ChannelHandlerContext) { task?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    task?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      count += 1
      asksForStream = MediaType(of: head.headerFields) == .rows
      isStream = false
      isAnswered = false
      allow(deadlines.body, context)
    case .body(let part):
      // Bytes of one row do not make it another.
      if isStream, part.readableBytesView.contains(0x0A) { allow(deadlines.row, context) }
    case .end:
      // The rest is up to this program, until it writes.
      if !isStream, !isAnswered { task?.cancel() }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var promise = promise
    switch unwrapOutboundIn(data) {
    case .head(let head):
      guard head.status.kind != .informational else { break }
      isStream = asksForStream && head.status.kind == .successful
      allow(isStream ? deadlines.row : deadlines.answer, context)
    case .body: allow(isStream ? deadlines.row : deadlines.answer, context)
    case .end:
      isAnswered = true
      allow(deadlines.answer, context)
      let written = promise ?? context.eventLoop.makePromise()
      promise = written
      let context = NIOLoopBound(context, eventLoop: context.eventLoop)
      let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
      written.futureResult.whenSuccess { [count] in
        // A client may have sent the next request before it had this answer.
        guard handler.value.count == count else { return }
        handler.value.allow(handler.value.deadlines.idle, context.value)
      }
    }
    context.write(data, promise: promise)
  }

  private func allow(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    task?.cancel()
    let channel = context.channel
    task = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
