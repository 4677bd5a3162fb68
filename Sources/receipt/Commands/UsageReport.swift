internal import ArgumentParser

/// Ends the program after a wrong call, or as ArgumentParser wants it.
enum UsageReport {
  /// - Parameter arguments: As the parser got them, with the command first.
  static func end(_ error: any Error, arguments: [String]) -> Never {
    if error is ExitCode { ReceiptCommand.exit(withError: error) }
    let fault = CommandWords.command(arguments.first).map {
      UsageFault($0, arguments.dropFirst())
    }
    guard let usage = usageError(error, fault) else { ReceiptCommand.exit(withError: error) }
    if let fault { OldReport.remove(after: fault) }
    CommandWords.messages.error(usage.message, hint: usage.hint)
    ReceiptCommand.exit(withError: ExitCode.validationFailure)
  }

  /// What is wrong with the call; `nil` for a request for help.
  private static func usageError(_ error: any Error, _ fault: UsageFault?) -> UsageError? {
    if let usage = cause(of: error, as: UsageError.self) {
      return usage.naming(usage.value.flatMap { value in fault?.option(withValue: value) })
    }
    guard ReceiptCommand.exitCode(for: error) == .validationFailure else { return nil }
    let command = fault.map { $0.command._commandName + " " } ?? ""
    let hint = "receipt \(command)--help shows what it takes"
    if cause(of: error, as: ValidationError.self) != nil {
      return UsageError(ReceiptCommand.message(for: error), hint: hint)
    }
    return fault?.error
      ?? UsageError(
        ReceiptCommand.message(for: error).split(whereSeparator: \.isWhitespace)
          .joined(separator: " "), hint: hint)
  }

  /// ArgumentParser wraps what a value's reader throws in errors of its own, which are not public.
  private static func cause<Cause>(of value: Any, as type: Cause.Type, depth: Int = 6) -> Cause? {
    if let cause = value as? Cause { return cause }
    guard depth > 0 else { return nil }
    return Mirror(reflecting: value).children.lazy.compactMap {
      Self.cause(of: $0.value, as: type, depth: depth - 1)
    }.first
  }
}
