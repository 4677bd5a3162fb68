internal import NIOCore

/// How long a client may take.
struct Deadlines: Sendable {
  /// For the head of a request, from the moment that the connection stands.
  var head = TimeAmount.seconds(10)
  /// For the body of a request.
  var body = TimeAmount.seconds(60)
  /// For the next part of a stream of rows in either direction.
  var row = TimeAmount.seconds(300)
  /// For taking the next part of an answer.
  var answer = TimeAmount.seconds(30)
  /// Between two requests.
  var idle = TimeAmount.seconds(30)
}
