internal import ArgumentParser
internal import ReceiptCommandLine

/// The options of what this program sends by itself.
struct OutgoingOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trust servers under these root certificates too, in PEM. Repeatable.", valueName: "file"))
  var tlsRoot: [String] = []

  func client(_ host: Host) throws(Fault) -> WebClient {
    try WebClient(trusting: tlsRoot, try ProxySettings(host))
  }
}
