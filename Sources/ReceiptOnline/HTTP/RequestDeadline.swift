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
  private var isStream = false
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
      isStream = MediaType(of: head.headerFields) == .rows
      allow(isStream ? deadlines.row : deadlines.body, context)
    case .body:
      if isStream { allow(deadlines.row, context) }
    case .end:
      // The rest is up to this program, until it writes.
      if !isStream { task?.cancel() }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var promise = promise
    switch unwrapOutboundIn(data) {
    case .head, .body: allow(isStream ? deadlines.row : deadlines.answer, context)
    case .end:
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
