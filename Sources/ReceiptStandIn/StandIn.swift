package import ReceiptCore
internal import ReceiptMaking

/// Apple's servers, pretended: a value that answers requests. It has no network, no files and no clock. A server passes
/// requests and the real time in, and sends what comes out.
package struct StandIn: Sendable {
  private var store: Store
  private var faults: FaultPlan
  private let sharedSecret: String?

  /// - Parameter now: the real time.
  /// - Throws: `ReceiptError` for scenarios that do not fit together, `SigningFailure` without memory.
  package init(
    scenarios: [StandInScenario], options: StandInOptions, at now: ReceiptDate
  ) throws {
    let clock = StoreClock(shows: options.start ?? now, at: now, speed: options.speed)
    store = try Store(
      scenarios, Signer(options.authority), options.developer, clock, at: now,
      hasNotificationURL: options.hasNotificationURL)
    faults = FaultPlan(options.faults)
    sharedSecret = options.sharedSecret
  }

  /// Answers a request at a real time.
  package mutating func answer(
    _ request: StandInRequest, at now: ReceiptDate
  ) -> StandInAnswer {
    store.catchUp(at: now)
    if request.path.first == Control.prefix { return store.answerControl(request, at: now) }
    switch faults.fault(for: request) {
    case nil: return answerAsApple(request, at: now)
    case .word(let word):
      var answer = answerAsApple(request, at: now)
      answer.spoil(word)
      return answer
    case .status(let status):
      let code = Int64(status) * 10_000
      return [429, 500].contains(status)
        ? Self.refuse(Refusal(code: code), at: now) : StandInAnswer(status: status)
    case .apiError(let code): return Self.refuse(Refusal(code: code), at: now)
    case .receiptStatus(let status):
      return StandInAnswer(VerifyReceipt.Failure(status: status).json)
    }
  }

  /// Lets the time pass until a real time.
  ///
  /// - Returns: notifications that are to be posted now. There may be more in the next call. One that did not arrive
  ///   comes back later, after `record`.
  package mutating func move(to now: ReceiptDate) -> [StandInNotification] {
    store.catchUp(at: now)
    let due = store.outbox.takeDue(at: store.now, isInOrder: faults.isInOrder)
    return faults.spoiled(due).compactMap { notice in
      // Without memory to sign it, it is not sent.
      guard let jws = try? store.signer.notification(notice) else { return nil }
      let body = JSONValue.object([
        .init(name: "signedPayload", value: .string(ReceiptString(jws).description))
      ])
      return StandInNotification(
        id: notice.id, body: body.utf8, attempt: notice.attempts.count + 1)
    }
  }

  /// Records how an attempt to post a notification ended.
  package mutating func record(
    _ result: StandInNotification.Result, of notification: StandInNotification
  ) {
    store.outbox.record(result, of: notification.id)
  }

  // MARK: Apple's addresses

  private mutating func answerAsApple(
    _ request: StandInRequest, at now: ReceiptDate
  ) -> StandInAnswer {
    let (environment, path) = request.address
    if path == VerifyReceipt.path {
      let service = VerifyReceipt(
        store: store, environment: environment, sharedSecret: sharedSecret)
      return StandInAnswer(service.answer(request))
    }
    let (found, methods) = Endpoint.find(request.method, path)
    guard let found else {
      var answer = StandInAnswer(status: methods.isEmpty ? 404 : 405)
      if !methods.isEmpty { answer.headers = [("Allow", methods.joined(separator: ", "))] }
      return answer
    }
    guard let token = DeveloperToken(request.bearerToken, store.developer, at: now),
      store.customers.contains(where: { $0.app.bundleID == token.bundleID })
    else { return StandInAnswer(status: 401) }
    let call = Call(
      request: request, parameters: found.parameters, bundleID: token.bundleID,
      environment: environment)
    do throws(Refusal) {
      return Self.answer(try found.endpoint.answer(&store, call))
    } catch {
      return Self.refuse(error, at: now)
    }
  }

  private static func answer(_ reply: Reply) -> StandInAnswer {
    switch reply {
    case .template(let template): StandInAnswer(template.json)
    case .json(let json): StandInAnswer(json)
    case .done(let status): StandInAnswer(status: status)
    }
  }

  private static func refuse(_ refusal: Refusal, at now: ReceiptDate) -> StandInAnswer {
    var answer = StandInAnswer(
      status: refusal.status, APIResponseTemplate(refusal.response).json)
    if refusal.status == 429 {
      // In milliseconds since 1970 (Apple, "RateLimitExceededError").
      let date = now.millisecondsSince1970 + rateLimitDelay
      answer.headers = [("Retry-After", String(date))]
    }
    return answer
  }

  private static let rateLimitDelay: Int64 = 1000
}
