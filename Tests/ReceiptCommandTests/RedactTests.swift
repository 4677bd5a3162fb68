import CTestHost
import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// `receipt redact` and `--redact`: no identifying value is left.
@Suite struct RedactTests {
  private static let fixture = "sandbox-subscription.b64"

  @Test("a copy passes under the written roots, and looks like the original")
  func fixture() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.fixture(Self.fixture))
    try await bench.run(["redact", "receipt.b64", "-o", "copy", "--root", "roots.pem"])
      .expect(status: 0).expectSilence()
    try await bench.run(["check", "copy", "--trust-root", "roots.pem"]).expect(status: 0)
    let before = try await bench.run(["decode", "receipt.b64", "--all", "--format", "json"]).json()
    let after = try await bench.run(["decode", "copy", "--all", "--format", "json"]).json()
    #expect(after["findings"] == before["findings"])
    // The same attributes with the same kinds and lengths, in DER order.
    func shape(_ json: JSON) -> [String]? {
      json["attributes"]?.elements?.map {
        "\($0["type"]?.number ?? "") \($0["version"]?.number ?? "") \($0["kind"]?.string ?? "") "
          + ($0["length"]?.number ?? "")
      }
    }
    #expect(shape(after) == shape(before))
    for name in ["receipt_type", "application_version", "receipt_creation_date", "store_release"] {
      #expect(after["receipt"]?[name] == before["receipt"]?[name])
    }
    #expect(after["receipt"]?["bundle_id"] != before["receipt"]?["bundle_id"])
    // Both purchases have one product and belong to one subscription.
    let purchases = try #require(after["receipt"]?["in_app"]?.elements)
    #expect(Set(purchases.map { $0["product_id"]?.string }).count == 1)
    #expect(Set(purchases.map { $0["original_transaction_id"]?.string }).count == 1)
    #expect(Set(purchases.map { $0["transaction_id"]?.string }).count == 2)
  }

  @Test("the diagnosis of a copy says that it is one, by the word of its maker")
  func diagnosis() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.fixture(Self.fixture))
    func genuine(_ file: String, _ more: [String] = []) async throws -> JSON? {
      try await bench.run(
        ["diagnose", file, "--trust-root", "roots.pem", "--format", "json"] + more
      ).json()["summary"]?["genuine"]
    }
    try await bench.run(["redact", "receipt.b64", "-o", "copy", "--root", "roots.pem"])
      .expect(status: 0)
    let copy = try await genuine("copy")
    #expect(copy?["code"]?.string == "redacted-copy")
    let text = try #require(copy?["text"]?.string)
    #expect(text.hasPrefix("A redacted copy of a receipt that was genuine, says its maker."))
    #expect(text.hasSuffix("; nothing was paid."))
    // A pseudonym is no other app.
    try bench.write("settings.yml", Array("bundle-id: com.example.other\n".utf8))
    #expect(
      try await genuine("copy", ["--settings", "settings.yml"])?["code"]?.string == "redacted-copy")
    // The copy of a copy is one too.
    try await bench.run(["redact", "copy", "-o", "second"]).expect(status: 0)
    #expect(try await genuine("second")?["code"]?.string == "redacted-copy")
    // A made receipt was never genuine, and nor is its copy.
    try bench.write("made.yaml", Array("receipt:\n  bundle_id: com.example.tea\n".utf8))
    try await bench.run(["make", "made.yaml", "-o", "made"]).expect(status: 0)
    try await bench.run(["redact", "made", "-o", "third"]).expect(status: 0)
    #expect(try await genuine("third")?["code"]?.string == "other-root")
    // Without the root nothing is known of the maker.
    let other = try await bench.run(["diagnose", "copy", "--format", "json"]).json()
    #expect(other["summary"]?["genuine"]?["code"]?.string == "not-apple")
  }

  @Test("copies with the same key can be joined; without a key, every copy is different")
  func keys() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.fixture(Self.fixture))
    func copy(_ arguments: [String]) async throws -> [UInt8] {
      try await bench.run(["redact", "receipt.b64"] + arguments).expect(status: 0).output
    }
    let first = try await copy(["--key", "secret.key"])
    #expect(try bench.read("secret.key").count == 32)
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.place("secret.key"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try await copy(["--redact-key", "secret.key"]) == first)
    try await bench.run(["redact", "receipt.b64", "--key", "secret.key", "--redact-key", "other"])
      .expect(status: 64).expect(message: "--key is another name of --redact-key")
    let other = try await copy([])
    #expect(other != first)
    #expect(try await copy([]) != other)
    // decode shows the same values as the copy has.
    let shown = try await bench.run([
      "decode", "receipt.b64", "--redact", "--redact-key", "secret.key", "--format", "json",
    ]).expect(status: 0).json()
    let held = try await bench.run(["decode", "--format", "json"], input: first).json()
    #expect(Self.sorted(shown["receipt"]) == Self.sorted(held["receipt"]))
    // The state of the signature is not a secret.
    #expect(shown["signature"]?["status"]?.string == "apple")
  }

  private static func sorted(_ receipt: JSON?) -> [String] {
    let purchases = receipt?["in_app"]?.elements?.map { "\($0)" }.sorted() ?? []
    return (receipt?.members ?? []).filter { $0.name != "in_app" }.map { "\($0)" } + purchases
  }

  @Test("dates stay or are shifted together, and constant ones stay")
  func dates() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.fixture(Self.fixture))
    for (shift, date) in [("1w", "2018-12-06T08:30:50Z"), ("-1d12h", "2018-11-27T20:30:50Z")] {
      let copy = try await bench.run(["redact", "receipt.b64", "--shift-dates=\(shift)"])
      let json = try await bench.run(["decode", "--format", "json"], input: copy.output).json()
      #expect(json["receipt"]?["receipt_creation_date"]?.string == date)
      #expect(json["receipt"]?["original_purchase_date"]?.string == "2013-08-01T07:00:00Z")
    }
    let copy = try await bench.run(["redact", "receipt.b64", "--shift-dates", "random"])
    let json = try await bench.run(["decode", "--format", "json"], input: copy.output).json()
    #expect(json["receipt"]?["receipt_creation_date"]?.string != "2018-11-29T08:30:50Z")
  }

  @Test("several receipts in one input give several copies with the same pseudonyms")
  func several() async throws {
    let bench = try Workbench()
    let base64 = try TestReceipts.der()
    let text = Data(base64).base64EncodedString()
    try bench.write("two.json", Array("[\"\(text)\", \"\(text)\"]".utf8))
    let lines = try await bench.run(["redact", "two.json"]).expect(status: 0)
    #expect(lines.lines.count == 2 && Set(lines.lines).count == 1)
    try await bench.run(["redact", "two.json", "-o", "copies"]).expect(status: 0)
    #expect(try bench.names(in: "copies") == ["00001.receipt", "00002.receipt"])
  }

  @Test("0 means none, and stays")
  func none() async throws {
    let bench = try Workbench()
    let made = try await bench.run(
      ["make", "-", "--style", "ios6"], input: Array("receipt: {in_app: [{}]}".utf8))
    let copy = try await bench.run(["redact"], input: made.output).expect(status: 0)
    let json = try await bench.run(["decode", "--format", "json"], input: copy.output).json()
    #expect(json["receipt"]?["adam_id"]?.string == "0")
  }

  @Test("the map lists all replacements, and only its owner can read it")
  func map() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.fixture(Self.fixture))
    try await bench.run(["redact", "receipt.b64", "-o", "copy", "--map", "map.json"])
      .expect(status: 0)
    let map = try JSON(bench.read("map.json"))
    let rows = try #require(map["replaced"]?.elements)
    let bundle = try #require(rows.first { $0["field"]?.string == "bundle_id" })
    #expect(bundle["original"]?.string == "com.yomob.IAPtest")
    let json = try await bench.run(["decode", "copy", "--format", "json"]).json()
    #expect(bundle["replacement"] == json["receipt"]?["bundle_id"])
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.place("map.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(
    "a copy of any receipt signed by Apple passes under the test roots",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"))
  func passes() async throws {
    let bench = try Workbench()
    var count = 0
    for file in RoundTripTests.corpusFiles {
      let original = try await bench.run(["check", file, "--format", "json", "--quiet"])
      guard try original.json()["signature"]?["status"]?.string == "apple" else { continue }
      try await bench.run(["redact", file, "-o", "copy", "--root", "roots.pem"]).expect(status: 0)
      try await bench.run(["check", "copy", "--trust-root", "roots.pem"]).expect(status: 0)
      count += 1
    }
    #expect(count > 0)
  }

  // MARK: The original's signature

  @Test(
    "a copy of an untrusted receipt gives a warning with the reason",
    arguments: [
      ("content-changed", "bad-signature", "signature: "),
      ("forged-chain", "untrusted-chain", "chain: "),
      ("leaf-of-developer", "wrong-certificate-purpose", "certificate-purpose: "),
      ("jws-tampered", "bad-signature", "signature: "),
      ("jws-alg-none", "unsupported-algorithm", "signature: "),
    ])
  func forgeries(name: String, reason: String, words: String) async throws {
    let bench = try Workbench()
    try await bench.run(["make", "--broken", name, "-o", "forged"]).expect(status: 0)
    let copy = try await bench.run([
      "redact", "forged", "-o", "copy", "--map", "map.json", "--root", "roots.pem",
    ]).expect(status: 0)
    copy.expect(message: "warning: forged: the original does not verify: \(words)")
      .expect(message: "[\(reason)]").expect(message: "it says nothing of that")
    // The copy passes, which makes the warning necessary.
    try await bench.run(["check", "copy", "--trust-root", "roots.pem"]).expect(status: 0)
    let map = try JSON(bench.read("map.json"))
    let original = try #require(map["originals"]?[0])
    #expect(original["name"]?.string == "forged")
    #expect(original["status"]?.string == "untrusted")
    #expect(original["reason"]?.string == reason)
    #expect(original["message"]?.string?.contains(words) == true)
    let quiet = try await bench.run(["redact", "forged", "-o", "copy", "--quiet"])
    quiet.expect(status: 0).expectSilence()
  }

  @Test("a trusted or unsigned original gives no warning")
  func noForgeries() async throws {
    let bench = try Workbench()
    try bench.write("apple", TestReceipts.fixture(Self.fixture))
    let spec = Array("receipt: {in_app: [{product_id: com.example.app.unlock}]}".utf8)
    for style in ["apple", "xcode", "jws-transaction", "verify-receipt", "ios6"] {
      try await bench.run(["make", "-", "--style", style, "-o", style + ".made"], input: spec)
        .expect(status: 0)
    }
    for (file, status) in [
      ("apple", "apple"), ("apple.made", "custom"), ("jws-transaction.made", "custom"),
      ("verify-receipt.made", "absent"), ("xcode.made", "untrusted"), ("ios6.made", "custom"),
    ] {
      try await bench.run(["redact", file, "-o", "copy", "--map", "map.json", "--force"])
        .expect(status: 0).expectSilence()
      #expect(
        try JSON(bench.read("map.json"))["originals"]?[0]?["status"]?.string == status, "\(file)")
    }
    // Xcode's receipts and those that cannot be verified give a warning too.
    for (name, words) in [
      ("jws-xcode", "the original was made by Xcode, not signed by Apple [xcode-receipt]"),
      ("ios6-issuer-unknown", "the original could not be verified: chain: "),
    ] {
      try await bench.run(["make", "--broken", name, "-o", name]).expect(status: 0)
      try await bench.run(["redact", name, "-o", "copy"]).expect(status: 0).expect(message: words)
    }
    // Under an unknown authority, every receipt gives the warning.
    try await bench.run(["make", "-", "--pki", "own", "-o", "own.made"], input: spec)
      .expect(status: 0)
    try await bench.run(["redact", "own.made", "-o", "copy"]).expect(status: 0)
      .expect(message: "[untrusted-chain]")
    try await bench.run(["redact", "own.made", "-o", "copy", "--pki", "own"]).expect(status: 0)
      .expectSilence()
  }

  @Test("warnings about nested receipts name their place")
  func nestedForgery() async throws {
    let bench = try Workbench()
    let spec = Array("receipt: {in_app: [{product_id: com.example.app.unlock}]}".utf8)
    try await bench.run(
      ["make", "-", "--style", "verify-receipt", "--pki", "own", "-o", "answer"], input: spec
    ).expect(status: 0)
    try await bench.run(["redact", "answer", "-o", "copy", "--map", "map.json"]).expect(status: 0)
      .expect(message: "answer, latest_receipt: the original does not verify: chain: ")
    let originals = try #require(try JSON(bench.read("map.json"))["originals"]?.elements)
    #expect(originals.map { $0["part"]?.string } == [nil, "latest_receipt"])
    #expect(originals.map { $0["status"]?.string } == ["absent", "untrusted"])
  }

  @Test("an additional OCTET STRING around the attributes is kept in the copy")
  func wrapped() async throws {
    let bench = try Workbench()
    try await bench.run(["make", "--broken", "payload-wrapped", "-o", "wrapped"]).expect(status: 0)
    try await bench.run(["redact", "wrapped", "-o", "copy"]).expect(status: 0)
    let json = try await bench.run(["decode", "copy", "--format", "json"]).json()
    #expect(json["findings"]?.elements?.map { $0["id"]?.string } == ["payload-wrapped"])
    #expect(json["receipt"]?["bundle_id"] != nil)
  }

  // MARK: Names of fields

  private static let names = """
    {"status": 0, "receipt": {"bundle_id": "com.secret.app", "com.secret.app.gold": {"price": 1}},
     "latest_receipt_info": {"product_id": "com.secret.app.gold", "purchase_date_ms": "1700000000000",
       "is_trial_period": "false", "customer-Jo.Smith": 12345678},
     "environment": "Production", "user@mail.example": "jo", "1": 2, "é": 3}
    """

  @Test(
    "unknown names are replaced by the pseudonyms that values have",
    arguments: ["redact", "decode", "check", "diagnose", "timeline", "table"])
  func fieldNames(command: String) async throws {
    let bench = try Workbench()
    try bench.write("secret.key", Array(repeating: 7, count: 32))
    try bench.write("answer.json", Self.names.utf8)
    let key =
      command == "redact" ? ["--key", "secret.key"] : ["--redact", "--redact-key", "secret.key"]
    let formats = (command == "table" ? ["csv", "ndjson"] : ["text", "json"]).map {
      ["--format", $0]
    }
    for format in formats {
      let options = command == "redact" ? key : key + format
      let result = try await bench.run([command, "answer.json"] + options)
      let text = result.text + result.messageText
      for secret in ["secret", "gold", "user", "mail", "Jo", "Smith", "é"] {
        #expect(!text.contains(secret), "\(secret) in \(result)")
      }
    }
  }

  @Test("a name has the same pseudonym everywhere, and known names stay")
  func samePseudonyms() async throws {
    let bench = try Workbench()
    try bench.write("secret.key", Array(repeating: 7, count: 32))
    try bench.write("answer.json", Self.names.utf8)
    let copy = try await bench.run(
      ["redact", "answer.json", "--key", "secret.key", "--map", "map.json"]
    ).expect(status: 0).json()
    let info = try #require(copy["latest_receipt_info"])
    let product = try #require(info["product_id"]?.string)
    #expect(copy["receipt"]?[product]?["price"] != nil)
    #expect(
      copy.members?.map(\.name).filter { ["status", "receipt", "environment", "1"].contains($0) }
        .count == 4)
    #expect(
      info.members?.map(\.name).prefix(3) == ["product_id", "purchase_date_ms", "is_trial_period"])
    let rows = try #require(try JSON(bench.read("map.json"))["replaced"]?.elements)
    #expect(
      rows.contains {
        $0["field"]?.string == "name of a field" && $0["original"]?.string == "com.secret.app.gold"
          && $0["replacement"]?.string == product
      })
    func run(_ arguments: [String]) async throws -> JSON {
      try await bench.run(
        arguments + ["answer.json", "--redact", "--redact-key", "secret.key", "--format", "json"]
      ).json()
    }
    let decoded = try await run(["decode"])
    #expect(decoded["answer"]?["latest_receipt_info"]?[0]?["product_id"]?.string == product)
    #expect("\(decoded["other_fields"] ?? .null)".contains(product))
    let checked = try await run(["check", "--product", "com.secret.app.gold"])
    #expect(
      checked["checks"]?.elements?.first { $0["id"]?.string == "product" }?["evidence"]?["product"]?
        .string == product)
    #expect("\(try await run(["diagnose"]))".contains(product))
    #expect("\(try await run(["timeline"]))".contains(product))
  }

  @Test("unknown keys of an iOS 6 transaction and unknown fields of a JWS are replaced too")
  func otherForms() async throws {
    let bench = try Workbench()
    for (style, fields) in [
      (
        "ios6-transaction",
        "[{path: purchase-info.owner-josephine, value: x}, {path: device-of-josephine, value: y}]"
      ),
      ("transaction", "[{path: ownerJosephine, value: {com.secret.app: 1}}]"),
    ] {
      let spec = """
        {"schema": 1, "source": {"form": "\(style)"}, "receipt": {"bundle_id": "com.example.app",
         "in_app": [{"transaction_id": "1", "purchase_date": "2024-01-01T00:00:00Z"}]},
         "other_fields": \(fields)}
        """
      let made = try await bench.run(["make", "-"], input: Array(spec.utf8)).expect(status: 0)
      let plain = try await bench.run(["decode", "--format", "json"], input: made.output)
      #expect(plain.text.lowercased().contains("josephine"), "\(plain)")
      let copy = try await bench.run(["redact"], input: made.output).expect(status: 0)
      let shown = try await bench.run(["decode", "--format", "json"], input: copy.output)
      let told = try await bench.run(
        ["decode", "--redact", "--format", "json"], input: made.output)
      for result in [shown, told] {
        #expect(!result.text.lowercased().contains("josephine"), "\(result)")
        #expect(!result.text.contains("secret"), "\(result)")
        #expect(result.text.contains("other_fields"))
      }
    }
  }

  @Test("The fraction of a number is replaced like the rest of it")
  func fractions() async throws {
    let row = #"{"lat":48.137154,"lon":-0.127854,"receipt":"\#(try TestReceipts.line())"}"#
    let copy = try await Workbench().run(["redact", "--lines"], input: Array(row.utf8))
      .expect(status: 0)
    for digits in ["137154", "127854"] { #expect(!copy.text.contains(digits), "\(copy)") }
    #expect(copy.text.contains(":-0."), "\(copy)")
    let spec = """
      {"schema": 1, "source": {"form": "transaction"}, "receipt": {"bundle_id": "com.example.app",
       "in_app": [{"transaction_id": "1", "purchase_date": "2024-01-01T00:00:00Z"}]},
       "other_fields": [{"path": "homeLatitude", "value": 48.137154}]}
      """
    let bench = try Workbench()
    let made = try await bench.run(["make", "-"], input: Array(spec.utf8)).expect(status: 0)
    let plain = try await bench.run(["decode", "--format", "json"], input: made.output)
    #expect(plain.text.contains("48.137154"), "\(plain)")
    // With another key, one copy in a hundred begins with the same two digits.
    try bench.write("secret.key", Array(repeating: 7, count: 32))
    let signed = try await bench.run(["redact", "--key", "secret.key"], input: made.output)
      .expect(status: 0)
    let shown = try await bench.run(["decode", "--format", "json"], input: signed.output)
    #expect(!shown.text.contains("137154") && !shown.text.contains("48."), "\(shown)")
  }

  @Test("the place of a receipt in other JSON is shown without unknown names")
  func parts() async throws {
    let bench = try Workbench()
    let text = try TestReceipts.line()
    try bench.write(
      "two.json", "{\"user@mail.example\": \"\(text)\", \"receipt\": [\"\(text)\"]}".utf8)
    for command in ["decode", "check", "diagnose", "timeline"] {
      let told = try await bench.run([command, "two.json", "--redact", "--format", "json"])
      let parts = try told.json().elements?.map { $0["source"]?["part"]?.string ?? "" }
      #expect(parts?.count == 2 && parts?[1] == "receipt[0]", "\(told)")
      #expect(!(told.text + told.messageText).contains("mail"))
    }
    let told = try await bench.run(["diff", "two.json", "two.json", "--redact", "--format", "json"])
    #expect(!(told.text + told.messageText).contains("mail"), "\(told)")
  }

  @Test(
    "unreadable text is not quoted",
    arguments: ["decode", "check", "diagnose", "timeline", "table"])
  func failures(command: String) async throws {
    let bench = try Workbench()
    let twice = #"{"user@mail.example": 1, "user@mail.example": 2}"#
    try bench.write("answer", "{\"status\": 0, \"receipt\": \(twice)}".utf8)
    try bench.write(
      "list",
      #"{ "user@mail" = "x"; "user@mail" = "y"; "signature" = "AA=="; "purchase-info" = "eyB9"; }"#
        .utf8)
    for file in ["answer", "list"] {
      let result = try await bench.run([command, file, "--redact"]).expect(status: 2)
      #expect(!(result.text + result.messageText).contains("mail"), "\(result)")
    }
  }

  // MARK: Nothing survives

  @Test("A redacted check gives the same results, with the same pseudonyms as decode")
  func check() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.fixture(Self.fixture))
    try bench.write("secret.key", Array(repeating: 7, count: 32))
    let arguments = [
      "receipt.b64", "--format", "json", "--bundle-id", "com.yomob.IAPtest", "--product", "vip",
      "--product", "other", "--active-product", "vip", "--at", "2018-11-29T08:45:00Z",
      "--max-age", "1d", "--environment", "sandbox", "--first-free-version", "2",
    ]
    let plain = try await bench.run(["check"] + arguments).expect(status: 1).json()
    let told = try await bench.run(
      ["check", "--redact", "--redact-key", "secret.key"] + arguments
    ).expect(status: 1).json()
    func results(_ json: JSON) -> [[String?]] {
      (json["checks"]?.elements ?? []).map { check in
        [check["id"]?.string, check["status"]?.string, check["reason"]?.string]
      }
    }
    #expect(results(plain) == results(told))
    #expect(plain["verdict"]?.string == told["verdict"]?.string)
    let decoded = try await bench.run([
      "decode", "receipt.b64", "--redact", "--redact-key", "secret.key", "--format", "json",
    ]).expect(status: 0).json()
    let bundle = told["checks"]?.elements?.first { $0["id"]?.string == "bundle-id" }
    #expect(bundle?["evidence"]?["found"]?.string == decoded["receipt"]?["bundle_id"]?.string)
    let active = told["checks"]?.elements?.first { $0["id"]?.string == "subscription" }
    #expect(active?["message"]?.string?.contains("active until 2018-11-29T09:29:26Z") == true)
    let ids = decoded["receipt"]?["in_app"]?.elements?.compactMap { $0["transaction_id"]?.string }
    #expect(ids?.contains(active?["evidence"]?["transaction_id"]?.string ?? "") == true)
    try await bench.run(["check", "receipt.b64", "--record", "x.yml", "--redact"])
      .expect(status: 64)
    try await bench.run(["check", "receipt.b64", "--redact-key", "secret.key"]).expect(status: 64)
    // Results of an expectation file are shown too, without its values.
    try bench.write("x.yml", Array("receipts: [{files: receipt.b64, purchases: [vip]}]".utf8))
    let held = try await bench.run(["check", "--expect", "x.yml", "--redact"]).expect(status: 1)
    #expect(held.text.contains("contents") && !held.text.contains("vip"))
  }

  @Test("no identifier of the fixture survives, in any encoding")
  func fixtureSurvivors() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.fixture(Self.fixture))
    let names = try await expectNoSurvivors("receipt.b64", bench)
    #expect(names >= 10)
  }

  @Test(
    "no identifier of any receipt survives, in any encoding",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"),
    arguments: RoundTripTests.corpusFiles)
  func survivors(file: String) async throws {
    let bench = try Workbench()
    // Under another name, because the file name is shown.
    try bench.write("input", try Data(contentsOf: URL(fileURLWithPath: file)))
    try await expectNoSurvivors("input", bench)
  }

  @Test(
    "a copy has only the requested form, and an ambiguous payload is treated as that form")
  func form() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.base64())
    try await bench.run(["redact", "receipt", "-o", "copy", "--form", "app-receipt"])
      .expect(status: 0).expectSilence()
    try await bench.run(["redact", "receipt", "-o", "none", "--form", "transaction"])
      .expect(status: 2).expect(message: "[wrong-form]")
    try await bench.run(["redact", "receipt", "-o", "none", "--form", "recipt"])
      .expect(status: 64).expect(message: "is not one of app-receipt")
    // A payload of so few fields could be a transaction's too.
    let payload = "{\"productId\":\"com.example.tea\",\"signedDate\":1700000000000}"
    try bench.write("few", TestReceipts.authority.get().jws(payload).encoded)
    try await bench.run(["redact", "few", "-o", "copy", "--form", "renewal-info", "--quiet"])
      .expect(status: 0).expectSilence()
    #expect(try bench.names() == ["copy", "few", "receipt"])
  }

  @Test("no identifier of made receipts survives, in any form")
  func madeSurvivors() async throws {
    let bench = try Workbench()
    let spec = """
      receipt:
        bundle_id: "com.ex\\u00e4mple.\\u65e5\\u672c\\u8a9e.app"
        organization_name: "Example & Sons, Ltd. <x@example.org>"
        in_app:
          - {product_id: UPPER_lower.Mixed-123, transaction_id: "00012345678901234567890"}
          - {product_id: "4f9c1a52-9d5f-4b1d-8f8a-7c902b1d6f8a", transaction_id: abcdefgh,
             promotional_offer_id: "spring sale 2024"}
      """
    for (number, (style, device)) in [
      ("apple", "02:00:00:00:00:01"), ("xcode", "02:00:00:00:00:01"), ("ios6", nil),
      ("jws-transaction", "6E1E0F3C-0B1A-4A52-9D5F-2B1D6F8A7C90"),
      ("jws-app-transaction", "6E1E0F3C-0B1A-4A52-9D5F-2B1D6F8A7C90"),
      ("verify-receipt", "02:00:00:00:00:01"),
    ].enumerated() {
      let line = device.map { "receipt:\n  device_id: \($0)\n" } ?? "receipt:\n"
      let asked = spec.replacingOccurrences(of: "receipt:\n", with: line)
      let made = try await bench.run(
        ["make", "-", "--style", style, "--seed", style], input: Array(asked.utf8)
      ).expect(status: 0)
      for (line, text) in made.lines.enumerated() {
        try bench.write("\(number).\(line)", text.utf8)
        #expect(try await expectNoSurvivors("\(number).\(line)", bench) >= 2)
      }
    }
  }

  /// Whether bytes are among others. Foundation would need a minute for all of them.
  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    CTestHost_holds(bytes, bytes.count, part, part.count)
  }

  /// Searches a receipt's copy, and all output of decode with `--redact`, for its identifiers. Returns their
  /// number.
  @discardableResult
  private func expectNoSurvivors(_ file: String, _ bench: Workbench) async throws -> Int {
    let original = try await bench.run(["decode", file, "--all", "--format", "json", "--quiet"])
    let json = try original.json()
    guard json["receipt"] != nil else {
      original.expect(status: 2)
      return 0
    }
    var identifiers = Identifiers()
    identifiers.collect(json)
    let needles = identifiers.needles
    var outputs: [(String, [UInt8])] = []
    for format in ["text", "json", "csv", "verify-receipt"] {
      let all = ["text", "json"].contains(format) ? ["--all"] : []
      let shown = try await bench.run(["decode", file, "--redact", "--format", format] + all)
      outputs.append(("decode --redact --format \(format)", shown.output + shown.messages))
    }
    // Checks show the expected and the found values, and both are identifiers.
    let product = json["receipt"]?["in_app"]?[0]?["product_id"]?.string
    let expectations =
      ["--bundle-id", json["receipt"]?["bundle_id"]?.string ?? "com.example.none"]
      + (product.map { ["--product", $0, "--active-product", $0] } ?? [])
      + ["--device-id", "02:00:00:00:00:01", "--at", "2024-02-29"]
    for format in ["text", "json", "junit", "tap", "sarif", "github"] {
      let told = try await bench.run(
        ["check", file, "--redact", "--format", format] + expectations)
      outputs.append(("check --redact --format \(format)", told.output + told.messages))
    }
    for arguments in [["--evidence"], ["--format", "json"]] {
      let told = try await bench.run(
        ["diagnose", file, "--redact", "--device-id", "02:00:00:00:00:01"] + arguments)
      outputs.append(("diagnose --redact", told.output + told.messages))
    }
    let copy = try await bench.run(["redact", file, "-o", "copy"])
    if original.code == 0 {
      // It may warn about the original's signature.
      copy.expect(status: 0)
      outputs.append(("redact", try bench.read("copy") + copy.messages))
      try await bench.run(["decode", "copy", "--quiet"]).expect(status: 0)
    } else {
      copy.expect(status: 2).expect(message: "what cannot be read cannot be redacted")
      outputs.append(("redact", copy.messages))
    }
    for (name, output) in outputs {
      for needle in needles where Self.holds(output, needle.octets) {
        Issue.record("\(needle.name) survives in \(name) of \(file)")
      }
    }
    return identifiers.texts.count
  }
}

