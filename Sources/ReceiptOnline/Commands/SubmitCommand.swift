internal import ArgumentParser
internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptInsight

struct SubmitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Posts a receipt to Apple's verifyReceipt, and explains the answer.",
    discussion: """
      It asks the production environment first, and the sandbox where that answers 21007.

      EXAMPLES
        receipt-online submit receipt.bin --password-file secret
        receipt-online submit receipt.bin --server http://127.0.0.1:8080
      """)

  @Argument(help: ArgumentHelp("A receipt, or - for standard input.", valueName: "file"))
  private var file: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file with the app's shared secret. (default: the variable RECEIPT_SHARED_SECRET, or none)",
      valueName: "file"))
  private var passwordFile: String?

  @Flag(
    name: .long, help: "Ask only for the latest transaction of each subscription.")
  private var excludeOldTransactions = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Ask this server instead of Apple's: http://127.0.0.1:8080", valueName: "url"))
  private var server: ServerURL?

  @Flag(name: .long, help: "Print the request without the secret, and send nothing.")
  private var dryRun = false

  @OptionGroup(title: "Explanation") private var show: ShowOptions
  @OptionGroup private var outgoing: OutgoingOptions

  func validate() throws { try server?.refusePlainText() }

  func run() async throws {
    let host = Host.ofThisProgram
    let explanation = try Explanation(show.arguments, on: host)
    try await explanation.answering { try await submit(explanation, on: host) }
  }

  private func submit(_ explanation: Explanation, on host: Host) async throws {
    let receipt = try SourceFile.piece(file, on: host)
    let body: VerifyReceiptBody
    do throws(VerifyReceiptBody.Failure) {
      body = try VerifyReceiptBody(
        of: receipt,
        options: (passwordFile.map { ["--password-file=\($0)"] } ?? [])
          + (excludeOldTransactions ? ["--exclude-old-transactions"] : []), on: host)
    } catch {
      host.note(error.messages)
      throw ExitCode(error.status)
    }
    let servers = server.map { AppleServers(standIn: $0) } ?? AppleServers(.verifyReceipt)
    if dryRun {
      let url = servers.production.appending(VerifyReceiptServer.path)
      host.say("POST \(url.text)\nContent-Type: application/json\n\n\(body.withoutSecret)")
      return
    }
    let client = try outgoing.client(host)
    let asked = try await VerifyReceiptServer(client: client, servers: servers, host: host)
      .post(body.bytes)
    if asked.isOfSandbox {
      host.note("receipt-online: production answered 21007, so the sandbox was asked")
    }
    let answer = Piece(name: "verifyReceipt's answer", bytes: asked.body)
    guard asked.isAboutCustomer else { throw ExitCode(explanation.show([answer], at: nil)) }
    let date = await servers.date(by: client)
    throw ExitCode(explanation.show(receipt.signedParts + [answer], at: date))
  }
}
