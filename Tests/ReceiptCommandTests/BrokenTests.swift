import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// `receipt make --broken`: the catalogue, for tests of verifiers.
@Suite struct BrokenTests {
  @Test("check gives every receipt of the catalogue the verdict in its manifest")
  func manifest() async throws {
    let bench = try Workbench()
    try await bench.run(["make", "--broken", "all", "-o", "catalogue"])
      .expect(status: 0).expectSilence()
    let manifest = try JSON(bench.read("catalogue/manifest.json"))
    let cases = try #require(manifest["cases"]?.elements)
    #expect(cases.count == CatalogueReceipt.all.count)
    #expect(try bench.names(in: "catalogue").count == cases.count + 2)
    let roots = try #require(manifest["roots"]?.string)
    for row in cases {
      let file = try #require(row["file"]?.string)
      let options = try #require(row["options"]?.elements).compactMap { $0.string }
      let arguments = [
        "check", "catalogue/\(file)", "--trust-root", "catalogue/\(roots)", "--format", "json",
        "--quiet",
      ]
      let result = try await bench.run(arguments + options)
      let json = try result.json()
      #expect(json["verdict"] == row["file_verdict"], "\(file)")
      // Each option is needed for the verdict.
      if !options.isEmpty { try await bench.run(arguments).expect(status: 0) }
      guard row["exact_input"] == .bool(false) else {
        #expect(row["verdict"] != row["file_verdict"], "\(file)")
        continue
      }
      #expect(json["verdict"] == row["verdict"], "\(file)")
      let first = json["checks"]?.elements?.first {
        $0["status"]?.string == "fail" || $0["status"]?.string == "undetermined"
      }
      #expect((json["error"]?["code"] ?? first?["reason"]) == row["reason"], "\(file)")
      // What cannot be read whole is 2, whatever its checks say.
      let decoded = try await bench.run(["decode", "catalogue/\(file)", "--quiet"]).code ?? 0
      let least: Int32? = ["pass": 0, "fail": 1, "error": 2][row["verdict"]?.string]
      #expect(result.code == least.map { max($0, decoded) }, "\(file)")
      if row["status"]?.string == "undetermined" {
        #expect(first?["status"] == row["status"], "\(file)")
      }
    }
  }

  @Test("receipts that the specification refuses are refused in the manifest")
  func requiredVerdicts() async throws {
    func refused(_ name: String) throws -> Bool {
      try #require(CatalogueReceipt.all.first { $0.name == name }).verdict != .accepted
    }
    for name in [
      "jws-wrong-env", "jws-nul", "jws-newline-end", "jws-bom", "forged-chain-after-apple",
    ] {
      #expect(try refused(name), "\(name)")
    }
    let bench = try Workbench()
    let list = try await bench.run(["make", "--broken", "list"]).expect(status: 0)
    #expect(
      list.lines.contains {
        $0.hasPrefix("jws-wrong-env ") && $0.hasSuffix(" [mismatch with --environment production]")
      })
  }

  @Test("receipts whose defect a reader of files removes say so, and are exact to the byte")
  func exactInput() async throws {
    let bench = try Workbench()
    let receipts = CatalogueReceipt.all.filter(\.needsExactInput)
    try #require(!receipts.isEmpty)
    for receipt in receipts {
      try await bench.run(["make", "--broken", receipt.name, "-o", "made"]).expect(status: 0)
      #expect(try bench.read("made") == receipt.make(under: .wellKnown()))
    }
  }

  @Test("a single receipt is a line or a file, and gets the same verdict under a private authority")
  func one() async throws {
    let bench = try Workbench()
    let names = ["ok", "content-changed", "leaf-without-mark", "forged-chain", "jws-ok", "ios6-ok"]
    for name in names {
      try await bench.run(["make", "--broken", name, "--pki", "authority", "-o", "made"])
        .expect(status: 0).expectSilence()
      let check = try await bench.run([
        "check", "made", "--trust-root", "authority/roots.pem", "--format", "json",
      ])
      let receipt = try #require(CatalogueReceipt.all.first { $0.name == name })
      switch receipt.verdict {
      case .accepted: check.expect(status: 0)
      case .refused(let reason):
        check.expect(status: 1)
        let failed = try check.json()["checks"]?.elements?.first { $0["status"]?.string == "fail" }
        #expect(failed?["reason"]?.string == reason.rawValue)
      default: break
      }
    }
    let line = try await bench.run(["make", "--broken", "ok"]).expect(status: 0)
    #expect(line.lines.count == 1)
  }

  @Test("the list explains each receipt with its expected verdict")
  func list() async throws {
    let bench = try Workbench()
    let list = try await bench.run(["make", "--broken", "list"]).expect(status: 0)
    #expect(list.lines.count == CatalogueReceipt.all.count)
    #expect(
      list.lines.contains {
        $0.hasPrefix("content-changed ")
          && $0.hasSuffix("one byte of the content was changed [bad-signature]")
      })
  }

  @Test(
    "wrong options are usage errors",
    arguments: [
      ["--broken", "contentchanged"], ["--broken", "all"], ["--broken", "ok", "--style", "xcode"],
      ["spec.yaml", "--broken", "ok"], ["--broken", "ok", "--count", "2"],
    ])
  func usage(arguments: [String]) async throws {
    let bench = try Workbench()
    try await bench.run(["make"] + arguments).expect(status: 64)
  }
}