/// Values that must not be left. They are collected from the output of decode, with other lists than the
/// program's.
private struct Identifiers {
  private(set) var texts: Set<String> = []
  /// The program's own words, and values that do not identify anyone.
  private var allowed = "subscription "

  /// Fields that do not identify anyone.
  private static let harmless: Set<String> = [
    "receipt_type", "environment", "application_version", "original_application_version",
    "age_rating", "store_release", "product_type", "platform", "os_version", "kind", "name",
    "confidence", "notification_type", "subtype", "version", "original_platform", "storefront",
    "storefront_id", "currency", "transaction_reason", "in_app_ownership_type", "offer_period",
    "offer_discount_type", "revocation_type", "path", "status", "type", "reason", "digest",
  ]

  mutating func collect(_ json: JSON, under name: String = "") {
    switch json {
    case .object(let members):
      let isHarmless =
        json["name"]?.string.map { Self.harmless.contains($0) || $0.hasSuffix("_date") } ?? false
      for member in members {
        // A payload is collected field by field.
        if ["source", "signature", "findings", "errors", "error", "payload"].contains(member.name) {
          continue
        }
        if member.name == "value", isHarmless { continue }
        // Some example values are names of fields.
        allowed += member.name + " "
        collect(member.value, under: member.name)
      }
    case .array(let elements): for element in elements { collect(element, under: name) }
    case .string(let text):
      if Self.harmless.contains(name) || name.hasSuffix("_date") || isDate(text) {
        allowed += text + " "
      } else {
        texts.insert(text)
      }
    default: break
    }
  }

