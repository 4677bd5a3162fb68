/// Finds the places at which a text must be broken up. Then no service that reads the log of a build treats it as a
/// command.
///
/// - GitHub Actions: `::error::` at the start of a line, and in the older form `##[error]` anywhere
/// - Azure Pipelines: `##[section]` and `##vso[task.setvariable]` anywhere
/// - TeamCity: `##teamcity[message]`
/// - Buildkite: `--- `, `+++ `, `~~~ ` and `^^^ +++` at the start of a line
///
/// Any value may come to the start of a line where lines are broken, so the start of each word counts. The commands
/// of GitLab hold an escape character, which is shown in another way.
struct LogCommands {
  /// What could become a command, as far as it was read.
  private enum State {
    case wordStart, inWord
    case colon, colons
    case hash, hashes
    case run(Unicode.Scalar, count: Int)
  }

  private var state = State.wordStart

  /// The characters that occur at least twice where a command begins.
  static func mayBegin(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: ":"), UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "~"), UInt8(ascii: "^"):
      true
    default: false
    }
  }

  /// Whether the next character must be made visible, so that the text before it stays text.
  mutating func isBroken(by scalar: Unicode.Scalar) -> Bool {
    switch (state, scalar) {
    case (.hash, "#"), (.hashes, "#"): state = .hashes
    case (_, "#"): state = .hash
    case (.hashes, "["):
      state = .inWord
      return true
    // The name of the service: `##vso[`.
    case (.hashes, "A"..."Z"), (.hashes, "a"..."z"): break
    case (.colon, ":"), (.colons, ":"): state = .colons
    case (_, ":"): state = .colon
    case (.colons, "A"..."Z"), (.colons, "a"..."z"):
      state = .inWord
      return true
    case (.run(_, count: 3), _) where scalar.properties.isWhitespace:
      state = .wordStart
      return true
    case (.wordStart, "-"), (.wordStart, "+"), (.wordStart, "~"), (.wordStart, "^"):
      state = .run(scalar, count: 1)
    case (.run(let first, let count), _) where first == scalar && count < 3:
      state = .run(first, count: count + 1)
    case _ where scalar.properties.isWhitespace: state = .wordStart
    default: state = .inWord
    }
    return false
  }

  /// A whole message, in which commands are broken up, and nothing else is changed.
  static func broken(_ text: String) -> String {
    // Every command begins with a sign that occurs twice.
    var previous: UInt8 = 0
    let mayHoldCommand = text.utf8.contains { octet in
      defer { previous = octet }
      return octet == previous && mayBegin(octet)
    }
    guard mayHoldCommand else { return text }
    var commands = LogCommands()
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if commands.isBroken(by: scalar) {
        result += visible(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
