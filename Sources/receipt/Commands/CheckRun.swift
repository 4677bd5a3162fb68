internal import ArgumentParser
internal import ReceiptCore

/// One run of `receipt check`. The defaults are those of the command without an option.
struct CheckRun {
  var files: [String]
  var format = CheckFormat.text
  /// Each line of the input is a receipt.
  var lines = false
  var bundleID: String?
  var appVersion: String?
  var environment: Receipt.Environment?
  /// Device ids, or files of them behind an @.
  var deviceIDs: [String] = []
  /// The app's first version that was free.
  var firstFreeVersion: FirstFreeVersion?
  /// Products that must have been bought.
  var products: [String] = []
  /// Products of which a subscription must be active.
  var activeProducts: [String] = []
  var grace = TimeSpan(milliseconds: 0)
  var maximumAge: TimeSpan?
  var settings = RunSettings()

  init(files: [String]) { self.files = files }

  func run() throws -> ExitStatus {
    try settings.write { output, messages in
      let checker = ReceiptChecker(
        verifier: try settings.makeVerifier(), expectations: try makeExpectations())
      return try check(with: checker, output: output, messages: messages)
    }
  }

  private func makeExpectations() throws -> Expectations {
    var expectations = Expectations()
    expectations.bundleID = bundleID.map { ReceiptString($0) }
    expectations.appVersion = appVersion.map { ReceiptString($0) }
    expectations.environment = environment
    expectations.deviceIDs = try deviceIDs.flatMap(readDeviceIDs)
    expectations.now = settings.at ?? Terminal.now
    expectations.checksExpiration = settings.at != nil
    expectations.firstFreeVersion = firstFreeVersion
    expectations.products = products.map { ReceiptString($0) }
    expectations.activeProducts = activeProducts.map { ReceiptString($0) }
    expectations.grace = grace
    expectations.maximumAge = maximumAge
    return expectations
  }

  /// The identifiers that one `--device-id` names.
  private func readDeviceIDs(_ argument: String) throws -> [DeviceID] {
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
    let decoder = settings.decoder
    let judgedAt = settings.at ?? Terminal.now
    let inputs = ReceiptInputs(
      files, lines: lines, limits: settings.limits, output: output)
    var renderer = makeRenderer(output, isSingle: inputs.isSingle)
    var status = ExitStatus.fine
    renderer.begin()
    inputs.visit { source, found in
      let report = CheckReport(
        source: source, judgedAt: judgedAt, decoder.decoded(found), checker: checker)
      // GitHub's runner reads both streams for commands, and its own answer says it.
      if case .failed(let error) = report.outcome, !lines, format != .github {
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

  private func makeRenderer(_ output: Output, isSingle: Bool) -> any CheckRenderer {
    switch format {
    case .text:
      return CheckTextRenderer(
        output, width: Terminal.width,
        style: settings.outputStyle, isSingle: isSingle)
    case .json:
      return CheckJSONRenderer(output, shape: isSingle ? .object : .array)
    case .ndjson:
      return CheckJSONRenderer(output, shape: .lines)
    case .junit: return CheckJUnitRenderer(output)
    case .tap: return CheckTAPRenderer(output)
    case .sarif: return CheckSARIFRenderer(output, version: ReceiptCommand.versionNumber)
    case .github: return CheckGitHubRenderer(output)
    }
  }
}

extension ReceiptError.Code {
  /// A file of device ids that holds none.
  static let noDeviceID = Self(rawValue: "no-device-id")
}

enum CheckFormat: String, CaseIterable {
  case text, json, ndjson, junit, tap, sarif, github
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
