internal import ReceiptInsight

/// Where a service of Apple's is asked: at Apple's own servers, or at what stands in for them.
struct AppleServers: Sendable {
  let production: ServerURL
  let sandbox: ServerURL

  init(_ service: AppleService) {
    production = ServerURL(apple: service.production)
    sandbox = ServerURL(apple: service.sandbox)
  }

  /// The stand-in has both environments below one address.
  init(standIn: ServerURL) {
    production = standIn.appending("/production")
    sandbox = standIn.appending("/sandbox")
  }
}
