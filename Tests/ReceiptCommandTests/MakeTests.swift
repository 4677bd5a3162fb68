import Foundation
import ReceiptCore
import Testing

/// `receipt make`, from outside.
@Suite struct MakeTests {
  private static let spec = """
    receipt:
      bundle_id: com.example.tea
      device_id: 02-00-00-00-00-01
      receipt_creation_date: 2025-03-01T12:00:00Z
      in_app:
        - product_id: com.example.tea.monthly
          transaction_id: "2000000000000001"
          purchase_date: 2025-03-01
          expires_date: 2025-04-01
        - product_id: com.example.tea.coins
          product_type: consumable
          quantity: 3
          purchase_date: 2025-02-01
    """

  /// Without the device, which StoreKit 2 does not have.
  private static let specWithoutDevice = spec.replacingOccurrences(
    of: "  device_id: 02-00-00-00-00-01\n", with: "")

  @Test("a short SPEC makes a receipt that passes under the written roots")
  func passes() async throws {
    let bench = try Workbench()
    try bench.write("spec.yaml", Self.spec.utf8)
    try await bench.run(["make", "spec.yaml", "-o", "made.receipt", "--root", "roots.pem"])
      .expect(status: 0).expectSilence()
    let result = try await bench.run([
      "check", "made.receipt", "--trust-root", "roots.pem", "--bundle-id", "com.example.tea",
      "--environment", "sandbox", "--device-id", "020000000001", "--format", "json",
    ]).expect(status: 0)
    #expect(try result.json()["signature"]?["status"]?.string == "custom")
    let decoded = try await bench.run(["decode", "made.receipt", "--format", "json"]).json()
    #expect(decoded["findings"] == .array([]))
    let receipt = try #require(decoded["receipt"])
    #expect(receipt["receipt_type"]?.string == "ProductionSandbox")
    #expect(receipt["in_app"]?.elements?.count == 2)
  }

  @Test("the same SPEC gives the same bytes, and another seed gives others")
  func deterministic() async throws {
    let bench = try Workbench()
    func made(_ arguments: [String]) async throws -> [UInt8] {
      try await bench.run(["make", "-"] + arguments, input: Array(Self.spec.utf8))
        .expect(status: 0).output
    }
    let first = try await made([])
    #expect(try await made([]) == first)
    #expect(try await made(["--seed", "2"]) != first)
  }

