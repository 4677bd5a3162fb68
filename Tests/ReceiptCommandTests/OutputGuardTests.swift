import Foundation
import ReceiptMaking
import Testing

/// No output takes the place of an input, of another output, or of a map of pseudonyms.
@Suite struct OutputGuardTests {
  /// Everything that a command can be given, and the same receipt under other names.
  private static func bench() throws -> Workbench {
    let bench = try Workbench()
    for name in ["receipt", "other", "folder/a", "folder/answer.json", "many/00001.receipt"] {
      try bench.write(name, TestReceipts.der())
    }
    try bench.write("spec.yaml", "receipt: {bundle_id: com.example.app}\n".utf8)
    try bench.write("specs/00002.receipt", "receipt: {bundle_id: com.example.app}\n".utf8)
    try bench.write("device", "aa:bb:cc:dd:ee:ff\n".utf8)
    try bench.write("secret.key", (0..<32).map { UInt8($0) })
    try bench.write("root.cer", TestReceipts.authority.get().rootCertificate)
    try bench.write(
      "expect.yml", "receipts: [{files: folder/a, trust-root: root.cer}]\n".utf8)
    try FileManager.default.linkItem(
      atPath: bench.place("receipt"), toPath: bench.place("hard"))
    try bench.link("soft", to: "receipt")
    try bench.link("nowhere", to: "new")
    return bench
  }

