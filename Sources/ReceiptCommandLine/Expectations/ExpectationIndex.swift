internal import ReceiptCore

/// Finds what an expectation file says of a path, in a time that hardly grows with the number of entries: a recorded
/// file has as many as there are receipts.
struct ExpectationIndex: Sendable {
  private let file: ExpectationFile
  private let host: Host
  private let workingFolder: String
  /// Entries by the file or folder that they name, as an absolute path: it may be written in many ways.
  private var plain: [PathBytes: [Int]] = [:]
  /// Patterns with wildcards as seen from the folder of the file, each once, and the entries that have them.
  private let globs: [(glob: Glob, entries: [Int])]
  /// The numbers of those patterns by the path that a missing one is reported under.
  private let globNumbers: [PathBytes: Int]
  private let globIndex: GlobIndex

  init(_ file: ExpectationFile, on host: Host) {
    self.file = file
    self.host = host
    workingFolder = host.workingFolder
    var globs: [(glob: Glob, entries: [Int])] = []
    var numbers: [PathBytes: Int] = [:]
    for (index, entry) in file.entries.enumerated() {
      for glob in entry.patterns {
        let path = PathText.join(file.folder, glob.text)
        if glob.isPlain {
          let place = PathText.normalized(PathText.join(workingFolder, path))
          plain[PathBytes(place), default: []].append(index)
          continue
        }
        let text = PathText.relative(path, to: file.folder, workingFolder: workingFolder)
        if let number = numbers[PathBytes(text)] {
          globs[number].entries.append(index)
        } else {
          numbers[PathBytes(text)] = globs.count
          globs.append((Glob(text), [index]))
        }
      }
    }
    self.globs = globs
    globNumbers = numbers
    globIndex = GlobIndex(globs.map(\.glob))
  }

  /// The file as reports name it.
  var name: String { file.name }

  private func relative(_ path: String) -> String {
    PathText.relative(path, to: file.folder, workingFolder: workingFolder)
  }

  /// The numbers of the entries for a path, in the order of the file.
  func entries(for path: String) -> [Int] {
    // A path may fit several patterns of one entry.
    var found: Set<Int> = []
    // The path itself, and every folder that it lies in.
    var prefix = PathText.normalized(PathText.join(workingFolder, path))[...]
    while true {
      found.formUnion(plain[PathBytes(prefix.isEmpty ? "/" : prefix)] ?? [])
      guard let slash = prefix.lastIndex(of: "/") else { break }
      prefix = prefix[..<slash]
    }
    for number in globIndex.matches(relative(path)) { found.formUnion(globs[number].entries) }
    return found.sorted()
  }

  /// Whether an entry speaks of the file, or of a part of it.
  func isNamed(_ input: Input) -> Bool { !entries(for: input.name).isEmpty }

