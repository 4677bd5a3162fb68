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
  /// - Returns: the last answer, and whether it is of the sandbox.
  func post(_ request: [UInt8]) async throws(Fault) -> (answer: [UInt8], isOfSandbox: Bool) {
    let patience = Patience()
    let first = try await answer(to: request, at: servers.production, patience)
    guard first.status == Self.wrongEnvironment else { return (first.body, false) }
    return (try await answer(to: request, at: servers.sandbox, patience).body, true)
  }

  private func answer(
    to request: [UInt8], at server: ServerURL, _ patience: Patience
  ) async throws(Fault) -> (status: Int64, body: [UInt8]) {
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
        throw Fault("\(url.authority) answered with HTTP status \(answer.status), and without a status of Apple's")
      }
      return (status, answer.body)
    }
    throw WebFault.timedOut.fault(of: url)
  }
}
