internal import ArgumentParser
internal import ReceiptCommandLine

struct AskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Asks Apple what a receipt cannot know, and explains the answer.",
    discussion: """
      It asks for the subscriptions as of now, the history, refunds and the app's \
      purchase. Every signature that comes back is verified.

      EXAMPLES
        receipt-online ask receipt.bin --key AuthKey_ABC.p8 --issuer ISSUER
        receipt-online ask MK5TTKVLF4 --key AuthKey_ABC.p8 --issuer ISSUER \\
          --bundle-id com.example.tea
        receipt-online ask 2000000123456789 --bundle-id com.example.tea --dry-run
      """)

  @Argument(
    help: ArgumentHelp(
      "A receipt or - for standard input, a transaction id, or an order id.",
      valueName: "file or id"))
  private var subject: String

  @OptionGroup(title: "Key") private var keyOptions: KeyOptions

  @Flag(name: .long, help: "Print the requests without the token, and send nothing.")
  private var dryRun = false

  @OptionGroup(title: "Explanation") private var show: ShowOptions
  @OptionGroup private var outgoing: OutgoingOptions

  func validate() throws {
    guard dryRun || keyOptions.key != nil else {
      throw ValidationError("Apple answers only with a key: give --key, or --dry-run")
    }
  }

  func run() async throws {
    let host = Host.ofThisProgram
    let explanation = try Explanation(show.arguments, on: host)
    try await explanation.answering { try await ask(explanation, on: host) }
  }

  private func ask(_ explanation: Explanation, on host: Host) async throws {
    let subject = try Subject(self.subject, on: host)
    if dryRun {
      host.say(
        Asking.plan(
          subject, keyOptions.servers, bundleID: keyOptions.bundleID ?? subject.bundleID,
          keyID: keyOptions.keyID))
      return
    }
    guard let server = try keyOptions.server(outgoing.client(host), on: host) else { return }
    let answers = try await Asking(server, about: subject).answers()
    for gap in answers.gaps { host.note("receipt-online: Apple did not answer everything: \(gap)") }
    if answers.isWithoutReceipt {
      host.note(
        "receipt-online: nothing of the receipt is signed, so only Apple's answer is explained")
    }
    throw ExitCode(explanation.show(answers.pieces, at: answers.date))
  }
}
