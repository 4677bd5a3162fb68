internal import HTTPTypes
internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptInsight

/// The App Store Server API, as a program asks it (Apple, "App Store Server API").
struct AppStoreServer: Sendable {
  let client: WebClient
  let servers: AppleServers
  let key: AppStoreKey
  /// The app, if the receipt need not say it.
  let bundleID: String?
  let host: Host

  enum Reply {
    case answer([UInt8])
    /// Apple refused with an error that has this number.
    case refused(Int64)
  }

  /// Sends a request until it is answered, as long as that may help.
  func get(
    _ path: String, at server: ServerURL, about bundleID: String, _ patience: Patience
  ) async throws(Fault) -> Reply {
    let url = server.appending(path)
    for attempt in 1... {
      var request = WebRequest(.get, url)
      let token = try key.token(for: bundleID, at: host.now)
      request.fields[.authorization] = "Bearer \(token)"
      request.fields[.accept] = "application/json"
      let answer: WebAnswer
      do throws(WebFault) {
        answer = try await client.send(request)
      } catch {
        if error.isPassing, await patience.wait(afterAttempt: attempt) { continue }
        throw error.fault(of: url)
      }
      if answer.isSuccess {
        guard (try? JSONValue(answer.body))?.members != nil else {
          throw Fault("\(url.authority) answered with something else than JSON of Apple's")
        }
        return .answer(answer.body)
      }
      guard answer.status != 401 else { throw Self.wrongKey }
      let code = (try? JSONValue(answer.body))?["errorCode"]?.integer
      if Self.isPassing(answer.status, code),
        await patience.wait(afterAttempt: attempt, answer.pause(at: host.now))
      {
        continue
      }
      guard let code else {
        throw Fault(
          "\(url.authority) answered with status \(answer.status), and not with JSON of Apple's")
      }
      return .refused(code)
    }
    throw WebFault.timedOut.fault(of: url)
  }

  /// Whether the same request may have another answer in a moment.
  private static func isPassing(_ status: Int, _ code: Int64?) -> Bool {
    if let error = code.flatMap({ APIError.of(code: $0) }) { return error.repetition == .retry }
    return status == 429 || status >= 500
  }

  private static let wrongKey = Fault(
    "Apple does not accept the key: status 401",
    hint: "do --key, --key-id, --issuer and the bundle id belong together, and is the clock right? "
      + "The key must be one for In-App Purchase")
}

extension Fault {
  /// What Apple's error says, for a person.
  init(apple code: Int64, in call: ServerCall) {
    guard let error = APIError.of(code: code) else {
      self.init("Apple refused \(call.name) with error \(code)")
      return
    }
    self.init("\(error.meaning) (error \(code) of \(call.name))", hint: error.advice)
  }
}
