/// Paths as GitHub Actions names them: from the folder of the repository, in whatever folder of it a step runs.
struct RepositoryPaths {
  private let root: String?
  private let workingFolder: String

  init(_ host: Host) {
    workingFolder = PathText.normalized(host.workingFolder)
    root = host.variable("GITHUB_WORKSPACE").flatMap { [workingFolder] name in
      let root = PathText.normalized(name)
      return root.hasPrefix("/") && workingFolder.hasPrefix(root + "/") ? root : nil
    }
  }

  /// An absolute path stays: the runner shortens it.
  func path(_ name: String) -> String {
    guard let root, !name.hasPrefix("/") else { return name }
    return PathText.relative(name, to: root, workingFolder: workingFolder)
  }
}
