internal import ArgumentParser
internal import ReceiptCommandLine

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the desk: a page that explains the receipts that are pasted into it.",
    discussion: """
      It prints its address. Without options, only this machine can reach it.

      EXAMPLES
        receipt-online serve
        receipt-online serve --settings shop.yml --listen 127.0.0.1:9000
        receipt-online serve --listen 0.0.0.0:8080 --token-file token
        receipt-online serve --stand-in customers --clock 2026-06-01 --speed 0
      """)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Listen here; port 0 is any free one.", valueName: "host:port"))
  var listen = ListenAddress.usual

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Answer only those who send the token in this file.", valueName: "file"))
  var tokenFile: String?

  @Flag(
    name: .long,
    help: "A proxy in front of it asks for a password, and speaks TLS.")
  var behindProxy = false

  @Option(
    name: .customLong("host"),
    help: ArgumentHelp(
      "It is called by this name too, such as that of the proxy. Repeatable.", valueName: "name"),
    transform: HostName.init(option:))
  var names: [HostName] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A settings file of an app, or a folder of them. Repeatable.", valueName: "file"))
  var settings: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trust these root certificates too, in DER or PEM. Repeatable.", valueName: "file"))
  var trustRoot: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Answer this many at once. (default: two for each processor)", valueName: "number"))
  var workers: Int?

  @OptionGroup(title: "Ask Apple") var keyOptions: KeyOptions
  @OptionGroup(title: "The stand-in") var standIn: StandInSetUp
  @OptionGroup var outgoing: OutgoingOptions

  func validate() throws {
    if standIn.standIn != nil, tokenFile != nil {
      throw ValidationError(
        "Apple's libraries send tokens of their own: --stand-in takes no --token-file")
    }
    if !listen.isLoopback, tokenFile == nil, !behindProxy {
      let ways = standIn.standIn == nil ? "--token-file, or --behind-proxy" : "--behind-proxy"
      throw ValidationError("\(listen.host) can be reached from other machines: give \(ways)")
    }
    if behindProxy, names.isEmpty {
      throw ValidationError(
        "--behind-proxy needs --host: the name by which browsers and programs call it")
    }
    if let workers, !(1...1000).contains(workers) {
      throw ValidationError("--workers is a number from 1 to 1000")
    }
  }

  func run() async throws {
    let host = Host()
    let client = try outgoing.client(host)
    let desk = try DeskSettings(
      settings: settings, trustRoots: trustRoot,
      apple: try keyOptions.server(client, on: host))
    let gate = Gatekeeper(
      address: listen, names: names, token: try tokenFile.map { try Token(file: $0) })
    let readers = Readers(count: workers ?? Readers.usualCount)
    let standIn = try standIn.server(client, on: host)
    let site = Site(gate: gate, readers: readers, settings: desk, standIn: standIn)
    try await Listener(
      address: listen, site: site,
      others: standIn.map { [StandInClock(server: $0)] } ?? []
    ).run()
  }
}
