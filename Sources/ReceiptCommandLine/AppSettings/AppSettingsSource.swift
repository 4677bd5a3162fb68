internal import ReceiptCore
internal import ReceiptInsight

/// Where the settings of a run come from.
enum AppSettingsSource: Equatable {
  /// The file that is found from the folder in which the tool runs, if there is one.
  case found
  case file(String)
  case none

  /// The name of the file that is looked for.
  static let fileName = ".receipt.yml"
  /// The word for no file.
  private static let noFile = "none"

  /// What an option says; without it, `other`.
  init(_ option: String?, otherwise other: AppSettingsSource) {
    self =
      switch option {
      case nil: other
      case Self.noFile: .none
      case let path?: .file(path)
      }
  }

  /// The file, and a note about it for the user.
  ///
  /// - Parameter inputs: the names of the receipts. What came with a customer's files does not override a file above it.
  func resolved(besides inputs: [String] = [], on host: Host) -> (path: String?, note: String?) {
    switch self {
    case .none: return (nil, nil)
    case .file(let path): return (path, nil)
    case .found:
      let first = Self.find(from: ".", on: host)
      guard let path = first.path, Self.isBeside(path, inputs) else { return first }
      let folder = PathText.folder(of: path)
      let above = Self.find(from: folder.isEmpty ? ".." : "../" + folder, on: host)
      guard let better = above.path else { return first }
      return (
        better,
        "settings from \(escapedForTerminal(better)), not from \(escapedForTerminal(path)) beside the receipts"
      )
    }
  }

  /// Whether a settings file stands in the folder of an input.
  private static func isBeside(_ path: String, _ inputs: [String]) -> Bool {
    func folder(_ path: String) -> String { PathText.normalized(PathText.folder(of: path)) }
    return inputs.contains { $0 != "-" && folder($0) == folder(path) }
  }

  /// Looks in the working folder and upwards, as far as folders belong to the user or the superuser. Another
  /// user must not decide what the tool says about a receipt.
  private static func find(
    from start: String, on host: Host
  ) -> (path: String?, note: String?) {
    let depth = host.workingFolder.split(separator: "/").count
    var folder = start
    var path = start == "." ? fileName : "\(start)/\(fileName)"
    for _ in 0...depth {
      let isOwn = Directory.belongsToUser(FilePath(folder))
      // A pipe that was not named is not opened: nothing may ever be written into it.
      if Directory.kind(of: FilePath(path), followingLinks: false) != nil,
        Directory.kind(of: FilePath(path), followingLinks: true) != .pipe
      {
        guard isOwn, Directory.belongsToUser(FilePath(path)) else {
          return (
            nil,
            "\(escapedForTerminal(path)) is not used, because it belongs to another user; "
              + "--settings \(escapedForTerminal(path)) uses it"
          )
        }
        return (path, "settings from \(escapedForTerminal(path))")
      }
      guard isOwn else { break }
      folder = folder == "." ? ".." : "../" + folder
      path = "\(folder)/\(fileName)"
    }
    return (nil, nil)
  }
}

extension RunSettings {
  /// The settings with those of the app.
  ///
  /// - Parameter localTime: the time zone of an option.
  func knowing(
    _ source: (path: String?, note: String?), localTime: LocalTime?, _ messages: Messages
  ) throws(NamedError) -> RunSettings {
    if let note = source.note { messages.note("note: \(note)") }
    var result = self
    if let path = source.path { result.appSettings = try AppSettings.load(path, on: host) }
    if let localTime { result.appSettings.localTime = localTime }
    return result
  }
}
