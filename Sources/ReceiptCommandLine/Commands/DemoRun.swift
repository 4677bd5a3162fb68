internal import ReceiptCore
internal import ReceiptMaking

/// One run of `receipt demo`.
struct DemoRun {
  let folder: String
  var settings: RunSettings

  /// A sample, and what to try with it.
  struct Sample {
    let file: String
    let title: String
    /// What makes it: a scenario, or a receipt of the catalogue.
    let source: Source
    /// Commands in the folder, with what each shows.
    let steps: [(command: String, shows: String)]

    enum Source {
      case scenario(String, MakeStyle?)
      case broken(String)
    }
  }

  static let samples = [
    Sample(
      file: "subscription.receipt", title: "a subscription: a free week, then twelve months",
      source: .scenario("subscription-renewals", nil),
      steps: [
        ("receipt decode subscription.receipt", "every field and every purchase"),
        ("receipt check subscription.receipt", "it fails: the signer is not Apple"),
        (
          "receipt check subscription.receipt --trust-root roots.pem",
          "it passes: the signer is trusted now"
        ),
        ("receipt timeline subscription.receipt --trust-root roots.pem", "the months as bars"),
      ]),
    Sample(
      file: "changed.receipt", title: "a receipt that was changed after it was signed",
      source: .broken("content-changed"),
      steps: [
        ("receipt check changed.receipt --trust-root roots.pem", "it fails: bad-signature"),
        ("receipt explain bad-signature", "what that means, and what to do"),
        (
          "receipt diagnose changed.receipt --trust-root roots.pem",
          "the same for a person who helps a customer"
        ),
      ]),
    Sample(
      file: "answer.json", title: "a response from Apple's server about a refunded subscription",
      source: .scenario("subscription-refund", .verifyReceipt),
      steps: [
        ("receipt diagnose answer.json --trust-root roots.pem", "the refund, and what to do"),
        ("receipt decode answer.json --format csv", "the same purchases as a table"),
      ]),
  ]

  func run() throws -> ExitStatus {
    try settings.report { messages in
      guard Directory.kind(of: FilePath(folder), followingLinks: false) == nil else {
        throw NamedError(
          name: folder,
          error: ReceiptError(
            .alreadyThere, "this is there already", hint: "name another folder: receipt demo FOLDER"
          ))
      }
      try Directory.make(FilePath(folder))
      var authority = MakeRun(settings: settings)
      authority.rootFile = place(AuthorityFiles.roots)
      for run in [authority] + Self.samples.map(maker) {
        let status = try run.run()
        guard status == .fine else { return status }
      }
      messages.note("wrote \(Self.samples.count) samples to \(escapedForTerminal(folder))")
      let output = settings.host.standardOutput()
      output.write("Try these:\n\n  cd \(shownFolder)\n")
      for sample in Self.samples { show(sample, on: output) }
      try output.finish()
      return .fine
    }
  }

  private func place(_ file: String) -> String { "\(folder)/\(file)" }

  private func maker(of sample: Sample) -> MakeRun {
    var make = MakeRun(settings: settings)
    make.output = place(sample.file)
    make.seed = Array(sample.file.utf8)
    switch sample.source {
    case .scenario(let name, let style):
      make.scenario = Scenario.all.first { $0.name == name }
      make.style = style
    case .broken(let name): make.broken = BrokenReceipts.named(name).map { .one($0) }
    }
    return make
  }

  private func show(_ sample: Sample, on output: Output) {
    output.write("\n  # \(sample.file): \(sample.title)\n")
    for step in sample.steps { output.write("  \(step.command)\n    # \(step.shows)\n") }
  }

  /// The folder as it can be pasted into a shell.
  private var shownFolder: String {
    let isPlain = folder.utf8.allSatisfy { Text.isAlphanumeric($0) || "-_./".utf8.contains($0) }
    return isPlain ? folder : "'\(escapedForTerminal(folder.replacing("'", by: "'\\''")))'"
  }
}
