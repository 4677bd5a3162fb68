internal import ArgumentParser
internal import ReceiptCommandLine
internal import ReceiptCore

extension ReceiptError.Code {
  /// There is no answer of Apple's.
  fileprivate static let noAnswer = Self(rawValue: "no-answer")
}

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

  /// Does what a command is for. A format for programs has an object for a fault too, which stands where the answer
  /// would have stood.
  ///
  /// - Throws: the exit code, or the fault, if it is to be told in words.
  func answering(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let fault as Fault {
      guard options.contains(where: { $0.hasPrefix("--format=") && $0 != "--format=text" }) else {
        throw fault
      }
      let (name, error) =
        fault.file ?? ("Apple's answer", ReceiptError(.noAnswer, fault.message, hint: fault.hint))
      var host = host
      host.missing[name] = error
      throw ExitCode(Tool.run(options.filter { $0 != "--together" } + ["--", name], on: host))
    }
  }

  /// Prints the explanation.
  ///
  /// - Parameter date: the day to judge at; `nil` for now.
  /// - Returns: the exit code.
  func show(_ pieces: [Piece], at date: ReceiptDate?) -> Int32 {
    var host = host
    for piece in pieces { host.inputs[piece.name] = piece.bytes }
    // What is alone is told as what it is.
    let options = pieces.count > 1 ? options : options.filter { $0 != "--together" }
    let day = date.map { ["--at=\($0)"] } ?? []
    return Tool.run(options + day + ["--"] + pieces.map(\.name), on: host)
  }
}
