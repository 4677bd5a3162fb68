internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// All that the server answers.
struct Site: Sendable {
  let gate: Gatekeeper
  private let desk: Desk
  private let api: API
  private let standIn: StandInServer?
  private let counts = Metrics()

  init(
    gate: Gatekeeper, readers: Readers, settings: DeskSettings, standIn: StandInServer? = nil
  ) {
    self.gate = gate
    self.standIn = standIn
    desk = Desk(readers: readers, settings: settings)
    api = API(readers: readers, settings: settings)
  }

  func respond(
    to request: Request, _ writer: consuming ResponseWriter
  ) async throws {
    let started = ContinuousClock.now
    var answered: Answered
    let asked = SiteRequest(request)
    do {
      try admit(asked, request.head)
      // Only who is admitted shall send the body.
      if request.headers[.expect]?.lowercased() == "100-continue" {
        try await writer.writeInformationalHead(HTTPResponse(status: .continue))
      }
      answered = try await answer(asked)
    } catch let problem as Problem {
      answered = Answered(response: problem.response, kind: "refused")
    }
    Self.protect(&answered.response.headers)
    counts.count(answered, after: started.duration(to: .now))
    if answered.cutAfter == 0 { throw Cut() }
    let isHead = request.method == .head
    let body = isHead ? ResponseBody() : answered.body
    try await writer.write(response: answered.response.head, body: body)
    await asked.body.drop()
  }

  private func admit(_ asked: SiteRequest, _ head: HTTPRequest) throws(Problem) {
    // Those who watch whether it runs send neither a token nor its name.
    guard !Self.isHealth(asked) else { return }
    try gate.admit(head)
    // Rows have no end. The desk tells a person on its page.
    guard asked.path.hasPrefix(API.prefix), MediaType(of: asked.fields) != .rows else { return }
    try asked.admitLength(SiteRequest.maximumSize)
  }

  private func answer(_ asked: SiteRequest) async throws -> Answered {
    if Self.isHealth(asked) {
      return try readOnly(asked, Response("ok\n".utf8, "text/plain; charset=utf-8"), "health")
    }
    if asked.path.hasPrefix(API.prefix) {
      let name = String(asked.path.dropFirst(API.prefix.count))
      if name == "openapi.json" {
        return try readOnly(asked, Response(OpenAPI.document, "application/json"), "openapi")
      }
      if let answer = try await api.answer(name, asked) { return answer }
    } else if asked.path == "/metrics" {
      return try readOnly(
        asked, Response(counts.text.utf8, "text/plain; version=0.0.4; charset=utf-8"), "metrics")
    } else if let answer = try await standIn?.answer(asked) {
      return answer
    } else if let answer = try await desk.answer(asked) {
      return answer
    }
    throw Problem.notFound(String(asked.path.prefix(80)))
  }

  private static func isHealth(_ request: SiteRequest) -> Bool {
    request.path == "/healthz" || request.path == "/readyz"
  }

  private func readOnly(
    _ request: SiteRequest, _ response: Response, _ kind: String
  ) throws(Problem) -> Answered {
    guard request.method == .get || request.method == .head else {
      throw .method(allowing: [.get, .head])
    }
    return Answered(response: response, kind: kind)
  }

  /// Closes the connection in the middle of an answer, because the stand-in was told to.
  private struct Cut: Error {}

  /// Nothing is kept, guessed, or shown within another page.
  static func protect(_ fields: inout HTTPFields) {
    for (name, value) in protections where fields[name] == nil { fields[name] = value }
  }

  private static let protections: [(HTTPField.Name, String)] = [
    ("Cache-Control", "no-store"),
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'"
    ),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    // Without a referrer, a browser names no origin either, and the gate would refuse the page's own form (Fetch, 3.1).
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
  ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}

extension Answered {
  /// The body, as far as it is to be sent.
  fileprivate var body: ResponseBody {
    guard let cutAfter else { return response.body }
    let whole = response.body
    return ResponseBody(contentLength: whole.contentLength) { writer in
      try await whole.write(CutWriter(writer: writer, rest: cutAfter))
    }
  }
}

/// Passes on the beginning of a body, and then fails.
private struct CutWriter: ResponseBodyWriter {
  var writer: any ResponseBodyWriter
  let rest: Int

  struct Cut: Error {}

  mutating func write(_ buffer: ByteBuffer) async throws {
    var buffer = buffer
    try await writer.write(buffer.readSlice(length: min(rest, buffer.readableBytes)) ?? buffer)
    throw Cut()
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws { throw Cut() }
}
