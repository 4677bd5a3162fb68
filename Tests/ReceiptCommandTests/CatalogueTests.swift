import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// The catalogue of sound, broken and forged receipts, through the tool.
@Suite struct CatalogueTests {
  private static let receipts = CatalogueReceipt.all

  private static let trust = ["--trust-root", "root.cer", "--trust-root", "elliptic.cer"]

  @Test("each gets its verdict, reason and exit code", arguments: receipts)
  func verdict(_ receipt: CatalogueReceipt) async throws {
    let authority = try TestReceipts.authority.get()
    let bench = try Workbench()
    try bench.write("root.cer", authority.rootCertificate)
    try bench.write("elliptic.cer", authority.ellipticRootCertificate)
    let bytes = try receipt.make(under: authority)
    try bench.write("receipt.bin", bytes)
    // What could not be decoded as a whole is 2 in every command.
    let isDamaged = (try? ReceiptDecoder().decode(bytes)).map { !$0.errors.isEmpty } ?? false
    let refused: Int32 = isDamaged ? 2 : 1
    let result = try await bench.run(
      ["check", "receipt.bin", "--format", "ndjson"] + Self.trust + receipt.options)
    let json = try result.json()
    // The tool treats some defects as wrappings and removes them, which is correct.
    switch receipt.fileVerdict {
    case .accepted:
      result.expect(status: 0).expectSilence()
      #expect(json["verdict"]?.string == "pass")
      #expect(json["signature"]?["status"]?.string == "custom")
    case .refused(let reason):
      result.expect(status: refused)
      let decoded = try await bench.run(["decode", "receipt.bin", "--quiet"])
      #expect(decoded.code == (isDamaged ? 2 : 0))
      #expect(json["verdict"]?.string == "fail")
      let failed = json["checks"]?.elements?.first { $0["status"]?.string == "fail" }
      #expect(failed?["reason"]?.string == reason.rawValue)
    case .undetermined(let reason):
      result.expect(status: refused)
      #expect(json["verdict"]?.string == "fail")
      let open = json["checks"]?.elements?.first { $0["status"]?.string == "undetermined" }
      #expect(open?["reason"]?.string == reason.rawValue)
    case .unreadable(let code):
      result.expect(status: 2).expect(message: "[\(code)]")
      #expect(json["verdict"]?.string == "error")
      #expect(json["error"]?["code"]?.string == code.rawValue)
    }
    // This root is not trusted unless requested.
    let status = try await bench.run(["check", "receipt.bin", "--quiet"]).expectSilence().code
    #expect(status == (receipt.isUnreadable ? 2 : refused))
  }

  @Test("a folder with the whole catalogue is one run, in order")
  func folder() async throws {
    let authority = try TestReceipts.authority.get()
    let bench = try Workbench()
    try bench.write("root.cer", authority.rootCertificate)
    try bench.write("elliptic.cer", authority.ellipticRootCertificate)
    let receipts = Self.receipts.sorted { $0.name < $1.name }
    for receipt in receipts {
      try bench.write("catalogue/\(receipt.name).bin", receipt.make(under: authority))
    }
    let result = try await bench.run(["check", "catalogue", "--format", "ndjson"] + Self.trust)
      .expect(status: 2)
    let verdicts = try result.lines.map { line in
      let json = try JSON(Array(line.utf8))
      return "\(json["source"]?["name"]?.string ?? ""): \(json["verdict"]?.string ?? "")"
    }
    let expected = receipts.map { receipt in
      let verdict =
        switch receipt.fileVerdict {
        case .accepted: "pass"
        // These receipts are sound, and only fail their own expectations.
        case _ where !receipt.options.isEmpty: "pass"
        case .refused, .undetermined: "fail"
        case .unreadable: "error"
        }
      return "catalogue/\(receipt.name).bin: \(verdict)"
    }
    #expect(verdicts.sorted() == expected.sorted())
    #expect(verdicts.count == receipts.count)
  }

  @Test(
    "hostile identifiers never reach a terminal, in any format",
    arguments: ["text", "json", "csv", "verify-receipt"])
  func hostileText(format: String) async throws {
    let authority = try TestReceipts.authority.get()
    let bench = try Workbench()
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == "control-characters" })
    try bench.write("receipt.bin", receipt.make(under: authority))
    let result = try await bench.run(
      ["decode", "receipt.bin", "--format", format], environment: ["COLUMNS": "200"]
    ).expect(status: 0)
    // A quoted CSV field may contain the line breaks of its value.
    let allowed: Set<Unicode.Scalar> = format == "csv" ? ["\n", "\r"] : ["\n"]
    let isClean = result.text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0 != "\u{202E}" || allowed.contains($0)
    }
    #expect(isClean, "\(result)")
  }
}

extension CatalogueReceipt {
  fileprivate var isUnreadable: Bool {
    if case .unreadable = fileVerdict { true } else { false }
  }

  /// The expectations as command-line options.
  fileprivate var options: [String] {
    (expectations.bundleID.map { ["--bundle-id", $0.description] } ?? [])
      + (expectations.environment.map { ["--environment", $0.rawValue.lowercased()] } ?? [])
  }
}
