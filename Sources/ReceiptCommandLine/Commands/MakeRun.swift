internal import ReceiptCore
internal import ReceiptMaking

/// One run of `receipt make`.
struct MakeRun {
  /// The document that says what to make; `-` for standard input, `nil` to make nothing but an authority.
  var spec: String?
  var output: String?
  var style: MakeStyle?
  var digest: DigestAlgorithm?
  var created: ReceiptDate?
  var replacements: [AttributeTemplate] = []
  /// How many of each to make; `nil` for one.
  var count: Int?
  var seed: [UInt8] = []
  /// The story to tell.
  var scenario: Scenario?
  var broken: Broken?
  /// The file with the app's shared secret.
  var passwordFile: String?
  var excludesOldTransactions = false
  /// The folder of a test authority; `nil` for the built-in one, whose keys are public.
  var folder: String?
  /// Where to write the roots.
  var rootFile: String?
  var settings: RunSettings

  /// Receipts of the catalogue.
  enum Broken {
    case one(CatalogueReceipt)
    case all
  }

  static let maximumCount = 10_000_000
  /// How many numbers are handed out at a time: a list of all would take memory for each.
  private static let batchSize = 16_384

  func run() throws -> ExitStatus {
    try settings.report { messages in
      try protectFiles()
      let specs =
        try spec.map { path in
          try DocumentNode.load(path, on: settings.host) { node throws(DocumentError) in
            try ReceiptSpec.all(node, asked: style)
          }
        } ?? (scenario == nil ? nil : [ReceiptSpec()])
      let password = try SharedSecret.load(passwordFile, on: settings.host)
      let authority =
        try folder.map { try AuthorityFolder($0).open(messages, on: settings.host) }
        ?? TestAuthority.wellKnown()
      if let rootFile {
        let file = try Output(path: rootFile)
        file.write(try AuthorityFiles.rootsText(of: authority))
        try file.finish()
      }
      switch broken {
      case .one(let receipt): try catalogue(authority).write(receipt, to: output)
      case .all: try catalogue(authority).writeAll(into: output ?? ".")
      case nil:
        guard let specs else { break }
        warn(of: specs, under: authority, messages)
        try make(specs, under: authority, password)
      }
      return .fine
    }
  }

  private func catalogue(_ authority: TestAuthority) -> BrokenReceipts {
    BrokenReceipts(authority: authority, host: settings.host)
  }

  /// Refuses what would destroy a file that is needed.
  private func protectFiles() throws(NamedError) {
    var outputs = OutputGuard(settings.host)
    outputs.names = [spec].compactMap(\.self)
    outputs.files = [passwordFile].compactMap { $0.map { FilePath($0) } }
    if case .all = broken {
      for name in BrokenReceipts.fileNames {
        try outputs.add("--output", "\(output ?? ".")/\(name)")
      }
    } else {
      try outputs.add("--output", output)
    }
    try outputs.add("--root", rootFile)
    try folder.map(AuthorityFolder.init)?.add(to: &outputs)
    try outputs.check()
  }

  /// Prints names and what they mean.
  func list(_ list: NameList) throws -> ExitStatus {
    var settings = settings
    settings.output = output
    return try settings.write(reading: []) { output, _ in
      list.write(to: output)
      return .fine
    }
  }

  /// Says which receipts the authority's certificates cannot vouch for: they are made all the same.
  private func warn(of specs: [ReceiptSpec], under authority: TestAuthority, _ messages: Messages) {
    let dates = created.map { [$0] } ?? specs.compactMap(\.receipt.receiptCreationDate)
    let validity = authority.signerValidity
    guard let date = dates.first(where: { $0 < validity.from || $0 > validity.to }) else { return }
    messages.warning(
      "made at \(date), a receipt does not verify: the certificates of the test authority are valid "
        + "from \(validity.from) to \(validity.to)")
  }

  private func make(
    _ specs: [ReceiptSpec], under authority: TestAuthority, _ password: String?
  ) throws {
    let host = settings.host
    let now = ReceiptDate(
      // Receipts have no milliseconds.
      millisecondsSince1970: host.now.millisecondsSince1970 / 1000 * 1000)
    var maker = ReceiptMaker(authority: authority, now: now, seed: seed)
    maker.style = style
    maker.digest = digest
    maker.created = created
    maker.replacements = replacements
    maker.scenario = scenario
    maker.requestPassword = password
    maker.excludesOldTransactions = excludesOldTransactions
    maker.isForRequest = passwordFile != nil || excludesOldTransactions
    let total = specs.count * (count ?? 1)
    let isText = output == nil
    var target: MadeOutput?
    var progress = Progress(
      total, isShown: settings.showsProgress(writingTo: output), on: host)
    defer { progress.clear() }
    for start in stride(from: 0, to: total, by: Self.batchSize) {
      var failure: (any Error)?
      OrderedWork.run(
        Array(start..<min(start + Self.batchSize, total)), jobs: host.processorCount
      ) { [maker] number in
        maker.attempt(specs[number % specs.count], number: number, isText: isText)
      } consume: { attempt in
        do {
          let made = try attempt.get()
          let output =
            try target ?? MadeOutput(self.output, isMany: total > 1 || made.count > 1, on: host)
          target = output
          for receipt in made { try output.write(receipt) }
          progress.step()
          // Unless the reader has gone.
          return !output.isClosed
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw named(failure) }
      if target?.isClosed == true { break }
    }
    try target?.finish()
  }

  /// An error in a SPEC, with its name.
  private func named(_ error: any Error) -> any Error {
    switch error {
    case ReceiptMaker.Failure.spec(let error): NamedError(name: spec ?? "-", error: error)
    case ReceiptMaker.Failure.signing(let failure): failure
    default: error
    }
  }
}
