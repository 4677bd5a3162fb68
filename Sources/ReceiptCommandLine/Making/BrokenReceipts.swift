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
    json.add { json in
      json.objects("cases", CatalogueReceipt.all) { $1.describe(&$0) }
      json.member("roots", AuthorityFiles.roots)
      json.member("schema", number: 1)
    }
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

extension CatalogueReceipt {
  fileprivate var fileName: String {
    let ending =
      name.hasPrefix("jws-") ? ".jws" : name.hasPrefix("ios6-") ? ".plist" : ".receipt"
    return name + ending
  }

  /// The entry in the manifest.
  fileprivate func describe(_ json: inout JSONWriter) {
    let (status, reason): (CheckResult.Status?, String?) =
      switch verdict {
      case .accepted: (.pass, nil)
      case .refused(let reason): (.fail, reason.rawValue)
      case .undetermined(let reason): (.undetermined, reason.rawValue)
      case .unreadable(let code): (nil, code.rawValue)
      }
    json.member("exact_input", needsExactInput)
    json.member("file", fileName)
    json.member("file_verdict", fileVerdict.word)
    json.member("name", name)
    json.array("options", expectations.options) { $0.string($1) }
    json.member("reason", reason)
    json.member("status", status?.rawValue)
    json.member("summary", summary)
    json.member("verdict", verdict.word)
  }
}

extension CatalogueReceipt.Verdict {
  /// The verdict of `check` over all checks.
  fileprivate var word: String {
    let verdict: CheckReport.Verdict =
      switch self {
      case .accepted: .pass
      case .refused, .undetermined: .fail
      case .unreadable: .error
      }
    return verdict.rawValue
  }
}

extension Expectations {
  /// The expectations as options of `check`.
  var options: [String] {
    Checks.parameters.flatMap { parameter in
      parameter.texts(in: self).flatMap { ["--" + parameter.name, $0] }
    }
  }
}