  /// Whether a text is a date in RFC 3339, in the format of Apple's responses, or in milliseconds.
  private func isDate(_ text: String) -> Bool {
    ReceiptDate(text.utf8) != nil || text.hasSuffix(" Etc/GMT")
      || text.hasSuffix(" America/Los_Angeles")
      || text.utf8.count == 13 && Int64(text).map { $0 < 4_000_000_000_000 } ?? false
  }

  struct Needle {
    let name: String
    let octets: [UInt8]
  }

  /// Shorter values could occur by chance.
  private static let shortest = 6

  var needles: [Needle] {
    var result: [Needle] = []
    for text in texts {
      var parts = [Array(text.utf8)]
      parts += text.utf8.split(separator: UInt8(ascii: ".")).filter { $0.count >= 7 }.map(
        Array.init)
      // Bytes that are shown in base64 or hexadecimal.
      if let data = Data(base64Encoded: text) { parts.append([UInt8](data)) }
      if text.utf8.count == 40 {
        parts.append(
          stride(from: 0, to: 40, by: 2).compactMap {
            UInt8(Array(text)[$0..<$0 + 2].map(String.init).joined(), radix: 16)
          })
      }
      // Numbers also occur as bytes.
      if let number = UInt64(text), number > UInt64(UInt32.max) {
        let octets = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
        result.append(Needle(name: "the bytes of \(text)", octets: Array(octets.drop { $0 == 0 })))
      }
      for part in parts
      where part.count >= Self.shortest && !allowed.contains(String(decoding: part, as: UTF8.self))
      {
        result += Self.encodings(of: part).map { Needle(name: "\(text) (\($0))", octets: $1) }
      }
    }
    return result
  }

