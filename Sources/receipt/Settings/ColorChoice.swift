/// When to use colour.
enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// `auto` follows <https://no-color.org>, then <https://bixense.com/clicolors/>, and leaves anything that is no
  /// capable terminal alone.
  func isEnabled(isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      if let value = Terminal.environment("NO_COLOR"), !value.isEmpty {
        false
      } else if ["CLICOLOR_FORCE", "FORCE_COLOR"].contains(where: Self.isOn) {
        true
      } else {
        isTerminal && !["CLICOLOR", "FORCE_COLOR"].contains(where: Self.isOff)
          && !["", "dumb"].contains(Terminal.environment("TERM") ?? "")
      }
    }
  }

  private static func isOff(_ name: String) -> Bool {
    ["0", "false"].contains(Terminal.environment(name) ?? "")
  }

  private static func isOn(_ name: String) -> Bool {
    Terminal.environment(name)?.isEmpty == false && !isOff(name)
  }
}
