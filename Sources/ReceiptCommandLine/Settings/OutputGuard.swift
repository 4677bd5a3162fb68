internal import ReceiptCore

/// Keeps the outputs of a run off its inputs, and off each other. It is asked before anything is written.
struct OutputGuard {
  /// The inputs as the command line names them, `-` and folders among them.
  var names: [String] = []
  /// Other files that are read.
  var files: [FilePath] = []
  private var outputs: [(option: String, path: String, place: FilePlace)] = []
  private let host: Host
  /// The file that the shell writes standard output to, if the answers go there.
  var standardOutput: FilePlace?

  init(_ host: Host) { self.host = host }

  /// Adds the file that an option writes, unless it is standard output or a device.
  ///
  /// - Throws: When another option writes the same file.
  mutating func add(_ option: String, _ path: String?) throws(NamedError) {
    guard let path, let place = FilePlace(FilePath(path)) else { return }
    if let other = outputs.first(where: { Self.collide($0.place, place) }) {
      throw NamedError(
        name: path,
        error: ReceiptError(
          .sameOutput, "\(other.option) and \(option) would both write this file",
          hint: "give each of them its own file"))
    }
    outputs.append((option, path, place))
  }

  /// Adds the file of a key, which is read, or made if it is not there.
  mutating func addKey(_ option: String, _ path: String?) throws(NamedError) {
    guard let path else { return }
    if FilePlace(FilePath(path))?.isTaken == false {
      try add(option, path)
    } else {
      files.append(FilePath(path))
    }
  }

  /// Expects that no output is an input.
  ///
  /// - Parameter recording: A file that is left out where a folder is read.
  func check(recording: String? = nil) throws(NamedError) {
    // A file that grows by its own answers never ends. In a folder it is one file of many, and not looked for.
    if let standardOutput,
      let name = names.first(where: { FilePlace(FilePath($0))?.isSame(as: standardOutput) == true })
    {
      throw NamedError(
        name: name,
        error: ReceiptError(
          .outputIsInput, "the shell writes the answers to this file, which is an input",
          hint: "write to another file"))
    }
    // Only a file that is there can be read, and only then folders need to be looked into.
    guard outputs.contains(where: { $0.place.isTaken }) else { return }
    let skipped = recording.map(PathText.normalized)
    for name in names {
      try check(
        reading: InputList([name], on: host).inputs.filter {
          $0.name == name || PathText.normalized($0.name) != skipped
        })
    }
    try check(reading: files.map { .file($0) })
  }

  func check(reading inputs: [Input]) throws(NamedError) {
    guard outputs.contains(where: { $0.place.isTaken }) else { return }
    for input in inputs {
      let place: FilePlace? =
        switch input {
        case .standardInput(let descriptor): .open(descriptor)
        case .file(let path, _): FilePlace(path)
        case .memory, .pipe, .missing: nil
        }
      guard let place, let output = outputs.first(where: { Self.collide($0.place, place) })
      else { continue }
      let input = input.name == output.path ? "this file" : Source(name: input.name).text
      throw NamedError(
        name: output.path,
        error: ReceiptError(
          .outputIsInput, "\(output.option) would replace \(input), which is an input",
          hint: "write to another file, outside of the folders that are read"))
    }
  }

  /// The same file, or one in the other's folder with a name that one of many receipts may get.
  private static func collide(_ left: FilePlace, _ right: FilePlace) -> Bool {
    left.isSame(as: right)
      || [left.name(of: right), right.name(of: left)].contains {
        $0.map(NumberedFile.isName) ?? false
      }
  }
}

extension ReceiptError.Code {
  /// An output is one of the inputs.
  static let outputIsInput = Self(rawValue: "output-is-input")
  /// Two outputs are one file.
  static let sameOutput = Self(rawValue: "same-output")
  /// A file is there that only `--force` replaces.
  static let alreadyThere = Self(rawValue: "already-there")
}