  private static func encodings(of octets: [UInt8]) -> [(String, [UInt8])] {
    func hexadecimal(_ prefix: String, _ uppercase: Bool) -> [UInt8] {
      Array(
        octets.map {
          let digits = String($0, radix: 16, uppercase: uppercase)
          return prefix + (digits.count < 2 ? "0" : "") + digits
        }.joined().utf8)
    }
    var result: [(String, [UInt8])] = [
      ("as it is", octets), ("hexadecimal", hexadecimal("", false)),
      ("hexadecimal in capitals", hexadecimal("", true)),
      ("percent-encoded", hexadecimal("%", true)),
      ("percent-encoded in lower case", hexadecimal("%", false)),
    ]
    for phase in 0..<3 {
      // Without the characters that share bits with the neighbouring bytes.
      let text = Data([UInt8](repeating: 0, count: phase) + octets).base64EncodedString()
      let first = (phase * 8 + 5) / 6
      let last = (phase + octets.count) * 8 / 6
      let middle = Array(Array(text.utf8)[first..<last])
      result.append(("base64 at phase \(phase)", middle))
      let safe = middle.map { octet -> UInt8 in
        octet == UInt8(ascii: "+")
          ? UInt8(ascii: "-") : octet == UInt8(ascii: "/") ? UInt8(ascii: "_") : octet
      }
      result.append(("base64url at phase \(phase)", safe))
    }
    return result
  }

  @Test("A receipt under a root of one's own is no surprise, and a large one is refused")
  func trustAndSize() async throws {
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields()))
    try bench.write("root.cer", TestReceipts.authority.get().rootCertificate)
    let arguments = ["redact", "receipt", "-o", "copy"]
    try await bench.run(arguments).expect(status: 0).expect(message: "warning: ")
    try await bench.run(arguments + ["--trust-root", "root.cer"]).expect(status: 0).expectSilence()
    try await bench.run(arguments + ["--max-size", "1K"]).expect(status: 2)
      .expect(message: "too-large")
    try await bench.run(["redact", "receipt", "-o", "root.cer", "--trust-root", "root.cer"])
      .expect(status: 2).expect(message: "output-is-input")
  }
}
