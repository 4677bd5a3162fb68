import Foundation
import Testing

/// `receipt check`, from outside.
@Suite struct CheckTests {
  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    return bench
  }

  private let now = ["--at", "2024-02-29T12:00:00Z"]

  @Test("The genuine fixture passes, and checks not run are listed", arguments: [60, 80, 200])
  func passes(columns: Int) async throws {
    let result = try await bench().run(
      ["check", "receipt.b64"] + now, environment: ["COLUMNS": "\(columns)"]
    ).expect(status: 0).expectSilence()
    if columns == 60 { Golden.expect(result.output, "check.60.txt") }
    expectFit(result, columns: columns)
  }

  @Test("The headline names the first failure and the signer")
  func headline() async throws {
    let bench = try bench()
    try bench.write("cut", TestReceipts.der().prefix(3000))
    for (arguments, headline) in [
      (["receipt.b64", "--app-version", "1.0"], "app-version is 101, not 1.0 (signed by Apple)"),
      (
        ["receipt.b64", "--app-version", "1.0", "--bundle-id", "a"],
        "bundle-id is com.yomob.IAPtest, not a (signed by Apple, and 1 more problem)"
      ),
      (
        ["receipt.b64", "--product", "tea"],
        "product: there is no purchase of tea (signed by Apple)"
      ),
      (
        ["cut"],
        "incomplete: about half of it arrived (3000 of 5445 bytes), and nothing can be verified"
      ),
    ] {
      let result = try await bench.run(["check"] + arguments)
        .expect(status: arguments == ["cut"] ? 2 : 1)
      #expect(result.lines.first == "\(arguments[0]): FAIL: \(headline)")
    }
    let decoded = try await bench.run(["decode", "cut"]).expect(status: 2)
    #expect(decoded.lines.first?.hasSuffix("; incomplete, so it cannot be verified") == true)
  }

  @Test("In JSON, every check has its status and evidence")
  func json() async throws {
    let result = try await bench().run(["check", "receipt.b64", "--format", "json"] + now)
      .expect(status: 0).expectSilence()
    Golden.expect(NotAsked.removed(from: result, "json"), "check.json")
    let json = try result.json()
    #expect(json["verdict"]?.string == "pass")
    #expect(json["signature"]?["status"]?.string == "apple")
    #expect(json["judged_at"]?.string == "2024-02-29T12:00:00Z")
  }

  @Test(
    "Expectations are compared with the receipt",
    arguments: [
      (["--bundle-id", "com.yomob.IAPtest"], Int32(0)), (["--bundle-id", "com.yomob.iaptest"], 1),
      (["--app-version", "101"], 0), (["--app-version", "101.0"], 1),
      (["--environment", "sandbox"], 0), (["--environment", "production"], 1),
      (["--device-id", "00:11:22:33:44:55"], 1), (["--profile", "xcode"], 1),
    ] as [([String], Int32)])
  func expectations(arguments: [String], status: Int32) async throws {
    let result = try await bench().run(["check", "receipt.b64"] + arguments)
    #expect(result.code == status, "\(result)")
    #expect(result.text.contains("FAIL") == (status == 1), "\(result)")
  }

  @Test("A device id that does not fit is shown, with how it was read")
  func deviceID() async throws {
    let result = try await bench().run(
      ["check", "receipt.b64", "--device-id", "nonsense", "--device-id", "00:11:22:33:44:55"]
    ).expect(status: 1)
    #expect(
      result.text.contains(
        "does not fit nonsense (base64 of a MAC address), 00:11:22:33:44:55 (MAC address)"),
      "\(result)")
    try await bench().run(["check", "receipt.b64", "--device-id", "no id"]).expect(status: 64)
      .expect(message: "is not a device id")
  }

  @Test("Device ids are found in a file, or in standard input; a file without one is an error")
  func deviceIDsInFile() async throws {
    let bench = try bench()
    let text = Array("en0 ether 00:11:22:33:44:55\nen1 ether 00:11:22:33:44:56\n".utf8)
    try bench.write("interfaces", text)
    for file in ["@interfaces", "@-"] {
      let result = try await bench.run(
        ["check", "receipt.b64", "--device-id", file], input: file == "@-" ? text : []
      ).expect(status: 1)
      for id in ["00:11:22:33:44:55", "00:11:22:33:44:56"] { #expect(result.text.contains(id)) }
    }
    try bench.write("none", Array("no interface".utf8))
    try await bench.run(["check", "receipt.b64", "--device-id", "@none"]).expect(status: 2)
      .expect(message: "there is no device id in it")
  }

  @Test("A file of device ids may have 4 MiB, and not a byte more")
  func deviceIDsInLargeFile() async throws {
    let bench = try bench()
    let text = Array("en0 ether 00:11:22:33:44:55\n".utf8)
    let whole = text + [UInt8](repeating: UInt8(ascii: "\n"), count: (4 << 20) - text.count)
    try bench.write("fits", whole)
    try await bench.run(["check", "receipt.b64", "--device-id", "@fits"]).expect(status: 1)
      .expect(output: "00:11:22:33:44:55")
    try bench.write("over", whole + [UInt8(ascii: "\n")])
    try await bench.run(["check", "receipt.b64", "--device-id", "@over"]).expect(status: 2)
      .expect(message: "over: this is larger than 4194304 bytes")
  }

  @Test("A changed receipt fails with its reason")
  func changed() async throws {
    let bench = try Workbench()
    var der = try TestReceipts.der()
    der[315] ^= 1
    try bench.write("receipt.bin", der)
    let result = try await bench.run(["check", "receipt.bin", "--format", "ndjson"])
      .expect(status: 1)
    #expect(try result.json()["signature"]?["reason"]?.string == "bad-signature")
    #expect(try result.json()["verdict"]?.string == "fail")
  }

  @Test("Input that is not a receipt is an error, not a failed check")
  func noReceipt() async throws {
    let bench = try Workbench()
    try bench.write("junk", Array("hello".utf8))
    let result = try await bench.run(["check", "junk", "--format", "json"]).expect(status: 2)
    #expect(try result.json()["verdict"]?.string == "error")
    #expect(try result.json()["error"]?["code"]?.string == "not-a-receipt")
  }

  @Test("Each line is a receipt and gives one line of output, in order")
  func lines() async throws {
    let bench = try Workbench()
    let text = Array(try TestReceipts.line().utf8)
    let input = text + Array("\njunk!\n\n".utf8) + text + Array("\r\n".utf8)
    let result = try await bench.run(["check", "--lines"], input: input).expect(status: 2)
    let verdicts = try result.lines.filter { !$0.isEmpty }.map {
      try JSON(Array($0.utf8))["verdict"]?.string
    }
    #expect(verdicts == ["pass", "error", "error", "pass"])
  }

  @Test("Several receipts in standard input are all checked, although it can be read only once")
  func severalPiped() async throws {
    let bench = try Workbench()
    let text = try TestReceipts.line()
    let input = Array("[\"\(text)\", \"\(text)\"]".utf8)
    let shown = try await bench.run(["check"], input: input).expect(status: 0)
    for part in ["[0]", "[1]"] {
      #expect(shown.text.contains("standard input, \(part): pass: signed by Apple"))
    }
    let json = try await bench.run(["check", "-", "--format", "json"], input: input)
      .expect(status: 0).json()
    #expect(json.elements?.map { $0["verdict"]?.string } == ["pass", "pass"])
    let lines = try await bench.run(["check", "-", "--format", "ndjson"], input: input)
      .expect(status: 0)
    #expect(lines.text.split(separator: "\n").count == 2)
  }

  @Test("A line gives its result before the next line arrives", arguments: ["check", "decode"])
  func dialogue(command: String) async throws {
    let bench = try Workbench()
    let text = Array(try TestReceipts.line().utf8)
    try bench.write("receipt.txt", text + [UInt8(ascii: "\n")])
    // The second line is written after the first result has arrived. A tool that holds results back would
    // wait forever, so it is stopped after a while.
    let result = try await bench.shell(
      """
      mkfifo questions answers
      "$RECEIPT" \(command) --lines < questions > answers &
      tool=$!
      (sleep 30; kill $tool) > answers.log 2>&1 &
      guard=$!
      exec 3> questions 4< answers
      for number in 1 2; do
        cat receipt.txt >&3
        read -r answer <&4 && printf '%s\\n' "$answer"
      done
      exec 3>&-
      wait $tool && kill $guard
      """
    ).expect(status: 0)
    let lines = try result.lines.map { try JSON(Array($0.utf8))["source"]?["line"]?.number }
    #expect(lines == ["1", "2"], "\(result)")
  }

  @Test("OpenSSL's configuration does not change a verdict")
  func configuration() async throws {
    let bench = try bench()
    try bench.write(
      "openssl.cnf",
      Array(
        """
        openssl_conf = init
        [init]
        alg_section = algorithms
        [algorithms]
        default_properties = fips=yes

        """.utf8))
    try await bench.run(["check", "receipt.b64"], environment: ["OPENSSL_CONF": "openssl.cnf"])
      .expect(status: 0)
  }

  @Test("A file of roots without a root is an error")
  func roots() async throws {
    let bench = try bench()
    try bench.write("roots.pem", [])
    try await bench.run(["check", "receipt.b64", "--trust-root", "roots.pem"]).expect(status: 2)
      .expect(message: "invalid-root")
    try await bench.run(["check", "receipt.b64", "--trust-root", "missing"]).expect(status: 2)
      .expect(message: "not-found")
  }
}