  /// The files that no entry names: those in the folders in which an entry names one, and in the folders below
  /// them. The folder of the expectation file, and those around it, hold much else, so of them only the files
  /// themselves count.
  ///
  /// - Parameter everywhere: Whether all folders below that of the expectation file count too.
  func others(everywhere: Bool) -> [Input] {
    var folders: Set<String> = []
    for glob in file.entries.flatMap(\.patterns) {
      let path = PathText.join(file.folder, glob.isPlain ? glob.text : glob.folder)
      let isFolder =
        !glob.isPlain
        || Directory.kind(of: FilePath(path), followingLinks: true) == .folder
      folders.insert(relative(isFolder ? path : PathText.folder(of: path)))
    }
    if everywhere { folders.insert("") }
    var result: [Input] = []
    var seen: Set<PathBytes> = []
    for folder in folders.sorted() {
      let isAround =
        folder.isEmpty ? !everywhere : folder.split(separator: "/").allSatisfy { $0 == ".." }
      let path = PathText.tidied(PathText.join(file.folder, folder.isEmpty ? "." : folder))
      let inputs = isAround ? files(in: FilePath(path)) : InputList([path], on: host).inputs
      for input in inputs.map(\.withoutDot) where !isNamed(input) {
        if seen.insert(PathBytes(relative(input.name))).inserted { result.append(input) }
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

  /// What these entries expect of the receipt in a file, and of each part that is named; `nil` when nothing is.
  func expectations(_ entries: [Int]) -> (whole: Expectation?, parts: [String: Expectation]) {
    var general: [Expectation] = []
    // For each part its own entries, and how many of the general ones stand before each.
    var own: [String: [(before: Int, expectation: Expectation)]] = [:]
    for entry in entries.map({ file.entries[$0] }) {
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

  /// What is expected of a receipt that no entry names, where each must be named.
  var unlisted: Expectation {
    var result = Expectation()
    result.isListed = false
    result.places = ExpectationPlaces(ExpectationPlaces.receipts, at: file.line)
    return result
  }

  /// The place of an entry that led to nothing; nothing is expected there.
  func expectation(ofMissing path: String) -> Expectation? {
    let entries =
      globNumbers[PathBytes(relative(path))].map { globs[$0].entries } ?? entries(for: path)
    guard let last = entries.last else { return nil }
    var result = Expectation()
    result.places = file.entries[last].expectation.places.ofEntry
    return result
  }

  /// Whether a file is that with the expectations.
  func isItself(_ input: Input) -> Bool {
    func place(_ path: String) -> String { PathText.normalized(PathText.join(workingFolder, path)) }
    guard case .file(let path, _) = input, name != "-" else { return false }
    return PathBytes(place(path.text)) == PathBytes(place(name))
  }

  /// The files with roots that the entries trust.
  var roots: [Input] {
    file.entries.flatMap { $0.expectation.trustRoots ?? [] }.map { .file(FilePath($0)) }
  }

  // MARK: Inputs

  /// The files that the entries speak of; an error for a path or a pattern that leads to none.
  func inputs() -> [Input] {
    var result: [Input] = []
    var seen: Set<PathBytes> = []
    func add(_ input: Input) {
      if seen.insert(PathBytes(relative(input.name))).inserted { result.append(input) }
    }
    for glob in file.entries.lazy.flatMap(\.patterns) where glob.isPlain {
      let inputs = self.inputs(in: glob.text).filter(isWanted)
      for input in inputs.contains(where: isThere) ? inputs : [missing(glob)] { add(input) }
    }
    var isFound = [Bool](repeating: false, count: globs.count)
    // A folder is read once, however many patterns lead to it.
    let folders = Dictionary(grouping: globs.indices) { globs[$0].glob.folder }
    for (folder, numbers) in folders.sorted(by: { $0.key < $1.key }) {
      for input in inputs(in: folder) where isWanted(input) {
        let fitting = self.fitting(input, among: numbers)
        for number in fitting { isFound[number] = true }
        if !fitting.isEmpty { add(input) }
      }
    }
    for (glob, isFound) in zip(globs, isFound) where !isFound { add(missing(glob.glob)) }
    return result
  }

  /// All that lies at a path, or in a folder.
  private func inputs(in path: String) -> [Input] {
    let start = PathText.tidied(PathText.join(file.folder, path))
    return InputList([start.isEmpty ? "." : start], on: host).inputs.map(\.withoutDot)
  }

  /// The numbers of the patterns that an input fits, or of those that may fit something in a folder that cannot be
  /// looked into.
  ///
  /// - Parameter numbers: The patterns that lead to where it was found.
  private func fitting(_ input: Input, among numbers: [Int]) -> [Int] {
    let path = relative(input.name)
    guard input.isUnreadableFolder else { return globIndex.matches(path) }
    return numbers.filter { globs[$0].glob.mayFit(inside: path) }
  }

  /// Whether it may be read, and is not the file with the expectations.
  private func isWanted(_ input: Input) -> Bool {
    if case .file = input { !isItself(input) } else { input.isUnreadableFolder }
  }

  private func isThere(_ input: Input) -> Bool {
    guard case .file(let path, _) = input else { return true }
    return Directory.kind(of: path, followingLinks: true) != nil
  }

  private func isFolder(_ glob: Glob) -> Bool {
    let path = FilePath(PathText.join(file.folder, glob.text))
    return Directory.kind(of: path, followingLinks: true) == .folder
  }

  private func missing(_ glob: Glob) -> Input {
    .missing(
      FilePath(PathText.tidied(PathText.join(file.folder, glob.text))),
      ReceiptError(
        .noReceipt,
        !glob.isPlain
          ? "no file fits this pattern"
          : isFolder(glob) ? "there is no file in this folder" : "there is no such file",
        hint: "the expectation file speaks of it; hidden files are ignored"))
  }
}

/// A path as the system compares it: by its bytes. Swift takes two texts for one that differ only in how an accent is
/// written (Unicode §3.12), and those may be two files.
private struct PathBytes: Hashable {
  private let bytes: [UInt8]

  init(_ path: some StringProtocol) { bytes = Array(path.utf8) }
}
