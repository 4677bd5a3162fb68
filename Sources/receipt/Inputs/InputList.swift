internal import ReceiptCore

/// One input that a command was given: a file to read, or the reason why there is none.
enum Input: Sendable {
  case standardInput
  /// A file, and the app or container that it was found in when that was named.
  case file(FilePath, inside: ReceiptInput.Layer? = nil)
  case missing(FilePath, ReceiptError)

  var name: String {
    switch self {
    case .standardInput: "-"
    case .file(let path, _), .missing(let path, _): path.text
    }
  }

  /// What the file stands in.
  var outerLayer: ReceiptInput.Layer? { if case .file(_, let layer) = self { layer } else { nil } }

  func makeLineReader(
    limit: Int, willRead: @escaping () -> Void
  ) throws(ReceiptError) -> LineReader {
    switch self {
    case .standardInput:
      LineReader(descriptor: 0, closes: false, limit: limit, willRead: willRead)
    case .file(let path, _):
      LineReader(
        descriptor: try FileReader.openFile(path).descriptor, closes: true, limit: limit,
        willRead: willRead)
    case .missing(_, let error): throw error
    }
  }

  func read(limit: Int) throws(ReceiptError) -> [UInt8] {
    switch self {
    case .standardInput: try FileReader.readStandardInput(limit: limit)
    case .file(let path, _): try FileReader.read(path, limit: limit)
    case .missing(_, let error): throw error
    }
  }
}

/// The inputs behind the names on a command line: files, standard input, apps and folders.
struct InputList {
  /// Sorted by path; standard input first.
  private(set) var inputs: [Input] = []
  /// One name was given, and it is no folder: the answer is one object, not a list of one.
  private(set) var isSingle: Bool

  /// Where the App Store puts a Mac app's receipt.
  private static let receiptInApp = FilePath("Contents/_MASReceipt/receipt")
  /// Where it puts those of an app on iOS, in the container of the app's data.
  private static let receiptsInContainer = ["StoreKit/receipt", "StoreKit/sandboxReceipt"].map {
    FilePath($0)
  }

  /// Inputs that somebody has looked up, in any order.
  init(_ inputs: [Input]) {
    self.inputs = inputs
    isSingle = false
    sort()
  }

  /// Standard input where no name is given.
  static func names(_ names: [String]) -> [String] { names.isEmpty ? ["-"] : names }

  init(_ names: [String]) {
    let names = Self.names(names)
    isSingle = names.count == 1
    for name in names {
      // What a shell writes for a process's own input is that input.
      if ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(name) {
        inputs.append(.standardInput)
        continue
      }
      let path = FilePath(name)
      if Directory.kind(of: path, followingLinks: true) == .folder {
        isSingle =
          isSingle && (path.hasSuffix(".app") || Self.receipts(inContainer: path).count == 1)
        addFolder(path)
      } else {
        // What is no file will say so when it is read.
        inputs.append(.file(path))
      }
    }
    sort()
  }

  /// Everything in a folder and in its folders. Links to folders are not followed, so there are no
  /// circles; the stack is this function's own, so depth costs nothing but memory.
  private mutating func addFolder(_ root: FilePath) {
    var pending = [root]
    var count = 0
    while let folder = pending.popLast() {
      if folder.hasSuffix(".app") {
        addApp(folder)
        count += 1
        continue
      }
      let receipts = Self.receipts(inContainer: folder)
      if !receipts.isEmpty {
        inputs += receipts.map { .file($0, inside: .container) }
        count += receipts.count
        continue
      }
      let entries: [Directory.Entry]
      do {
        entries = try Directory.entries(of: folder)
      } catch {
        inputs.append(.missing(folder, error))
        count += 1
        continue
      }
      for entry in entries {
        let path = entry.path
        switch entry.kind ?? Directory.kind(of: path, followingLinks: false) {
        case .folder: pending.append(path)
        case .link:
          guard Directory.kind(of: path, followingLinks: true) != .folder else { continue }
          inputs.append(.file(path))
          count += 1
        case .file, .other, nil:
          inputs.append(.file(path))
          count += 1
        }
      }
    }
    if count == 0 {
      inputs.append(
        .missing(
          root,
          ReceiptError(
            .noReceipt, "there is no file in this folder",
            hint: "name a folder that holds receipts; files that begin with a point do not count")))
    }
  }

  /// The receipts of a container of an app's data, or of the `.xcappdata` that Xcode downloads; none for
  /// any other folder. Nothing else in there is a receipt, so the folder is known by them alone: what else
  /// a container has was left out of many a copy.
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
    func path(_ input: Input) -> FilePath? {
      switch input {
      case .standardInput: nil
      case .file(let path, _), .missing(let path, _): path
      }
    }
    inputs.sort { left, right in
      guard let right = path(right) else { return false }
      guard let left = path(left) else { return true }
      return left < right
    }
  }
}
