internal import ArgumentParser
internal import ReceiptCommandLine

/// The program `receipt-online`.
package enum OnlineTool {
  package static func runProcess() async {
    await OnlineCommand.main()
  }
}

struct OnlineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt-online",
    abstract: "Explains receipts on a page, and answers programs over HTTP.",
    discussion: """
      Receipts are read on this machine, as by the program receipt. Nothing is kept.

      EXAMPLES
        receipt-online serve
        curl --data-binary @receipt.bin http://127.0.0.1:8080/api/v1/check
      """,
    version: "receipt-online \(Program.version)",
    subcommands: [ServeCommand.self])
}
