internal import ArgumentParser

extension CompletionKind {
  /// Words for which the shell asks the tool: too many for its script, or slow to list at every start.
  ///
  /// - Parameter list: Is told the command line.
  static func words(_ list: @escaping @Sendable ([String]) -> [String]) -> CompletionKind {
    .custom { line, _, beginning in list(line).filter { $0.hasPrefix(beginning) } }
  }
}
