internal import ArgumentParser

/// What a request to verifyReceipt says beside the receipt.
struct RequestOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "In a request to verifyReceipt: a file with the app's shared secret. "
        + "(default: the variable RECEIPT_SHARED_SECRET, or none)", valueName: "file",
      visibility: .inFullHelp), completion: .file())
  var passwordFile: String?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "In a request to verifyReceipt: ask only for the latest transaction of each subscription.",
      visibility: .inFullHelp))
  var excludeOldTransactions = false

  var isChosen: Bool { passwordFile != nil || excludeOldTransactions }

  /// - Parameters:
  ///   - isRequest: whether a request is made.
  ///   - option: the option that asks for one.
  func validate(_ isRequest: Bool, option: String) throws {
    if passwordFile == "" { throw UsageError.emptyName(of: "--password-file") }
    if !isRequest, isChosen {
      throw UsageError(
        "\(passwordFile == nil ? "--exclude-old-transactions" : "--password-file") needs \(option)",
        hint: "only a request to verifyReceipt has a place for it")
    }
  }
}
