internal import ArgumentParser
internal import ReceiptCommandLine
internal import ReceiptInsight

/// The options that say with whose key Apple is asked, and where.
struct KeyOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key of App Store Connect, AuthKey_….p8. No other user may read the file.",
      valueName: "file"))
  var key: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key's identifier. (default: as in the name of the file)", valueName: "id"))
  var keyID: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The issuer, as App Store Connect shows it.", valueName: "id"))
  var issuer: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The app. (default: that of the receipt)", valueName: "id"))
  var bundleID: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Ask this server instead of Apple's: http://127.0.0.1:8080", valueName: "url"))
  var server: ServerURL?

  func validate() throws {
    try server?.refusePlainText()
    guard key == nil else {
      guard issuer != nil else {
        throw ValidationError("--key needs --issuer: App Store Connect shows it above the keys")
      }
      return
    }
    let given = [("--key-id", keyID != nil), ("--issuer", issuer != nil)]
    if let name = given.first(where: \.1)?.0 {
      throw ValidationError("\(name) goes with a key: give --key too")
    }
  }

  var servers: AppleServers {
    server.map { AppleServers(standIn: $0) } ?? AppleServers(.appStoreServerAPI)
  }

  /// Where to ask with the key; `nil` without one.
  func server(_ client: WebClient, on host: Host) throws(Fault) -> AppStoreServer? {
    guard let key, let issuer else { return nil }
    return AppStoreServer(
      client: client, servers: servers,
      key: try AppStoreKey(file: key, keyID: keyID, issuer: issuer), bundleID: bundleID, host: host)
  }
}
