internal import ArgumentParser

struct DemoCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Writes three sample receipts, and says what to try with them.",
    usage: "receipt demo [options] [FOLDER]\nreceipt demo --help-all",
    discussion: """
      The samples are signed by a test authority whose keys are public, not by Apple.
      Nothing that is there already is changed.

      EXAMPLES
        receipt demo
        receipt demo samples
      """
  )

  @Argument(
    help: ArgumentHelp("The folder to make. (default: receipt-demo)", valueName: "folder"),
    completion: .directory)
  private var folder: String?

  @Flag(name: .shortAndLong, help: .quiet)
  private var quiet = false

  func validate() throws {
    if folder == "" { throw UsageError.emptyName(of: "the folder") }
  }

  func run(on host: Host) throws -> ExitStatus {
    var run = DemoRun(folder: folder ?? "receipt-demo", settings: RunSettings(host))
    run.settings.isQuiet = quiet
    return try run.run()
  }
}
