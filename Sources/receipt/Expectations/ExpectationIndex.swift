internal import ReceiptCore

/// Finds what an expectation file says of a path, in a time that does not grow with the number of entries
/// that name one file each: a recorded file has as many as there are receipts.
struct ExpectationIndex {
  private let file: ExpectationFile
  private let host: Host
  private let workingFolder: String
  /// Entries by the path or folder that they name.
  private var plain: [String: [Int]] = [:]
  private var patterns: [(glob: Glob, entry: Int)] = []

  init(_ file: ExpectationFile, on host: Host) {
    self.file = file
    self.host = host
    workingFolder = host.workingFolder
    for (index, entry) in file.entries.enumerated() {
      for glob in entry.patterns {
        if glob.isPlain {
          plain[PathText.normalized(glob.text), default: []].append(index)
        } else {
          patterns.append((glob, index))
        }
      }
    }
  }

  /// The entries for a path, in the order of the file.
  private func entries(_ path: String) -> [ExpectationFile.Entry] {
    let relative = PathText.relative(path, to: file.folder, workingFolder: workingFolder)
    var found: Set<Int> = []
    // The path itself, and every folder that it lies in.
    var prefix = relative[...]
    while true {
      found.formUnion(plain[String(prefix)] ?? [])
      guard let slash = prefix.lastIndex(of: "/") else { break }
      prefix = prefix[..<slash]
    }
    for (glob, entry) in patterns where glob.matches(relative) { found.insert(entry) }
    return found.sorted().map { file.entries[$0] }
  }

  /// Whether an entry speaks of the file, or of a part of it.
  func isNamed(_ input: Input) -> Bool { !entries(input.name).isEmpty }

  /// The files that no entry names: those in the folders in which an entry names one, and in the folders below
  /// them. The folder of the expectation file, and those around it, hold much else, so of them only the files
  /// themselves count.
  ///
  /// - Parameter everywhere: Whether all folders below that of the expectation file count too.
  func others(everywhere: Bool) -> [Input] {
    var folders: Set<String> = []
    for glob in file.entries.flatMap(\.patterns) {
      let start = glob.isPlain ? glob.text : glob.folder
      let path = PathText.join(file.folder, start)
      let isFolder =
        !glob.isPlain
        || Directory.kind(of: FilePath(path), followingLinks: true) == .folder
      folders.insert(PathText.normalized(isFolder ? start : PathText.folder(of: start)))
    }
    if everywhere { folders.insert("") }
    var result: [Input] = []
    var seen: Set<String> = []
    for folder in folders.sorted() {
      let isAround =
        folder.isEmpty ? !everywhere : folder.split(separator: "/").allSatisfy { $0 == ".." }
      let path = PathText.tidied(PathText.join(file.folder, folder.isEmpty ? "." : folder))
      let inputs = isAround ? files(in: FilePath(path)) : InputList([path], on: host).inputs
      for input in inputs.map(\.withoutDot) where !isNamed(input) {
        let name = PathText.relative(input.name, to: file.folder, workingFolder: workingFolder)
        if seen.insert(name).inserted { result.append(input) }
      }
    }
    return InputList(result).inputs
  }

  /// The files directly in a folder.
  private func files(in folder: FilePath) -> [Input] {
    let entries = (try? Directory.entries(of: folder)) ?? []
    return entries.filter { Directory.kind(of: $0.path, followingLinks: true) == .file }
      .map { .file($0.path) }
  }

  /// What is expected of the receipt at a path, and of each part that is named; `nil` when nothing is.
  func expectations(_ path: String) -> (whole: Expectation?, parts: [String: Expectation]) {
    let entries = entries(path)
    var general: [Expectation] = []
    // For each part its own entries, and how many of the general ones stand before each.
    var own: [String: [(before: Int, expectation: Expectation)]] = [:]
    for entry in entries {
      if let part = entry.part {
        own[part, default: []].append((general.count, entry.expectation))
      } else {
        general.append(entry.expectation)
      }
    }
    let runs = ExpectationRuns(general)
    let parts = own.mapValues { own in
      var result = Expectation()
      var last = 0
      for (before, expectation) in own {
        result.add(runs.sum(last..<before))
        result.add(expectation)
        last = before
      }
      result.add(runs.sum(last..<general.count))
      return result
    }
    return (general.isEmpty ? nil : runs.sum(0..<general.count), parts)
  }

  /// The files with roots that the entries trust.
  var roots: [Input] {
    file.entries.flatMap { $0.expectation.trustRoots ?? [] }.map { .file(FilePath($0)) }
  }

  /// The files that the entries speak of; an error for an entry that speaks of none.
  func inputs() -> [Input] {
    var result: [Input] = []
    var seen: Set<String> = []
    // A folder is read once, however many patterns lead to it.
    var folders: [String: [Input]] = [:]
    for entry in file.entries {
      for glob in entry.patterns {
        var found = false
        let start = PathText.tidied(PathText.join(file.folder, glob.folder))
        let inputs = folders[start] ?? InputList([start.isEmpty ? "." : start], on: host).inputs
        if !glob.isPlain { folders[start] = inputs }
        for input in inputs {
          let relative = PathText.relative(
            input.name, to: file.folder, workingFolder: workingFolder)
          if input.isUnreadableFolder, glob.mayFit(inside: relative) {
            found = true
            if seen.insert(relative).inserted { result.append(input) }
          }
          guard case .file(let path, _) = input, glob.isPlain || glob.matches(relative) else {
            continue
          }
          found = found || Directory.kind(of: path, followingLinks: true) != nil
          if found, seen.insert(relative).inserted { result.append(input) }
        }
        if !found {
          let path = FilePath(PathText.tidied(PathText.join(file.folder, glob.text)))
          result.append(
            .missing(
              path,
              ReceiptError(
                .noReceipt, glob.isPlain ? "there is no such file" : "no file fits this pattern",
                hint:
                  "the expectation file speaks of it; hidden files are ignored"
              )))
        }
      }
    }
    return result
  }
}