  /// What every file holds.
  private func contents(_ bench: Workbench) throws -> [String: Data] {
    let files = FileManager.default.enumerator(atPath: bench.path)?.compactMap { $0 as? String }
    return Dictionary(
      uniqueKeysWithValues: try #require(files).compactMap { name in
        (try? Data(contentsOf: URL(fileURLWithPath: bench.place(name)))).map { (name, $0) }
      })
  }

  /// Runs a command that is refused before it writes anything.
  private func expectRefusal(
    _ command: String, _ code: String, option: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let bench = try Self.bench()
    let before = try contents(bench)
    let result = try await bench.shell("\"$RECEIPT\" " + command)
      .expect(status: 2, sourceLocation: sourceLocation)
      .expect(message: "[\(code)]\nreceipt: hint: ", sourceLocation: sourceLocation)
      .expect(message: option, sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, sourceLocation: sourceLocation)
    #expect(try contents(bench) == before, sourceLocation: sourceLocation)
  }

  @Test(
    "An output that is an input is refused",
    arguments: [
      "decode receipt -o receipt", "decode other receipt -o receipt", "decode receipt -o ./receipt",
      "decode folder/../receipt -o receipt", "decode receipt -o hard", "decode receipt -o soft",
      "decode soft -o receipt", "decode hard -o soft", "decode -o receipt < receipt",
      "decode - -o soft < receipt", "decode --lines receipt -o receipt",
      "decode folder -o folder/answer.json", "decode . -o folder/a",
      "decode receipt --redact --redact-key secret.key -o secret.key",
      "decode receipt --trust-root root.cer -o root.cer",
      "check receipt -o receipt", "check receipt other -o other",
      "check receipt --trust-root root.cer -o root.cer",
      "check receipt --device-id @device -o device",
      "check --expect expect.yml -o expect.yml", "check --expect expect.yml -o folder/a",
      "check --expect expect.yml -o root.cer", "check receipt --expect expect.yml -o root.cer",
      "diagnose receipt -o receipt", "timeline receipt -o receipt", "dump receipt -o receipt",
      "diff receipt other -o receipt", "diff receipt other -o other",
      "make spec.yaml -o spec.yaml", "make - -o spec.yaml < spec.yaml",
      "make specs/00002.receipt --count 3 -o specs",
      "redact receipt -o receipt", "redact receipt -o soft",
      "redact receipt --key secret.key -o secret.key",
    ])
  func outputIsInput(command: String) async throws {
    try await expectRefusal(command, "output-is-input", option: "--output")
  }

  @Test(
    "So is any other option that writes an input",
    arguments: [
      ("redact receipt --map receipt", "--map"), ("redact receipt --map hard", "--map"),
      ("redact receipt --map receipt --force", "--map"),
      ("redact receipt --key secret.key --map secret.key --force", "--map"),
      ("redact receipt --root receipt", "--root"), ("redact - --root receipt < receipt", "--root"),
      ("make spec.yaml --root spec.yaml", "--root"),
      ("check receipt --record receipt", "--record"),
      ("check receipt --device-id @device --record device", "--record"),
    ])
  func otherOptions(command: String, option: String) async throws {
    try await expectRefusal(command, "output-is-input", option: option)
  }

  @Test(
    "Two outputs are not the same file",
    arguments: [
      "redact receipt -o new --root new", "redact receipt -o new --map ./new",
      "redact receipt --root new --map nowhere", "redact receipt -o new --key new",
      "redact receipt --map new --key new", "redact receipt -o many --map many/00003.json",
      "redact receipt -o no/folder --map no/folder/00001.receipt",
      "decode receipt --redact --redact-key new -o new", "make spec.yaml --root new -o new",
      "make spec.yaml --count 2 -o many --root many/00002.receipt",
      "make --broken all -o many --root many/manifest.json",
      "make spec.yaml --pki authority --root authority/leaf.key",
      "check folder --record new -o new",
    ])
  func sameOutput(command: String) async throws {
    try await expectRefusal(command, "same-output", option: "would both write this file")
  }

  @Test("The keys of an authority are inputs once they are there")
  func authority() async throws {
    let bench = try Self.bench()
    try await bench.run(["make", "spec.yaml", "--pki", "authority"]).expect(status: 0)
    let before = try contents(bench)
    for option in ["-o", "--root"] {
      try await bench.run(["make", "spec.yaml", "--pki", "authority", option, "authority/leaf.key"])
        .expect(status: 2).expect(message: "[output-is-input]")
    }
    #expect(try contents(bench) == before)
  }

  @Test("A map is replaced with --force alone")
  func map() async throws {
    let bench = try Self.bench()
    let redact = ["redact", "receipt", "--key", "secret.key", "--map", "map.json"]
    try await bench.run(redact).expect(status: 0)
    try bench.write("map.json", "old".utf8)
    let result = try await bench.run(redact).expect(status: 2)
      .expect(message: "receipt: error: map.json: this file is there already")
      .expect(
        message: "[already-there]\nreceipt: hint: name another file for --map, or add --force")
    #expect(result.output.isEmpty)
    #expect(try bench.text("map.json") == "old")
    try await bench.run(redact + ["--force"]).expect(status: 0).expectSilence()
    #expect(try JSON(try bench.read("map.json"))["replaced"] != nil)
    try await bench.run(["redact", "receipt", "--force"]).expect(status: 64)
  }

  @Test("A key that is there is read, not made anew")
  func key() async throws {
    let bench = try Self.bench()
    let key = try bench.read("secret.key")
    try await bench.run(["redact", "receipt", "--key", "secret.key"]).expect(status: 0)
    try await bench.run(["decode", "receipt", "--redact", "--redact-key", "secret.key"])
      .expect(status: 0)
    #expect(try bench.read("secret.key") == key)
  }

  @Test("A map, and files that the tool names, are not written through links")
  func plantedLinks() async throws {
    let bench = try Self.bench()
    try bench.makeFolder("planted")
    try bench.link("planted/00001.receipt", to: "../other")
    try bench.link("planted/00002.receipt", to: "../new")
    let before = try contents(bench)
    try await bench.run(["redact", "receipt", "--map", "nowhere"]).expect(status: 2)
      .expect(message: "this is a link")
    try await bench.run(["redact", "receipt", "--map", "soft", "--force"]).expect(status: 2)
    try await bench.run(["make", "spec.yaml", "--count", "2", "-o", "planted"]).expect(status: 2)
      .expect(message: "this is a link")
    #expect(try contents(bench) == before)
  }

  @Test("What destroys nothing is allowed")
  func allowed() async throws {
    let bench = try Self.bench()
    for command in [
      "decode folder -o folder/new.json", "decode receipt -o other", "decode receipt -o -",
      "decode receipt -o /dev/null", "decode receipt -o /dev/stdout | cat",
      "decode - -o /dev/stdout < receipt | cat", "redact receipt --map /dev/null --root /dev/null",
      "redact receipt -o copy --root copy.pem --map copy.json --key copy.key",
      "make spec.yaml --count 2 -o many --root many/roots.pem",
      "make spec.yaml --count 2 -o .", "make spec.yaml --root root.cer -o made",
      "check --record recorded.yml folder -q", "check --record recorded.yml . -q",
      "check --record recorded.yml . -q", "make --broken all -o many",
    ] {
      try await bench.shell("\"$RECEIPT\" " + command).expect(status: 0)
    }
  }

  @Test("A file behind a link keeps what it holds when a run is refused late")
  func linkedOutput() async throws {
    let bench = try Self.bench()
    try bench.link("linked", to: "folder/a")
    let before = try contents(bench)
    try await bench.run(["check", "--expect", "expect.yml", "-o", "linked"]).expect(status: 2)
    try await bench.run(["decode", "receipt", "--trust-root", "missing", "-o", "linked"])
      .expect(status: 2)
    #expect(try contents(bench) == before)
  }

  @Test("A file that the shell appends the answers to is no input")
  func appending() async throws {
    let bench = try Workbench()
    let rows = Array(repeating: try TestReceipts.line(), count: 3).joined(separator: "\n") + "\n"
    try bench.write("rows", Array(rows.utf8))
    let result = try await bench.shell(#""$RECEIPT" check --lines rows >> rows"#).expect(status: 2)
    #expect(result.messageText.contains("[output-is-input]"), "\(result)")
    #expect(try bench.read("rows") == Array(rows.utf8))
    // Its folder may be read.
    try await bench.shell(#""$RECEIPT" decode --quiet rows >> answers"#).expect(status: 0)
  }
}
