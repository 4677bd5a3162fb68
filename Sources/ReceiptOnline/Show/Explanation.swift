internal import ArgumentParser
internal import ReceiptCommandLine
internal import ReceiptCore

/// A receipt and what Apple answered about it, explained by `receipt diagnose` as one.
struct Explanation {
  private let options: [String]
  private let host: Host

  /// What is not signed in an answer came from Apple by a connection of this program's own. What is signed is verified.
  static let options = ["--together", "--unsigned=accept"]

  /// - Parameter options: those of `receipt diagnose`.
  /// - Throws: where one is wrong. The command line has told it then, before anybody is asked.
  init(_ options: [String], on host: Host) throws(ExitCode) {
    self.options = ["diagnose"] + Self.options + options
    self.host = host
    guard Tool.Call(self.options + ["--", "-"], telling: host) != nil else {
      throw .validationFailure
    }
  }

  /// Prints the explanation.
  ///
  /// - Returns: the exit code.
  func show(_ pieces: [Piece]) -> Int32 {
    var host = host
    for piece in pieces { host.inputs[piece.name] = piece.bytes }
    // What is alone is told as what it is.
    let options = pieces.count > 1 ? options : options.filter { $0 != "--together" }
    return Tool.run(options + ["--"] + pieces.map(\.name), on: host)
  }
}
