internal import ArgumentParser
internal import ReceiptCore

/// A moment on the command line: an RFC 3339 date and time, or a day, which means its beginning in UTC.
struct MomentArgument: ExpressibleByArgument {
  let date: ReceiptDate

  init?(argument: String) {
    guard
      let date = ReceiptDate(argument.utf8) ?? ReceiptDate((argument + "T00:00:00Z").utf8)
    else { return nil }
    self.date = date
  }
}

/// A size on the command line: octets, or with K, M or G in units of 1024, 1024² and 1024³.
struct SizeArgument: ExpressibleByArgument {
  let octets: Int

  init?(argument: String) {
    var digits = argument.uppercased()[...]
    for suffix in ["IB", "B"] where digits.hasSuffix(suffix) {
      digits.removeLast(suffix.count)
      break
    }
    let shift =
      switch digits.last {
      case "K": 10
      case "M": 20
      case "G": 30
      default: 0
      }
    if shift > 0 { digits.removeLast() }
    guard let number = Int(digits), number > 0,
      number <= DecodingLimits.largestInputSize >> shift
    else { return nil }
    octets = number << shift
  }
}

/// When to use colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// `auto` follows <https://no-color.org> and leaves anything that is no capable terminal alone.
  func isEnabled(isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && Terminal.environment("NO_COLOR", isSet: false)
        && Terminal.environment("TERM") != "dumb"
    }
  }
}

extension Terminal {
  /// Whether a variable is set to something, or is not.
  fileprivate static func environment(_ name: String, isSet: Bool) -> Bool {
    (environment(name) ?? "").isEmpty != isSet
  }
}

/// The options that commands which read receipts have in common.
struct SharedOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("What \"now\" is: 2024-02-29, 2024-02-29T12:00:00Z.", valueName: "date"))
  var at: MomentArgument?

  @Option(name: .long, help: "When to use colour.")
  var color: ColorChoice = .auto

  @Option(
    name: .long, help: ArgumentHelp("Refuse larger inputs: 16M, 1G at most.", valueName: "size"))
  var maxSize: SizeArgument?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write the answer to a file.", valueName: "file"))
  var output: String?

  @Flag(name: .shortAndLong, help: "Say nothing on standard error.")
  var quiet = false

  var limits: DecodingLimits {
    var limits = DecodingLimits()
    if let maxSize { limits.maximumInputSize = maxSize.octets }
    return limits
  }
}
