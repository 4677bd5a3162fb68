/// When to use colour.
enum ColorChoice: String, CaseIterable {
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
