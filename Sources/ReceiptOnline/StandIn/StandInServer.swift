internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptStandIn
internal import ServiceLifecycle

/// The stand-in for Apple's servers behind a network: requests go in one after the other, and notifications come out.
actor StandInServer {
  private var standIn: StandIn
  private let poster: NotificationPoster?
  private let host = Host()

  init(_ standIn: StandIn, _ poster: NotificationPoster?) {
    self.standIn = standIn
    self.poster = poster
  }

  /// The first segments of the paths that it answers: those of Apple's servers, and its own.
  private static let prefixes: Set<String> = [
    "production", "sandbox", "inApps", "groups", "advancedCommerce", "verifyReceipt", "stand-in",
  ]

  /// The answer for a request; `nil` if Apple has no such path.
  nonisolated func answer(_ request: SiteRequest) async throws -> Answered? {
    var path: [String] = []
    for segment in request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    {
      guard let text = FormFields.decoded(segment.utf8, plusIsSpace: false) else {
        throw Problem.malformed("the path is no text")
      }
      path.append(text)
    }
    if path == ["clock"] { path = ["stand-in", "clock"] }
    guard let first = path.first, Self.prefixes.contains(first) else { return nil }
    let asked = StandInRequest(
      request.method.rawValue, path, query: try FormFields.read(request.query),
      bearerToken: Self.bearer(request.fields), body: try await request.collect())
    let answer = await answer(asked)
    if answer.delayInMilliseconds > 0 {
      try await Task.sleep(for: .milliseconds(answer.delayInMilliseconds))
    }
    return Answered(response: Self.response(answer), kind: "stand-in", cutAfter: answer.cutAfter)
  }

  private func answer(_ request: StandInRequest) -> StandInAnswer {
    standIn.answer(request, at: host.now)
  }

  private static func bearer(_ fields: HTTPFields) -> String? {
    let parts = (fields[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return trimmed(parts[1])
  }

  private static func response(_ answer: StandInAnswer) -> Response {
    var response = Response(
      status: .init(code: answer.status),
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    response.headers[.contentType] = answer.contentType
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
    return response
  }

  // MARK: Notifications

  /// Posts what is due, one after the other: they come out of order only where that is asked for.
  func post() async {
    while !Task.isCancelled {
      let due = standIn.move(to: host.now)
      guard let poster, !due.isEmpty else { return }
      for notification in due {
        let result = await poster.post(notification.body)
        standIn.record(result, of: notification)
      }
    }
  }
}

/// Lets the time of the stand-in pass.
struct StandInClock: Service {
  let server: StandInServer

  private static let interval = Duration.milliseconds(200)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await server.post()
        try? await Task.sleep(for: Self.interval)
      }
    }
  }
}
