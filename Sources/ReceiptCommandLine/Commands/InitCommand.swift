internal import ArgumentParser

struct InitCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a settings file for an app, to be filled in.",
    usage: "receipt init [options] [FILE ...]\nreceipt init --help-all",
    discussion: """
      The file says what receipts do not, such as the names of products. What they do \
      say is in it from the start.

      EXAMPLES
        receipt init --bundle-id com.example.app
        receipt init receipts/
        receipt init receipt.bin -o settings/app.yml
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Receipts of the app, apps, folders, or - for standard input.", valueName: "file"),
    completion: .file())
  private var files: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("The bundle identifier of the app. Repeatable.", valueName: "id"))
  private var bundleID: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write. (default: \(AppSettingsSource.fileName))", valueName: "file"),
    completion: .file())
  private var output: String?

  @Flag(name: .long, help: "Replace a file that is there.")
  private var force = false

  @Flag(name: .shortAndLong, help: .quiet)
  private var quiet = false

  @OptionGroup(visibility: .inFullHelp) private var limits: LimitOptions

  func validate() throws {
    if output == "" { throw UsageError.emptyName(of: "--output") }
    if bundleID.contains("") {
      throw UsageError("the bundle id is empty", hint: "is a variable not set?")
    }
    if files.isEmpty, bundleID.isEmpty {
      throw UsageError(
        "the app is missing", hint: "name it with --bundle-id com.example.app, or name a receipt")
    }
    if !files.isEmpty { try validateInputs(files, lines: false) }
  }

  func run(on host: Host) throws -> ExitStatus {
    var run = InitRun(files: files, settings: RunSettings(host))
    run.bundleIDs = bundleID
    run.output = output ?? AppSettingsSource.fileName
    run.replaces = force
    limits.apply(to: &run.settings)
    run.settings.isQuiet = quiet
    return try run.run()
  }
}
