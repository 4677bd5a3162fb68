internal import ArgumentParser

/// Tells of a wrong call, or whatever else ArgumentParser wants to be told.
enum UsageReport {
  /// - Parameter arguments: As the parser got them, with the command first.
  /// - Returns: The exit code.
  static func tell(_ error: any Error, arguments: [String], on host: Host) -> Int32 {
    let fault = CommandWords.command(arguments.first).map {
      UsageFault($0, arguments.dropFirst())
    }
    guard let usage = usageError(error, fault) else { return tellAnswer(error, on: host) }
    if let fault { OldReport.remove(after: fault, on: host) }
    Messages(host).error(usage.message, hint: usage.hint)
    return ExitCode.validationFailure.rawValue
  }

  /// Help, a version or a script for a shell, which ArgumentParser throws too.
  private static func tellAnswer(_ error: any Error, on host: Host) -> Int32 {
    let code = ReceiptCommand.exitCode(for: error)
    // Without a width ArgumentParser would ask for that of the process.
    let text = ReceiptCommand.fullMessage(for: error, columns: host.width ?? defaultWidth)
    let output = code.isSuccess ? host.standardOutput() : host.standardError()
    output.write(text.isEmpty ? "" : text + "\n")
    output.flush()
    return code.rawValue
  }

  private static let defaultWidth = 80

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
