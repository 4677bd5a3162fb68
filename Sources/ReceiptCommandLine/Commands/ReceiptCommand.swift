internal import ArgumentParser
internal import ReceiptCore

/// The root of all commands.
struct ReceiptCommand: HostedCommand {
  static var version: String { versionText(OpenSSLFault.known) }

  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Looks into Apple App Store receipts, offline.",
    usage: "receipt COMMAND [options] [FILE ...]",
    discussion: """
        receipt decode receipt.bin       what is in it, and who signed it
        receipt check receipt.bin        is it genuine, and what you expect?
        pbpaste | receipt diagnose       what the customer in front of you owns
        receipt demo                     three samples to try it with

      Documentation: \(Program.repository)
      """,
    version: version,
    subcommands: [
      DecodeCommand.self, CheckCommand.self, DiagnoseCommand.self, TimelineCommand.self,
      TableCommand.self, DiffCommand.self, DumpCommand.self, MakeCommand.self, RedactCommand.self,
      ExplainCommand.self, InitCommand.self, SchemaCommand.self, DemoCommand.self,
    ]
  )

  /// The versions of the tool and of OpenSSL, and what is known against this OpenSSL.
  static func versionText(_ faults: [OpenSSLFault]) -> String {
    var text = Program.description
    for fault in faults {
      text +=
        "\nwarning: in this OpenSSL \(fault.effect) (\(fault.name)), unless your system's makers mended it: "
        + "update OpenSSL"
    }
    return text
  }

  /// What to do, in ten lines.
  func run(on host: Host) throws -> ExitStatus {
    let output = host.standardOutput()
    output.write(
      """
      receipt looks into Apple App Store receipts, offline. To begin:

        receipt decode receipt.bin      what is in it, and who signed it
        receipt check receipt.bin       is it genuine, and what you expect?
        receipt diagnose receipt.bin    what does the customer own?
        pbpaste | receipt decode        reads a receipt from the clipboard
        receipt demo                    writes three samples to try it with
        receipt --help                  lists all commands

      A receipt may be a file, base64, JSON, a JWS, a log, a Mac app or a folder.

      """)
    output.flush()
    return .fine
  }
}
