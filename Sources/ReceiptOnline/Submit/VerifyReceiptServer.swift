internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptInsight

/// Apple's verifyReceipt, as a server asks it (Apple, "Validating receipts with the App Store").
struct VerifyReceiptServer: Sendable {
  let client: WebClient
  let servers: AppleServers
  let host: Host

  static let path = "/verifyReceipt"
  /// A test receipt was sent to the address for real ones.
  private static let wrongEnvironment: Int64 = 21007

  /// Posts a request to the production environment, and to the sandbox if that says so.
  ///
  /// - Returns: the last answer.
  func post(_ request: [UInt8]) async throws(Fault) -> Answer {
    let patience = Patience()
    let first = try await answer(to: request, at: servers.production, patience)
    guard first.status == Self.wrongEnvironment else { return first }
    var second = try await answer(to: request, at: servers.sandbox, patience)
    second.isOfSandbox = true
    return second
  }

  struct Answer {
    let status: Int64
    let body: [UInt8]
    fileprivate(set) var isOfSandbox = false

    /// Whether it says what the customer has, and not what went wrong.
    var isAboutCustomer: Bool { VerifyReceiptStatus.isAboutCustomer(status) }
  }

  private func answer(
    to request: [UInt8], at server: ServerURL, _ patience: Patience
  ) async throws(Fault) -> Answer {
    let url = server.appending(Self.path)
    for attempt in 1... {
      let answer: WebAnswer
      do throws(WebFault) {
        answer = try await client.send(WebRequest(posting: request, to: url))
      } catch {
        if error.isPassing, await patience.wait(afterAttempt: attempt) { continue }
        throw error.fault(of: url)
      }
      let json = answer.isSuccess ? try? JSONValue(answer.body) : nil
      let status = json?["status"]?.integer
      let isPassing =
        status.map {
          VerifyReceiptStatus.isPassing($0, isRetryable: json?["is-retryable"]?.bool)
        } ?? (answer.status == 429 || answer.status >= 500)
      if isPassing, await patience.wait(afterAttempt: attempt, answer.pause(at: host.now)) {
        continue
      }
      guard let status else {
        throw Fault(
          "\(url.authority) answered with HTTP status \(answer.status), and without a status of Apple's"
        )
      }
      return Answer(status: status, body: answer.body)
    }
    throw WebFault.timedOut.fault(of: url)
  }
}
