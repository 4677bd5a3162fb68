internal import ArgumentParser
internal import ReceiptCore

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies receipts and holds them against expectations.",
    discussion: """
      Five checks always run: is the receipt well-formed, does its signature hold, does the chain of \
      certificates end in one of Apple's roots, may those certificates sign receipts, and were they \
      valid when the receipt was made. The others run when their option is given; what was not \
      checked is said.

      EXAMPLES
        receipt check receipt.bin --bundle-id com.example.app
        receipt check receipt.bin --device-id aa:bb:cc:dd:ee:ff
        ioreg -l > device.txt; receipt check receipt.bin --device-id @device.txt
        receipt check fixtures/ --environment sandbox --format ndjson
        receipt check --lines < receipts.txt > verdicts.ndjson

      A valid signature is no entitlement: refunds made after it was signed do not show.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  var files: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: ArgumentHelp("How to print it: text, json, ndjson. (default: text)", valueName: "format"))
  private var formatText: String?

  @Flag(
    name: .long, help: "Take each line of the input for a receipt; answer each with one of JSON.")
  var lines = false

  @Option(name: .long, help: ArgumentHelp("Expect this bundle identifier.", valueName: "id"))
  var bundleID: String?

  @Option(name: .long, help: ArgumentHelp("Expect this app version.", valueName: "version"))
  var appVersion: String?

  @Option(
    name: .customLong("environment"),
    help: ArgumentHelp(
      "Expect this environment: production, sandbox, xcode.", valueName: "environment"))
  private var environmentText: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Expect a device with this MAC address or identifierForVendor, in any spelling, or with one "
        + "of those in a file. Repeatable.",
      valueName: "id|@file"))
  var deviceID: [String] = []

  @Option(
    name: .customLong("profile"),
    help: ArgumentHelp(
      "By whose rules to judge: apple, or xcode for Xcode's test receipts. (default: apple)",
      valueName: "profile"))
  private var profileText: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trust this root too: certificates in DER or PEM. Repeatable.", valueName: "file"))
  var trustRoot: [String] = []

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: lines)
    _ = try (environment, profile)
    if lines, try format != .ndjson {
      throw ValidationError("--lines answers in JSON lines: leave --format away.")
    }
  }

  private var format: CheckFormat {
    get throws {
      try choice(formatText, of: "--format", CheckFormat.self) ?? (lines ? .ndjson : .text)
    }
  }

  private var environment: Receipt.Environment? {
    get throws {
      try choice(environmentText, of: "--environment", EnvironmentArgument.self)?.environment
    }
  }

  private var profile: ReceiptVerifier.Profile {
    get throws { try choice(profileText, of: "--profile", ProfileArgument.self)?.profile ?? .apple }
  }

  /// The verifier that the options describe.
  ///
  /// - Throws: `NamedError` when a root cannot be read.
  func makeVerifier() throws -> ReceiptVerifier {
    var anchors: [TrustAnchor] = []
    for path in trustRoot {
      do throws(ReceiptError) {
        anchors += try TrustAnchor.custom(
          FileReader.read(FilePath(path), limit: Self.maximumRootFileSize))
      } catch {
        throw NamedError(name: path, error: error)
      }
    }
    return ReceiptVerifier(profile: try profile, trustRoots: anchors)
  }

  private static let maximumRootFileSize = 1 << 20

  func run() throws {
    try runWriting(shared) { output, messages in
      let checker = ReceiptChecker(
        verifier: try makeVerifier(), expectations: try makeExpectations())
      return try check(with: checker, output: output, messages: messages)
    }
  }

  private func makeExpectations() throws -> Expectations {
    var expectations = Expectations()
    expectations.bundleID = bundleID.map { ReceiptString($0) }
    expectations.appVersion = appVersion.map { ReceiptString($0) }
    expectations.environment = try environment
    expectations.deviceIDs = try deviceID.flatMap(deviceIDs)
    expectations.time = try shared.at
    return expectations
  }

  /// The identifiers that one `--device-id` names.
  private func deviceIDs(_ argument: String) throws -> [DeviceID] {
    guard argument.hasPrefix("@") else {
      guard let id = DeviceID(argument) else {
        throw ValidationError(
          "\"\(escapedForTerminal(argument))\" is no device id. It is the 6 bytes of a MAC address "
            + "or the 16 of an identifierForVendor, in hexadecimal or base64.")
      }
      return [id]
    }
    let path = String(argument.dropFirst())
    do throws(ReceiptError) {
      let text = ReceiptString(
        path == "-"
          ? try FileReader.readStandardInput(limit: Self.maximumDeviceFileSize)
          : try FileReader.read(FilePath(path), limit: Self.maximumDeviceFileSize))
      let found = DeviceID.all(in: text.description)
      guard !found.isEmpty else {
        throw ReceiptError(
          .noDeviceID, "there is no device id in it",
          hint: "a device id is a MAC address or a UUID")
      }
      return found
    } catch {
      throw NamedError(name: path, error: error)
    }
  }

  private static let maximumDeviceFileSize = 4 << 20

  private func check(
    with checker: ReceiptChecker, output: Output, messages: Messages
  ) throws -> ExitStatus {
    let list = InputList(files)
    let decoder = ReceiptDecoder(limits: try shared.limits)
    let judgedAt = try shared.at ?? Terminal.now
    var renderer = try makeRenderer(output, isSingle: list.isSingle)
    var status = ExitStatus.fine
    renderer.begin()
    let inputs = ReceiptInputs(
      list, lines: lines, limit: decoder.limits.maximumInputSize, output: output)
    inputs.visit { source, bytes in
      let outcome: CheckReport.Outcome
      do throws(ReceiptError) {
        let decoded = try decoder.decode(bytes())
        let (verification, results) = checker.check(decoded)
        outcome = .checked(.init(decoded, verification, results))
      } catch {
        outcome = .failed(error)
      }
      let report = CheckReport(source: source, judgedAt: judgedAt, outcome: outcome)
      if case .failed(let error) = outcome, !lines {
        output.flush()
        messages.report(error, in: source)
      }
      renderer.render(report)
      status = max(status, report.exitStatus)
      return output.failure == 0
    }
    renderer.end()
    return status
  }

  private func makeRenderer(_ output: Output, isSingle: Bool) throws -> any CheckRenderer {
    switch try format {
    case .text:
      let isTerminal = shared.output == nil && Terminal.isStandardOutputTerminal
      return CheckTextRenderer(
        output, width: Terminal.width,
        style: Style(isEnabled: try shared.color.isEnabled(isTerminal: isTerminal)))
    case .json:
      return CheckJSONRenderer(output, shape: isSingle ? .object : .array)
    case .ndjson:
      return CheckJSONRenderer(output, shape: .lines)
    }
  }
}

extension ReceiptError.Code {
  /// A file of device ids that holds none.
  static let noDeviceID = Self(rawValue: "no-device-id")
}

enum CheckFormat: String, CaseIterable {
  case text, json, ndjson
}

/// An environment on the command line.
enum EnvironmentArgument: String, CaseIterable {
  case production, sandbox, xcode

  var environment: Receipt.Environment {
    switch self {
    case .production: .production
    case .sandbox: .sandbox
    case .xcode: .xcode
    }
  }
}

/// Prints what the checks said, one format each.
protocol CheckRenderer {
  mutating func begin()
  mutating func render(_ report: CheckReport)
  mutating func end()
}

extension CheckRenderer {
  mutating func begin() {}
  mutating func end() {}
}
