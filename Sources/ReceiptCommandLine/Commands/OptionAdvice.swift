internal import ArgumentParser

/// What to write in place of an option that a command does not have.
struct OptionAdvice {
  let command: any ParsableCommand.Type
  let table: ArgumentTable

  func hint(for name: String) -> String {
    let word = String(name.drop { $0 == "-" })
    if table.option("--format")?.choices.contains(word) == true {
      return "write --format \(word)"
    }
    if let other = Self.otherNames[word],
      other.split(separator: " ").first.map({ table.option(String($0)) != nil }) == true
    {
      return "write \(other)"
    }
    if Self.versionNames.contains(word) { return "receipt --version shows the version" }
    let names = table.options.map(\.name) + ["--version", "--help"]
    if let near = closest(to: name, among: names), name.hasPrefix("--") {
      return "did you mean \(near)?"
    }
    for other in ReceiptCommand.configuration.subcommands where other != command {
      let others = ArgumentTable(of: other)
      if others.option(name) != nil { return "receipt \(other._commandName) has \(name)" }
      if others.option("--format")?.choices.contains(word) == true {
        return "receipt \(other._commandName) has --format \(word)"
      }
    }
    return "receipt \(command._commandName) --help-all lists the options"
  }

  static let versionNames: Set = ["version", "V", "v"]

  /// What other tools call an option, or what it is about.
  private static let otherNames = [
    "jsonl": "--format ndjson", "json-lines": "--format ndjson", "markdown": "--format text",
    "no-color": "--color never", "no-colour": "--color never", "colour": "--color",
    "out": "--output", "out-file": "--output", "silent": "--quiet",
    "now": "--at", "date": "--at", "time": "--at",
    "root": "--trust-root", "ca": "--trust-root", "cafile": "--trust-root",
    "bundle": "--bundle-id", "bundle-identifier": "--bundle-id", "app": "--bundle-id",
    "mac": "--device-id", "guid": "--device-id", "idfv": "--device-id", "uuid": "--device-id",
    "version": "--app-version", "build": "--app-version",
    "sandbox": "--environment sandbox", "production": "--environment production",
    "subscription": "--active-product", "product-id": "--product",
    "threads": "--jobs", "workers": "--jobs", "parallel": "--jobs",
    "verbose": "--all", "long": "--all", "full": "--all",
    "anonymize": "--redact", "anonymise": "--redact",
  ]
}
