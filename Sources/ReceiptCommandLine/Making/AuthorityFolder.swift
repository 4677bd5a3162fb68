internal import ReceiptCore
internal import ReceiptMaking

/// A test authority in a folder. It is made when first needed, and used again later.
struct AuthorityFolder {
  private let path: FilePath
  private let name: String

  private static let maximumFileSize = 1 << 20
  /// The number of random bytes from which its keys are derived.
  private static let seedSize = 48

  init(_ name: String) {
    self.name = name
    path = FilePath(name)
  }

  private static var fileNames: [String] {
    AuthorityFiles.names.flatMap {
      [$0 + AuthorityFiles.certificateEnding, $0 + AuthorityFiles.keyEnding]
    }
  }

  private var isThere: Bool {
    Self.fileNames.contains { Directory.kind(of: file($0), followingLinks: true) != nil }
  }

  /// Says which files are read, or made if there is no authority.
  func add(to outputs: inout OutputGuard) throws(NamedError) {
    if isThere {
      outputs.files += Self.fileNames.map(file)
    } else {
      for name in Self.fileNames { try outputs.add("--pki", file(name).text) }
    }
  }

  /// The authority in the folder. It is created if it is missing. Keys that others can read are used, with a
  /// warning.
  ///
  /// - Throws: `NamedError`, `OutputError` or `SigningFailure`.
  func open(_ messages: Messages, on host: Host) throws -> TestAuthority {
    try Directory.checkSecret(path)
    guard isThere else {
      // A user who may replace the folder may replace its keys.
      let outer = PathText.folder(of: PathText.tidied(name))
      try Directory.checkSecret(FilePath(outer.isEmpty ? "." : outer), allowsSticky: true)
      return try make(on: host)
    }
    let authority = try read()
    let open = Self.fileNames.filter {
      $0.hasSuffix(AuthorityFiles.keyEnding) && Directory.isOpenToOthers(file($0))
    }
    if !open.isEmpty {
      messages.warning(
        "\(escapedForTerminal(name)): others than their owner may use these keys: "
          + open.joined(separator: ", "),
        hint: "chmod 600 stops that; a key that was read can sign receipts that this root trusts")
    }
    return authority
  }

  private func file(_ name: String) -> FilePath { path.appending(FilePath(name)) }

  private func read() throws(NamedError) -> TestAuthority {
    do throws(ReceiptError) {
      return try AuthorityFiles.authority { name throws(ReceiptError) in
        do throws(ReceiptError) {
          return try FileReader.read(file(name), limit: Self.maximumFileSize)
        } catch {
          throw ReceiptError(
            error.code, "\(name) of this test authority: \(error.message)",
            hint:
              "an authority is six certificates and their keys; with a new folder a new one is made"
          )
        }
      }
    } catch {
      throw NamedError(name: name, error: error)
    }
  }

  private func make(on host: Host) throws -> TestAuthority {
    let authority = try AuthorityFiles.authority(seed: host.randomBytes(Self.seedSize))
    try Directory.make(path, isSecret: true)
    for content in try AuthorityFiles.files(of: authority) {
      let output = try Output(
        path: file(content.name).text, isSecret: content.isSecret, followsLinks: false)
      output.write(content.text)
      try output.finish()
    }
    return authority
  }
}
