internal import ReceiptCore

/// What a command says to the person on standard error.
struct Messages {
  let isQuiet: Bool
  let style: Style

  func error(_ text: String, hint: String? = nil) {
    guard !isQuiet else { return }
    let output = Output.standardError()
    output.write("receipt: \(style.bad("error")): \(text)\n")
    if let hint { output.write("receipt: \(style.strong("hint")): \(hint)\n") }
    output.flush()
  }

  func warning(_ text: String, hint: String? = nil) {
    guard !isQuiet else { return }
    let output = Output.standardError()
    output.write("receipt: \(style.warning("warning")): \(text)\n")
    if let hint { output.write("receipt: \(style.strong("hint")): \(hint)\n") }
    output.flush()
  }

  /// Says what is wrong with one input.
  func report(_ report: DecodeReport) {
    let name = report.name == "-" ? "standard input" : escapedForTerminal(report.name)
    switch report.outcome {
    case .failed(let error):
      self.error(
        "\(name): \(escapedForTerminal(error.description))",
        hint: error.hint.map(escapedForTerminal))
    case .decoded(let decoded):
      guard let first = decoded.errors.first else { return }
      let count = decoded.errors.count
      self.error(
        "\(name): this receipt is damaged and shown as far as it reads: "
          + escapedForTerminal(first.description)
          + (count > 1 ? ", and \(counted(count - 1, "more fault"))" : ""),
        hint: first.hint.map(escapedForTerminal))
    }
  }
}
