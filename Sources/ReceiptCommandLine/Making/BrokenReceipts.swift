internal import ReceiptCore
internal import ReceiptMaking

/// The catalogue of sound, broken and forged receipts, for tests of a verifier.
struct BrokenReceipts {
  let authority: TestAuthority
  let host: Host

  static let manifest = "manifest.json"

  /// The receipt with this name, or `nil`.
  static func named(_ name: String) -> CatalogueReceipt? {
    CatalogueReceipt.all.first { $0.name == name }
  }

  /// The files that the whole catalogue is written into.
  static var fileNames: [String] {
    CatalogueReceipt.all.map(\.fileName) + [AuthorityFiles.roots, manifest]
  }

  /// Writes all of it into a folder: a file for each, what each must get, and the roots to trust.
  func writeAll(into folder: String) throws {
    try Directory.make(FilePath(folder))
    for receipt in CatalogueReceipt.all {
      try write(receipt, to: "\(folder)/\(receipt.fileName)", followsLinks: false)
    }
    let roots = try Output(path: "\(folder)/\(AuthorityFiles.roots)", followsLinks: false)
    roots.write(try AuthorityFiles.rootsText(of: authority))
    try roots.finish()
    let file = try Output(path: "\(folder)/\(Self.manifest)", followsLinks: false)
    var json = JSONSequence(file, .object)
    json.add(MakeManifest(receipts: CatalogueReceipt.all), MakeManifest.shape)
    try file.finish()
  }

  /// Writes one to a file as it is, or to standard output as a line.
  func write(_ receipt: CatalogueReceipt, to path: String?, followsLinks: Bool = true) throws {
    let bytes = try receipt.make(under: authority)
    let file =
      try path.map { try Output(path: $0, followsLinks: followsLinks) } ?? host.standardOutput()
    if path != nil {
      file.write(octets: bytes)
    } else {
      file.write(Base64.encode(bytes))
      file.write("\n")
    }
    try file.finish()
  }
}