  @Test(
    "every style has its form, and passes where it can",
    arguments: [
      ("apple", "app-receipt", "der", true), ("xcode", "app-receipt", "ber", false),
      ("ios6", "ios6-transaction", "plist", true), ("jws-transaction", "transaction", "jws", true),
      ("jws-app-transaction", "app-transaction", "jws", true),
      ("jws-notification", "notification", "jws", true),
      ("verify-receipt", "verify-receipt", "json", false),
    ])
  func styles(style: String, form: String, encoding: String, passes: Bool) async throws {
    let bench = try Workbench()
    // A transaction has one purchase, so each purchase gives one.
    let lines = Self.specWithoutDevice.components(separatedBy: "\n")
    let spec = lines.prefix(8).joined(separator: "\n")
    let made = try await bench.run(
      ["make", "-", "--style", style, "--root", "roots.pem"], input: Array(spec.utf8)
    ).expect(status: 0)
    #expect(made.lines.count == 1)
    let json = try await bench.run(["decode", "--format", "json"], input: made.output)
      .expect(status: 0).json()
    #expect(json["source"]?["form"]?.string == form)
    #expect(json["source"]?["encoding"]?.string == encoding)
    let check = try await bench.run(
      ["check", "--trust-root", "roots.pem", "--format", "json"], input: made.output)
    #expect(check.code == (passes ? 0 : 1))
    if !["jws-app-transaction", "jws-notification"].contains(style) {
      #expect(
        json["receipt"]?["in_app"]?[0]?["transaction_id"]?.string == "2000000000000001")
    }
  }

  @Test("a StoreKit 2 transaction verifies for the device for which it is made")
  func deviceVerification() async throws {
    let bench = try Workbench()
    let id = "6E1E0F3C-0B1A-4A52-9D5F-2B1D6F8A7C90"
    let spec = "receipt: {device_id: \(id), in_app: [{}]}"
    let made = try await bench.run(
      ["make", "-", "--style", "jws-transaction", "--root", "roots.pem"], input: Array(spec.utf8))
    try await bench.run(
      ["check", "--trust-root", "roots.pem", "--device-id", id], input: made.output
    ).expect(status: 0)
  }

  @Test("a notification has a transaction and a renewal info, each signed separately")
  func notification() async throws {
    let bench = try Workbench()
    let spec = """
      notification: {notification_type: DID_CHANGE_RENEWAL_STATUS, subtype: AUTO_RENEW_DISABLED, status: 1}
      receipt:
        environment: Production
        bundle_id: com.example.tea
        in_app: [{product_id: com.example.tea.monthly, expires_date: 2030-01-01}]
      pending_renewal_info:
        - {product_id: com.example.tea.monthly, auto_renew_status: false, renewal_date: 2030-01-01}
      """
    let made = try await bench.run(["make", "-", "--root", "roots.pem"], input: Array(spec.utf8))
      .expect(status: 0)
    let check = try await bench.run(
      ["check", "--trust-root", "roots.pem", "--format", "json"], input: made.output
    ).expect(status: 0).json()
    #expect(check["nested"]?.elements?.count == 2)
    let json = try await bench.run(["decode", "--format", "json"], input: made.output).json()
    #expect(json["notification"]?["subtype"]?.string == "AUTO_RENEW_DISABLED")
    #expect(json["notification"]?["version"]?.string == "2.0")
    #expect(json["notification"]?["notification_uuid"]?.string?.count == 36)
    #expect(
      json["nested"]?[1]?["pending_renewal_info"]?[0]?["auto_renew_status"] == .bool(false))
    // Without a purchase it is a test notification, as Apple sends on request.
    let test = try await bench.run(
      ["make", "-", "--style", "jws-notification"], input: Array("receipt: {}".utf8))
    let decoded = try await bench.run(["decode", "--format", "json"], input: test.output).json()
    #expect(decoded["notification"]?["notification_type"]?.string == "TEST")
  }

  @Test("attributes of any type are kept, and --raw replaces all others of its type")
  func rawAttributes() async throws {
    let bench = try Workbench()
    let spec = """
      attributes:
        - {type: 2, kind: UTF8String, value: com.example.raw}
        - {type: 4242, version: 7, kind: raw, value: AQID}
        - {type: 17, value: [{type: 1702, kind: UTF8String, value: tea}, {type: 1999, kind: INTEGER, value: 5}]}
      """
    let made = try await bench.run(
      ["make", "-", "--raw", "2=0c0161", "--raw", "2=0c0162", "--raw", "9=ff"],
      input: Array(spec.utf8)
    ).expect(status: 0)
    let json = try await bench.run(
      ["decode", "--all", "--format", "json", "--quiet"], input: made.output
    ).json()
    let attributes = try #require(json["attributes"]?.elements)
    func values(_ type: String) -> [JSON?] {
      attributes.filter { $0["type"]?.number == type }.map { $0["value"] }
    }
    #expect(values("2") == [.string("a"), .string("b")])
    #expect(values("9") == [.string("/w==")])
    #expect(attributes.first { $0["type"]?.number == "4242" }?["version"]?.number == "7")
    #expect(values("17").first??.elements?.map { $0["type"]?.number } == ["1702", "1999"])
  }

  @Test("a private authority is made once, and only its owner can read its keys")
  func authority() async throws {
    let bench = try Workbench()
    try await bench.run(
      ["make", "-", "--pki", "authority", "-o", "first"], input: Array(Self.spec.utf8)
    ).expect(status: 0).expectSilence()
    let names = try bench.names(in: "authority")
    #expect(names.count == 13 && names.contains("roots.pem"))
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: bench.place("authority/\(name)"))
      let mode = try #require(attributes[.posixPermissions] as? Int)
      if name.hasSuffix(".key") { #expect(mode == 0o600, "\(name)") }
    }
    let root = try bench.read("authority/root.pem")
    try await bench.run(
      ["make", "-", "--pki", "authority", "-o", "second"], input: Array(Self.spec.utf8)
    ).expect(status: 0)
    #expect(try bench.read("authority/root.pem") == root)
    #expect(try bench.read("first") == bench.read("second"))
    for name in ["first", "second"] {
      try await bench.run(["check", name, "--trust-root", "authority/roots.pem"])
        .expect(status: 0)
    }
    // Another root would not pass.
    try await bench.run(["make", "--root", "public.pem"]).expect(status: 0)
    try await bench.run(["check", "first", "--trust-root", "public.pem"]).expect(status: 1)
    try FileManager.default.removeItem(atPath: bench.place("authority/leaf.key"))
    try await bench.run(
      ["make", "-", "--pki", "authority", "-o", "third"], input: Array(Self.spec.utf8)
    ).expect(status: 2).expect(message: "leaf.key of this test authority")
    #expect(try !bench.names().contains("third"))
  }

  @Test("several receipts are numbered files in a folder, or lines of text")
  func many() async throws {
    let bench = try Workbench()
    try bench.write("spec.yaml", Self.spec.utf8)
    try await bench.run(["make", "spec.yaml", "--count", "300", "-o", "folder"])
      .expect(status: 0).expectSilence()
    let names = try bench.names(in: "folder")
    #expect(names.count == 300)
    #expect(names.first == "00001.receipt" && names.last == "00300.receipt")
    let lines = try await bench.run(
      ["make", "spec.yaml", "--count", "300", "--root", "roots.pem"])
    #expect(lines.lines.count == 300)
    // Identifiers differ if the SPEC does not give them.
    #expect(Set(lines.lines).count == 300)
    #expect(Data(base64Encoded: lines.lines[0]) == Data(try bench.read("folder/00001.receipt")))
    let check = try await bench.run(
      ["check", "--lines", "--trust-root", "roots.pem"], input: lines.output
    ).expect(status: 0)
    #expect(check.lines.count == 300)
  }

  @Test(
    "a mistake in a SPEC is reported with its place",
    arguments: [
      ("receipt:\n  bundel_id: a\n", "-:2:3", "the key \"bundel_id\" is unknown", "bundle_id"),
      ("reciept: {}\n", "-:1:1", "the key \"reciept\" is unknown", "receipt"),
      (
        "{\"receipt\": {\"in_app\": [{\"purchase_date\": \"soon\"}]}}", "-:1:43",
        "purchase_date is \"soon\", which is not a date", "2024-02-29"
      ),
      ("receipt: {environment: Sandbox, receipt_type: Production}", "-", "change both", "change"),
      (
        "receipt: {adam_id: 1, app_item_id: 2}", "-:1:36", "they are the same attribute", "change"
      ),
      (
        "receipt: {in_app: [{product_type: consumible}]}", "-:1:35",
        "product_type cannot be \"consumible\"", "did you mean \"consumable\"?"
      ),
      ("receipt: {device_id: phone}", "-:1:22", "device_id is no device id", "MAC"),
      (
        "style: jws-transaction\nreceipt: {device_id: 02-00-00-00-00-01, in_app: [{}]}", "-",
        "devices of StoreKit 2 have a UUID", "AppStore.deviceVerificationID"
      ),
      (
        "style: ios6\nreceipt: {device_id: 02-00-00-00-00-01, in_app: [{}]}", "-",
        "the style ios6 says nothing of its device", "leave device_id away"
      ),
      (
        "receipt: {device_id: 02-00-00-00-00-01, sha1_hash: 00}", "-",
        "sha1_hash is 00, but that of device_id is ", "change both, or leave one away"
      ),
      (
        "style: jws-app-transaction\n"
          + "receipt: {device_id: 6E1E0F3C-0B1A-4A52-9D5F-2B1D6F8A7C90, device_verification: AAAA}",
        "-", "device_verification is AAAA, but that of device_id is ", "change both"
      ),
      ("bundle_id: com.example.tea", "-:1:1", "the key \"bundle_id\" is unknown", "under receipt"),
      (
        "product_id: tea\nreceipt: {}", "-:1:1", "the key \"product_id\" is unknown",
        "under receipt, in in_app"
      ),
      ("colour: red", "-:1:1", "the key \"colour\" is unknown", "the keys are schema, style"),
      (
        "{\"receipt\": {\"bundle_id\": \"a\"}, \"status\": 0}", "-:1:33",
        "this is what verifyReceipt answered, and no SPEC", "decode it first"
      ),
      (
        "receipt: {original_purchase_date: 2013-08-01 07:00:00 Etc/GMT}", "-:1:35",
        "which is not a date", "a response of verifyReceipt: decode it first"
      ),
      ("attributes: [{kind: raw, value: AA==}]", "-:1:14", "an attribute needs a type", "1702"),
      ("attributes: [{type: -1, value: a}]", "-", "must be a number from 0 to 2147483647", ""),
      ("attributes: [{type: 7, value: a}]", "-", "has a value, but no kind", "UTF8String"),
      ("style: appel", "-:1:8", "style cannot be \"appel\"", "did you mean \"apple\"?"),
      ("[]", "-:1:1", "the list of receipts is empty", ""),
      ("just words", "-:1:1", "a SPEC must be a table of keys and values", ""),
      ("", "-", "nothing", ""),
      ("{\"schema\": 1, \"error\": {}}", "-:1:15", "could not be read whole", "remove error"),
      (
        "{\"source\": {\"form\": \"renewal-info\"}}", "-", "a renewal info needs a subscription",
        "pending_renewal_info"
      ),
      ("style: ios6\nreceipt: {}", "-", "a transaction needs a purchase", "in_app"),
    ])
  func errors(spec: String, place: String, message: String, hint: String) async throws {
    let bench = try Workbench()
    let result = try await bench.run(["make", "-", "-o", "made"], input: Array(spec.utf8))
      .expect(status: 2).expect(message: message)
    if !hint.isEmpty { result.expect(message: hint) }
    if place != "-" {
      result.expect(message: "receipt: error: \(place): ")
    }
    #expect(!result.messageText.contains(".md)"), "no links in a terminal")
    #expect(try bench.names().isEmpty)
  }

  @Test("every error of a SPEC has a hint that fits a terminal")
  func hints() async throws {
    let bench = try Workbench()
    let result = try await bench.run(["make", "-"], input: Array("receipt: [".utf8))
      .expect(status: 2).expect(message: "receipt: hint: ")
    #expect(!result.messageText.contains("]("))
    // No option raises this limit.
    let large = [UInt8](repeating: UInt8(ascii: "#"), count: 16 << 20)
    try bench.write("large.yaml", large)
    try await bench.run(["make", "large.yaml"]).expect(status: 2)
      .expect(message: "[invalid-document]")
    try bench.write("large.yaml", large + [0x0A])
    let tooLarge = try await bench.run(["make", "large.yaml"]).expect(status: 2)
      .expect(message: "[too-large]").expect(message: "a document may have 16 MiB")
    #expect(!tooLarge.messageText.contains("--max-size"))
  }

  @Test("a device hash or verification may be given if it fits the device")
  func device() async throws {
    let bench = try Workbench()
    let spec = "receipt: {device_id: 02-00-00-00-00-01, receipt_creation_date: 2025-03-01"
    let made = try await bench.run(["make", "-", "-o", "made"], input: Array("\(spec)}".utf8))
      .expect(status: 0)
    made.expectSilence()
    let receipt = try await bench.run(["decode", "made", "--format", "json"]).json()["receipt"]
    let hash = try #require(receipt?["sha1_hash"]?.string)
    try await bench.run(
      ["make", "-", "-o", "again"], input: Array("\(spec), sha1_hash: \(hash)}".utf8)
    ).expect(status: 0)
    #expect(try bench.read("again") == bench.read("made"))
    let transaction =
      "style: jws-transaction\nreceipt: {device_id: 6E1E0F3C-0B1A-4A52-9D5F-2B1D6F8A7C90, "
      + "receipt_creation_date: 2025-03-01, in_app: [{}]"
    try await bench.run(["make", "-", "-o", "made"], input: Array("\(transaction)}".utf8))
      .expect(status: 0)
    let decoded = try await bench.run(["decode", "made", "--format", "json"]).json()["receipt"]
    let verification = try #require(decoded?["device_verification"]?.string)
    try await bench.run(
      ["make", "-", "-o", "again"],
      input: Array("\(transaction), device_verification: \"\(verification)\"}".utf8)
    ).expect(status: 0)
    let again = try await bench.run(["decode", "again", "--format", "json"]).json()["receipt"]
    #expect(again == decoded)
  }

  @Test(
    "a receipt outside the validity of the authority's certificates gives a warning"
  )
  func outsideValidity() async throws {
    let bench = try Workbench()
    for (date, isValid) in [
      ("2007-12-31T23:59:59Z", false), ("2008-01-01", true), ("2049-12-31", true),
      ("2049-12-31T00:00:01Z", false), ("1990-01-01", false),
    ] {
      for (arguments, spec) in [
        (["--created", date], "receipt: {}"), ([], "receipt: {receipt_creation_date: \(date)}"),
      ] {
        let made = try await bench.run(
          ["make", "-", "-o", "made", "--root", "roots.pem"] + arguments, input: Array(spec.utf8)
        ).expect(status: 0)
        if isValid {
          made.expectSilence()
        } else {
          made.expect(message: "receipt: warning: made at \(date.prefix(10))")
          made.expect(message: "valid from 2008-01-01T00:00:00Z to 2049-12-31T00:00:00Z")
        }
        try await bench.run(["check", "made", "--trust-root", "roots.pem", "--quiet"])
          .expect(status: isValid ? 0 : 1)
      }
    }
  }

  @Test("keys of an authority that others may read give a warning")
  func openKeys() async throws {
    let bench = try Workbench()
    try await bench.run(["make", "--pki", "authority"]).expect(status: 0).expectSilence()
    try await bench.run(["make", "--pki", "authority"]).expect(status: 0).expectSilence()
    for (mode, isOpen) in [(0o644, true), (0o620, true), (0o600, false), (0o400, false)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: bench.place("authority/leaf.key"))
      let result = try await bench.run(["make", "--pki", "authority"]).expect(status: 0)
      if isOpen {
        result.expect(message: "receipt: warning: authority: others than their owner")
        result.expect(message: "these keys: leaf.key\n").expect(message: "chmod 600")
      } else {
        result.expectSilence()
      }
    }
  }

  @Test(
    "invalid options give the valid ones",
    arguments: [
      (["-", "--style", "aple"], 64, "did you mean apple?"),
      (["-", "--style", "jws"], 64, "apple, xcode, ios6"),
      (["-", "--count", "-1"], 64, "is not a number from 1 to"),
      (["-", "--seed", ""], 64, "--seed is empty"),
      (["-", "--digest", "sha1", "--style", "jws-transaction"], 64, "always signed with sha256"),
      (["-", "--digest", "sha256", "--style", "ios6"], 64, "always signed with sha1"),
      (["ios6.yaml", "--digest", "sha256"], 2, "a receipt of the style ios6 is signed with sha1"),
      (["ios6.yaml", "--count", "5", "-o", "file"], 2, "this must be a folder"),
    ])
  func hints(arguments: [String], status: Int32, message: String) async throws {
    let bench = try Workbench()
    let spec = Array("style: ios6\nreceipt: {in_app: [{}]}".utf8)
    try bench.write("ios6.yaml", spec)
    try bench.write("file", [])
    try await bench.run(["make"] + arguments).expect(status: status)
      .expect(message: message)
    #expect(try bench.read("ios6.yaml") == spec)
  }

  @Test("the digest of a style may be given, and changes nothing")
  func namedDigest() async throws {
    let bench = try Workbench()
    let spec = Array("receipt: {receipt_creation_date: 2025-03-01, in_app: [{}]}".utf8)
    for (style, digest) in [("ios6", "sha1"), ("jws-transaction", "sha256")] {
      let plain = try await bench.run(["make", "-", "--style", style], input: spec)
      let named = try await bench.run(
        ["make", "-", "--style", style, "--digest", digest], input: spec)
      #expect(named.expect(status: 0).output == plain.output)
    }
  }

  @Test("a digest of its own comes before that of the signature that was decoded")
  func ownDigest() async throws {
    let bench = try Workbench()
    for (own, made) in [("", "sha1"), ("digest: sha256, ", "sha256")] {
      try await bench.run(
        ["make", "-", "-o", "made"],
        input: Array("{\(own)signature: {digest: sha1}, receipt: {bundle_id: a}}".utf8)
      ).expect(status: 0)
      let json = try await bench.run(["decode", "made", "--format", "json"]).json()
      #expect(json["signature"]?["digest"]?.string == made)
    }
  }

  @Test(
    "wrong options are usage errors",
    arguments: [
      ["make"], ["make", "-", "--style", "appel"], ["make", "-", "--digest", "md5"],
      ["make", "-", "--count", "0"], ["make", "-", "--raw", "2"], ["make", "-", "--raw", "2=0"],
      ["make", "-", "--raw", "-2=00"], ["make", "-", "--created", "soon"], ["make", "-", "-o", ""],
      ["make", "", "-o", "x"], ["make", "-o", "x"],
    ])
  func usage(arguments: [String]) async throws {
    let bench = try Workbench()
    try await bench.run(arguments).expect(status: 64)
    #expect(try bench.names().isEmpty)
  }

  @Test(
    "made JWS verify with other libraries, and a changed one does not",
    .enabled(if: Python.isThere, Python.absence),
    arguments: ["jws-transaction", "jws-app-transaction"])
  func otherVerifier(style: String) async throws {
    let bench = try Workbench()
    for authority in [[], ["--pki", "authority"]] {
      let made = try await bench.run(
        ["make", "-", "--style", style, "--root", "roots.pem"] + authority,
        input: Array(Self.specWithoutDevice.utf8)
      ).expect(status: 0)
      try bench.write("made.jws", made.output)
      let verified = try await bench.python(
        "verify_jws.py", [bench.place("roots.pem"), bench.place("made.jws")]
      ).expect(status: 0)
      #expect(verified.lines.count == made.lines.count)
      for line in verified.lines {
        #expect(try JSON(line.utf8)["bundleId"]?.string == "com.example.tea")
      }
      let broken = try await bench.run(["make", "--broken", "jws-tampered"] + authority)
      let text = try #require(Data(base64Encoded: Data(broken.output.dropLast())))
      try bench.write("broken.jws", text)
      let refused = try await bench.python(
        "verify_jws.py", [bench.place("roots.pem"), bench.place("broken.jws")])
      #expect(refused.code != 0)
      refused.expect(message: "InvalidSignatureError")
    }
  }

  @Test("receipts in Apple's styles pass OpenSSL too, checked at their creation date")
  func openssl() async throws {
    let bench = try Workbench()
    try bench.write("spec.yaml", Self.spec.utf8)
    for digest in ["sha1", "sha256"] {
      try await bench.run([
        "make", "spec.yaml", "-o", "made.receipt", "--root", "roots.pem", "--digest", digest,
      ]).expect(status: 0)
      let result = try await bench.shell(
        """
        command -v openssl >/dev/null || exit 77
        openssl cms -verify -inform DER -in made.receipt -binary -out payload.bin -CAfile roots.pem \
          -no-CApath -no-CAstore -purpose any -attime 1740830400 -auth_level 0
        """)
      if result.code == 77 {
        Issue.record("there is no openssl here; install it to run this test")
        return
      }
      result.expect(status: 0).expect(message: "Verification successful")
      let made = try ReceiptDecoder().decode(try bench.read("made.receipt"))
      #expect(made.signedData?.content.map(Array.init) == (try bench.read("payload.bin")))
    }
  }
}
