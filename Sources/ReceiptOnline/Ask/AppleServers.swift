internal import HTTPTypes
internal import ReceiptCore
internal import ReceiptInsight

/// Where a service of Apple's is asked: at Apple's own servers, or at what stands in for them.
struct AppleServers: Sendable {
  let production: ServerURL
  let sandbox: ServerURL
  private let standIn: ServerURL?

  init(_ service: AppleService) {
    standIn = nil
    production = ServerURL(apple: service.production)
    sandbox = ServerURL(apple: service.sandbox)
  }

  /// The stand-in has both environments below one address.
  init(standIn: ServerURL) {
    self.standIn = standIn
    production = standIn.appending("/production")
    sandbox = standIn.appending("/sandbox")
  }

  /// What the clock of the stand-in shows, which need not be the present time; `nil` for Apple's own servers.
  func date(by client: WebClient) async -> ReceiptDate? {
    guard let url = standIn?.appending("/stand-in/clock"),
      let answer = try? await client.send(WebRequest(.get, url)), answer.isSuccess
    else { return nil }
    return (try? JSONValue(answer.body))?["now"]?.string.flatMap { ReceiptDate(dateOrDay: $0) }
  }
}
