internal import ArgumentParser
internal import ReceiptCommandLine

/// The program `receipt-online`.
package enum OnlineTool {
  /// Runs the call of this process, and ends it.
  package static func runProcess() async -> Never {
    Heap.returnLargeBlocks()
    do {
      var command = try OnlineCommand.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      OnlineCommand.exit()
    } catch let fault as Fault {
      let host = Host()
      host.note("receipt-online: error: \(fault.message)")
      if let hint = fault.hint { host.note("receipt-online: hint: \(hint)") }
      // As where receipt cannot read something.
      OnlineCommand.exit(withError: ExitCode(2))
    } catch {
      OnlineCommand.exit(withError: error)
    }
  }
}

extension Host {
  /// The host of this process, whose messages name this program.
  static var ofThisProgram: Host {
    var host = Host()
    host.program = "receipt-online"
    return host
  }
}

struct OnlineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt-online",
    abstract: "Explains receipts on a page, answers programs over HTTP, and asks Apple.",
    discussion: """
      Receipts are read on this machine, as by the program receipt. Nothing is kept. Only ask, submit and notify send
      something, and serve where --key or --notify asks for it.

      EXAMPLES
        receipt-online serve
        curl --data-binary @receipt.bin http://127.0.0.1:8080/api/v1/check
      """,
    version: "receipt-online \(Program.version)",
    subcommands: [ServeCommand.self, AskCommand.self, SubmitCommand.self, NotifyCommand.self])
}
