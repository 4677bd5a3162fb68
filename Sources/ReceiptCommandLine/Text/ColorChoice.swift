/// When to use colour.
enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// `auto` follows <https://no-color.org>, then <https://bixense.com/clicolors/>, and leaves anything that is no
  /// capable terminal alone.
  func isEnabled(on host: Host, isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      if let value = host.variable("NO_COLOR"), !value.isEmpty {
        false
      } else if ["CLICOLOR_FORCE", "FORCE_COLOR"].contains(where: host.isOn) {
        true
      } else {
        isTerminal && !["CLICOLOR", "FORCE_COLOR"].contains(where: host.isOff)
          && !["", "dumb"].contains(host.variable("TERM") ?? "")
      }
    }
  }
}

extension Host {
  fileprivate func isOff(_ name: String) -> Bool {
    ["0", "false"].contains(variable(name) ?? "")
  }

  fileprivate func isOn(_ name: String) -> Bool {
    variable(name)?.isEmpty == false && !isOff(name)
  }
}
