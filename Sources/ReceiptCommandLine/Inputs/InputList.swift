internal import ReceiptCore

/// One input of a command: something to read, or the reason why there is nothing.
enum Input: Sendable {
  case standardInput(descriptor: Int32)
  /// A file, with the app or container in which it was found.
  case file(FilePath, inside: ReceiptInput.Layer? = nil)
  /// The bytes for a name.
  case memory(FilePath, [UInt8])
  /// A pipe that was named. One that is found in a folder is not opened: nothing may ever be written into it.
  case pipe(FilePath)
  case missing(FilePath, ReceiptError)

  var name: String { path?.text ?? "-" }

  /// `nil` for standard input.
  fileprivate var path: FilePath? {
    switch self {
    case .standardInput: nil
    case .file(let path, _), .memory(let path, _), .pipe(let path), .missing(let path, _): path
    }
  }

  /// The same input under a path without `./` before it.
  var withoutDot: Input {
    switch self {
    case .file(let path, let layer): .file(path.withoutDot, inside: layer)
    case .missing(let path, let error): .missing(path.withoutDot, error)
    case .standardInput, .memory, .pipe: self
    }
  }

  /// Whether it is a folder that cannot be looked into.
  var isUnreadableFolder: Bool {
    if case .missing(_, let error) = self { error.code == .unreadable } else { false }
  }

  /// The app or container of the file.
  var outerLayer: ReceiptInput.Layer? { if case .file(_, let layer) = self { layer } else { nil } }

  func makeLineReader(
    limit: Int, keepsReturns: Bool
  ) throws(ReceiptError) -> LineReader {
    switch self {
    case .standardInput(let descriptor):
      LineReader(
        descriptor: descriptor, closes: false, limit: limit, keepsReturns: keepsReturns)
    case .file(let path, _):
      LineReader(
        descriptor: try FileReader.openFile(path).descriptor, closes: true, limit: limit,
        keepsReturns: keepsReturns)
    case .pipe(let path):
      LineReader(
        descriptor: try FileReader.openPipe(path), closes: true, limit: limit,
        keepsReturns: keepsReturns)
    case .memory(_, let bytes):
      LineReader(bytes, limit: limit, keepsReturns: keepsReturns)
    case .missing(_, let error): throw error
    }
  }

  func read(limit: Int) throws(ReceiptError) -> [UInt8] {
    switch self {
    case .standardInput(let descriptor):
      try FileReader.readStandardInput(descriptor, limit: limit)
    case .file(let path, _): try FileReader.read(path, limit: limit)
    case .pipe(let path): try FileReader.readPipe(path, limit: limit)
    case .memory(_, let bytes):
      if bytes.count > limit { throw .tooLarge(limit: limit) } else { bytes }
    case .missing(_, let error): throw error
    }
  }
}

/// The inputs for the names on a command line: files, standard input, apps and folders.
struct InputList {
  /// Sorted by path; standard input first.
  private(set) var inputs: [Input] = []
  /// One name was given, and it is not a folder, so the result is one object and not a list.
  private(set) var isSingle: Bool

  /// Where the App Store stores a Mac app's receipt.
  private static let receiptInApp = FilePath("Contents/_MASReceipt/receipt")
  /// Where it stores the receipts of an iOS app, in the app's data container.
  private static let receiptsInContainer = ["StoreKit/receipt", "StoreKit/sandboxReceipt"].map {
    FilePath($0)
  }

  /// Inputs that were found before, in any order.
  init(_ inputs: [Input]) {
    self.inputs = inputs
    isSingle = false
    sort()
  }

  /// Standard input where no name is given.
  static func names(_ names: [String]) -> [String] { names.isEmpty ? ["-"] : names }

  init(_ names: [String], on host: Host) {
    let names = Self.names(names)
    isSingle = names.count == 1
    for name in names {
      if let bytes = host.inputs[name] {
        inputs.append(.memory(FilePath(name), bytes))
        continue
      }
      guard !host.isClosed, host.missing[name] == nil else {
        inputs.append(.missing(FilePath(name), host.missing[name] ?? .noSuchFile))
        continue
      }
      // The paths that a shell gives for standard input.
      if ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(name) {
        inputs.append(.standardInput(descriptor: host.input))
        continue
      }
      let path = FilePath(name)
      let kind = Directory.kind(of: path, followingLinks: true)
      if kind == .folder {
        isSingle =
          isSingle && (path.hasSuffix(".app") || Self.receipts(inContainer: path).count == 1)
        addFolder(path)
      } else if kind == .pipe {
        inputs.append(.pipe(path))
      } else if kind == nil, let mistake = MistakenName(name) {
        inputs.append(.missing(FilePath(mistake.shown), mistake.error))
      } else {
        // If it is not a file, reading it will report that.
        inputs.append(.file(path))
      }
    }
    sort()
  }

  /// Adds everything in a folder and its subfolders. Links to folders are not followed, so there are no
  /// loops. The stack is local, so depth costs no recursion.
  private mutating func addFolder(_ root: FilePath) {
    var pending = [root]
    let before = inputs.count
    while let folder = pending.popLast() {
      if folder.hasSuffix(".app") {
        addApp(folder)
        continue
      }
      let receipts = Self.receipts(inContainer: folder)
      if !receipts.isEmpty {
        inputs += receipts.map { .file($0, inside: .container) }
        continue
      }
      let entries: [Directory.Entry]
      do {
        entries = try Directory.entries(of: folder)
      } catch {
        inputs.append(.missing(folder, error))
        continue
      }
      for entry in entries {
        let path = entry.path
        switch entry.kind ?? Directory.kind(of: path, followingLinks: false) {
        case .folder: pending.append(path)
        case .link:
          guard Directory.kind(of: path, followingLinks: true) != .folder else { continue }
          inputs.append(.file(path))
        case .file, .pipe, .other, nil: inputs.append(.file(path))
        }
      }
    }
    if inputs.count == before {
      inputs.append(
        .missing(
          root,
          ReceiptError(
            .noReceipt, "there is no file in this folder",
            hint: "name a folder that holds receipts; hidden files are ignored")))
    }
  }

  /// The receipts of an app's data container, or of an `.xcappdata` folder downloaded by Xcode; empty for
  /// other folders. The folder is recognized by its receipts alone, because copies often lack the rest of the
  /// container.
  private static func receipts(inContainer folder: FilePath) -> [FilePath] {
    let root =
      folder.hasSuffix(".xcappdata") ? folder.appending(FilePath("AppData")) : folder
    return receiptsInContainer.map(root.appending).filter {
      Directory.kind(of: $0, followingLinks: true) == .file
    }
  }

  private mutating func addApp(_ app: FilePath) {
    let receipt = app.appending(Self.receiptInApp)
    if Directory.kind(of: receipt, followingLinks: true) != nil {
      inputs.append(.file(receipt, inside: .appBundle))
    } else {
      inputs.append(
        .missing(
          app,
          ReceiptError(
            .noReceipt, "this app has no \(Self.receiptInApp.text)",
            hint: "an app that did not come from the App Store has no receipt; "
              + "one that did gets it back when it is opened")))
    }
  }

  private mutating func sort() {
    inputs.sort { left, right in
      guard let right = right.path else { return false }
      guard let left = left.path else { return true }
      return left < right
    }
  }
}
