internal import ReceiptCore

/// One run of `receipt init`.
struct InitRun {
  var files: [String]
  var bundleIDs: [String] = []
  /// The file to write; `-` for standard output.
  var output = AppSettingsSource.fileName
  /// Whether a file that is there may be replaced.
  var replaces = false
  var settings: RunSettings

  func run() throws -> ExitStatus {
    try settings.report { messages in
      let path = Output.file(named: output)
      try protectFiles(path)
      var draft = AppSettingsDraft()
      for id in bundleIDs { draft.add(bundleID: id) }
      let status = read(into: &draft, messages)
      guard !draft.bundleIDs.isEmpty else {
        if status == .fine {
          messages.error(
            "these receipts have no bundle id", hint: "add --bundle-id com.example.app")
        }
        return .unreadable
      }
      let file = try settings.host.output(to: path)
      file.write(try draft.encoded())
      try file.finish()
      if let path { say(path, draft, messages) }
      return status
    }
  }

  private func protectFiles(_ path: String?) throws(NamedError) {
    var outputs = OutputGuard(settings.host)
    outputs.names = files
    try outputs.add("--output", path)
    try outputs.check()
    guard let path, !replaces, FilePlace(FilePath(path))?.isTaken == true else { return }
    throw NamedError(
      name: path,
      error: ReceiptError(
        .alreadyThere, "this file is there already",
        hint: "add --force to replace it, or name another file with -o"))
  }

  /// Takes over what receipts say, and reports those that cannot be read.
  private func read(into draft: inout AppSettingsDraft, _ messages: Messages) -> ExitStatus {
    guard !files.isEmpty else { return .fine }
    var status = ExitStatus.fine
    let inputs = ReceiptInputs.opening(
      InputList(files, on: settings.host), limits: settings.limits)
    inputs.visit { source, found in
      do throws(ReceiptError) {
        draft.add(try settings.decoder.decoded(found).get())
      } catch {
        messages.report(error, in: source)
        status = .unreadable
      }
      return true
    }
    return status
  }

  private func say(_ path: String, _ draft: AppSettingsDraft, _ messages: Messages) {
    let name = escapedForTerminal(path)
    messages.note(
      "wrote \(name) with \(counted(draft.bundleIDs.count, "bundle id")) and "
        + "\(counted(draft.productCount, "product")); give the products names in it")
    let isFound = path == AppSettingsSource.fileName
    messages.note(
      "next: receipt diagnose RECEIPT" + (isFound ? " finds it here" : " --settings \(name)"))
  }
}
