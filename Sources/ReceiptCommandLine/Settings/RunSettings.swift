internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

/// What every run that reads receipts is told, beside its inputs. The defaults are those of the options.
struct RunSettings {
  let host: Host
  /// By whose rules to judge; Apple's by default.
  var profile: ReceiptVerifier.Profile?
  /// Whether a form that never has a signature may pass.
  var acceptsUnsigned = false
  /// Files with roots to trust beside Apple's.
  var trustRoots: [String] = []
  /// What "now" is; the clock's time by default.
  var at: ReceiptDate?
  var limits = DecodingLimits()
  /// Whether the inputs are of one customer, and are read as one.
  var together = false
  /// The form that receipts must have.
  var form: ReceiptForm?
  var color = ColorChoice.auto
  /// The file to write to, or `nil` for standard output.
  var output: String?
  /// Whether the answer holds a secret, so that only its owner may read it.
  var isSecret = false
  /// Whether nothing is written before the end, so that a terminal is free for progress.
  var answersAtEnd = false
  var isQuiet = false
  /// How identifying values are replaced; `nil` to show them.
  var redaction: Redaction?
  /// What is known of the app.
  var appSettings = AppSettings()

  private static let maximumRootFileSize = 1 << 20

  init(_ host: Host) { self.host = host }

  /// The time to judge at.
  var now: ReceiptDate { at ?? host.now }

  /// The verifier that is asked for.
  ///
  /// - Parameter others: Roots to trust beside those of the settings.
  /// - Throws: `NamedError` when a root cannot be read.
  func makeVerifier(trusting others: [TrustAnchor] = []) throws -> ReceiptVerifier {
    var verifier =
      others.isEmpty
      ? try host.verifiers.verifier([profile?.rawValue ?? ""] + trustRoots) {
        try newVerifier(trusting: [])
      } : try newVerifier(trusting: others)
    verifier.acceptsUnsigned = acceptsUnsigned
    return verifier
  }

  private func newVerifier(trusting others: [TrustAnchor]) throws -> ReceiptVerifier {
    var anchors = others
    for path in trustRoots {
      do throws(ReceiptError) {
        anchors += try TrustAnchor.custom(
          FileReader.readNamed(FilePath(path), limit: Self.maximumRootFileSize))
      } catch {
        throw NamedError(name: path, error: error)
      }
    }
    return ReceiptVerifier(profile: profile ?? .apple, trustRoots: anchors)
  }

  /// What replaces identifying values, if that is asked for.
  func makeRedactor() throws -> Redactor? { try redaction?.makeRedactor(on: host) }

  /// The decoder that is asked for.
  var decoder: ReceiptDecoder { ReceiptDecoder(limits: limits, form: form) }

  /// What is written and, but for the inputs, what is read.
  func makeOutputGuard() throws(NamedError) -> OutputGuard {
    var outputs = OutputGuard(host)
    try outputs.add("--output", output)
    if output == nil, host.memory == nil { outputs.standardOutput = .open(host.output) }
    try outputs.addKey("--redact-key", redaction?.key)
    outputs.files += trustRoots.map { FilePath($0) }
    return outputs
  }

  /// Opens the output, does the work, and says how it ended.
  ///
  /// - Parameter names: The inputs, as the command line names them; the output is none of them.
  func write(
    reading names: [String], _ work: (Output, Messages) throws -> ExitStatus
  ) throws -> ExitStatus {
    try write(
      checking: { outputs throws(NamedError) in
        outputs.names = names
        try outputs.check()
      }, work)
  }

  /// Opens the output once it is known to be no input, does the work, and says how it ended.
  func write(
    checking check: (inout OutputGuard) throws(NamedError) -> Void,
    _ work: (Output, Messages) throws -> ExitStatus
  ) throws -> ExitStatus {
    try report { messages in
      var outputs = try makeOutputGuard()
      try check(&outputs)
      let output = try host.output(to: output, isSecret: isSecret)
      let status: ExitStatus
      do {
        status = try work(output, messages)
      } catch {
        output.discard()
        throw error
      }
      try output.finish()
      return status
    }
  }

  /// Does work that opens its outputs itself, and says how it ended.
  func report(_ work: (Messages) throws -> ExitStatus) throws -> ExitStatus {
    let messages = Messages(host, isQuiet: isQuiet, color: color)
    do {
      return try work(messages)
    } catch let error as OutputError {
      messages.error(escapedForTerminal(error.message), hint: error.hint)
      return .unreadable
    } catch let error as NamedError {
      messages.report(error.error, in: error.sourceForMessages)
      return .unreadable
    }
  }

  /// Whether standard error is a terminal that shows nothing else.
  ///
  /// - Parameter path: The file to write to, or `nil` for standard output.
  func showsProgress(writingTo path: String?) -> Bool {
    host.isMessageTerminal && !isQuiet
      && (answersAtEnd || path != nil || !host.isOutputTerminal)
  }

  /// The style of the answer.
  var outputStyle: Style {
    let isTerminal = output == nil && host.isOutputTerminal
    return Style(isEnabled: color.isEnabled(on: host, isTerminal: isTerminal))
  }
}
