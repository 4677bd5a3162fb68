internal import ReceiptCore

/// A command's messages on standard error.
struct Messages {
  private let host: Host
  private let isQuiet: Bool
  private let style: Style

  init(_ host: Host, isQuiet: Bool = false, color: ColorChoice = .auto) {
    self.host = host
    self.isQuiet = isQuiet
    style = Style(isEnabled: color.isEnabled(on: host, isTerminal: host.isMessageTerminal))
  }

  func error(_ text: String, hint: String? = nil) {
    say(style.bad("error") + ": ", text, hint: hint)
  }

  func warning(_ text: String, hint: String? = nil) {
    say(style.warning("warning") + ": ", text, hint: hint)
  }

  /// Reports what was done.
  func note(_ text: String) { say("", text) }

  private func say(_ label: String, _ text: String, hint: String? = nil) {
    guard !isQuiet else { return }
    let output = host.standardError()
    output.write("\(host.program): \(label)\(LogCommands.broken(text))\n")
    if let hint {
      output.write("\(host.program): \(style.strong("hint")): \(LogCommands.broken(hint))\n")
    }
    output.flush()
  }

  /// Reports why an input could not be read.
  ///
  /// - Parameter place: Why it was to be read.
  func report(_ error: ReceiptError, in source: Source, _ place: String? = nil) {
    self.error(
      "\(source.text): \(escapedForTerminal(error.description))"
        + (place.map { " (\(escapedForTerminal($0)))" } ?? ""),
      hint: error.advice.map(escapedForTerminal))
  }

  /// Reports findings about the text around a receipt.
  func report(_ findings: [Finding], in source: Source) {
    for finding in findings {
      let text = "\(source.text): \(escapedForTerminal(finding.message)) [\(finding.id.rawValue)]"
      if finding.severity == .info { note(text) } else { warning(text) }
    }
  }

  /// Reports why a receipt could not be read completely, if so.
  func reportDamage(of decoded: DecodedReceipt, in source: Source, what was: String) {
    guard let first = decoded.errors.first else { return }
    let count = decoded.errors.count
    error(
      "\(source.text): this receipt is damaged and \(was) as far as it reads: "
        + escapedForTerminal(first.description)
        + (count > 1 ? ", and \(counted(count - 1, "more fault"))" : ""),
      hint: first.advice.map(escapedForTerminal))
  }
}
