internal import ReceiptCore
internal import ReceiptMaking

/// The manifest of what `make --broken all` writes: schema 1.
struct MakeManifest {
  let receipts: [CatalogueReceipt]

  static let shape = Shape<MakeManifest>.object([
    .always("cases", .list(of: receipt)) { $0.receipts },
    .always("roots", .text) { _ in AuthorityFiles.roots },
    .version,
  ])

  private static let receipt = Shape<CatalogueReceipt>.object([
    .always("exact_input", .flag) { $0.needsExactInput },
    .always("file", .text) { $0.fileName },
    .always("file_verdict", .word) { $0.fileVerdict.ofAllChecks },
    .always("name", .text) { $0.name },
    .always("options", .list(of: .text)) { $0.expectations.options },
    .maybe("reason", .text) { $0.verdict.reason },
    .maybe("status", .verdict) { $0.verdict.status?.rawValue },
    .always("summary", .text) { $0.summary },
    .always("verdict", .word) { $0.verdict.ofAllChecks },
  ])
}

extension CatalogueReceipt {
  /// In a folder of all of them.
  var fileName: String {
    let ending =
      name.hasPrefix("jws-") ? ".jws" : name.hasPrefix("ios6-") ? ".plist" : ".receipt"
    return name + ending
  }
}

extension CatalogueReceipt.Verdict {
  /// The verdict of `check` over all checks.
  fileprivate var ofAllChecks: CheckReport.Verdict {
    switch self {
    case .accepted: .pass
    case .refused, .undetermined: .fail
    case .unreadable: .error
    }
  }

  fileprivate var status: CheckResult.Status? {
    switch self {
    case .accepted: .pass
    case .refused: .fail
    case .undetermined: .undetermined
    case .unreadable: nil
    }
  }

  fileprivate var reason: String? {
    switch self {
    case .accepted: nil
    case .refused(let reason), .undetermined(let reason): reason.rawValue
    case .unreadable(let code): code.rawValue
    }
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

extension SchemaDocument {
  static let makeManifest = SchemaDocument(
    name: "make-manifest", title: "The manifest of what receipt make --broken all writes",
    root: MakeManifest.shape.schema, definitions: [])
}
