internal import ReceiptCore

/// The report of an earlier run, where a wrong call of `receipt check` names one to write.
enum OldReport {
  /// Removes it, because a pipeline would take it for the report of this run.
  ///
  /// A file that the call may also read stays, and so does one with a receipt: after a wrong call, nothing is sure.
  static func remove(after fault: UsageFault, on host: Host) {
    guard fault.command == CheckCommand.self else { return }
    let files = fault.files(of: "--output")
    for name in files.named {
      do throws(NamedError) {
        var outputs = OutputGuard(host)
        outputs.names = files.others
        try outputs.add("--output", name)
        try outputs.check()
      } catch {
        continue
      }
      if !holdsReceipt(name) { Output.remove(FilePath(name)) }
    }
  }

  private static func holdsReceipt(_ name: String) -> Bool {
    let found = ReceiptInputs.receipts(
      in: .file(FilePath(name)), limits: DecodingLimits(), digests: false)
    return ReceiptDecoder().decodes(found)
  }
}
