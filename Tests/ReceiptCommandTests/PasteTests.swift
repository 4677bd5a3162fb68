import Foundation
import ReceiptCore
import Testing

/// Requests with odd keys, pieces of a receipt, and answers that are not JSON after all.
@Suite struct PasteTests {
  private static func base64() throws -> String {
    WrappingTests.base64(try TestReceipts.der())
  }

  private func decode(
    _ text: some StringProtocol, status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    try await Workbench().run(["decode", "-", "--format", "json"], input: Array(text.utf8))
      .expect(status: status, sourceLocation: sourceLocation).json()
  }

  private func findings(_ json: JSON) -> [String] {
    (json["findings"]?.elements ?? []).compactMap { $0["id"]?.string }
  }

  // MARK: Requests

  @Test(
    "A misspelled key of a request is told, and its receipt is read",
    arguments: [
      "reciept-data", "receipt_data", "receiptData", "recipt-data", "Receipt-Data", "receipt-date",
      "reciept_data", "receitp-data", "receiptdata", "recept-data", "receipts-data",
    ])
  func misspelled(key: String) async throws {
    for text in ["{\"\(key)\": \"\(try Self.base64())\"}", "{'\(key)': '\(try Self.base64())'}"] {
      let json = try await decode(text)
      #expect(
        json["source"]?["layers"]?.elements?.suffix(2) == [
          .string("request-body"), .string("base64"),
        ])
      #expect(findings(json) == ["misspelled-key"])
      let message = json["findings"]?[0]?["message"]?.string ?? ""
      #expect(
        message.contains(key) && message.contains("receipt-data") && message.contains("21002"))
      // The receipt itself is as sound as ever.
      try await Workbench().run(["check", "-"], input: Array(text.utf8)).expect(status: 0)
    }
  }

  @Test("Other keys stay what they are")
  func otherKeys() async throws {
    for key in ["receipt-data", "receipt", "data", "latest_receipt", "receipt_creation_date"] {
      #expect(findings(try await decode("{\"\(key)\": \"\(try Self.base64())\"}")) == [])
    }
    // A date is no receipt.
    try await Workbench().run(
      ["decode", "-"], input: Array("{\"receiptDate\": \"2020-01-01\"}".utf8)
    )
    .expect(status: 2).expect(message: "without a receipt")
    try await Workbench().run(["decode", "-"], input: Array("{\"receiptData\": \" \"}".utf8))
      .expect(status: 2).expect(message: "receipt-data is empty")
  }

  @Test("A shared secret beside a receipt gives a warning, and is never shown")
  func password() async throws {
    let bench = try Workbench()
    let secret = "0123456789abcdef0123456789abcdef"
    for text in [
      "{\"receipt-data\": \"\(try Self.base64())\", \"password\": \"\(secret)\"}",
      "{ \"receipt-data\" = \"\(try Self.base64())\"; password = \(secret); }",
      "password=\(secret)&receipt-data=\(try Self.base64())",
    ] {
      try bench.write("pasted", text.utf8)
      #expect(findings(try await decode(text)) == ["shared-secret"])
      for command in ["decode", "check", "diagnose", "dump"] {
        let result = try await bench.run([command, "pasted"])
        #expect(!result.text.contains(secret) && !result.messageText.contains(secret), "\(command)")
        if command == "diagnose" { result.expect(message: "[shared-secret]") }
      }
    }
    #expect(
      findings(try await decode("{\"receipt-data\": \"\(try Self.base64())\", \"password\": \"\"}"))
        == [])
  }

  @Test("An odd key does not reach the terminal as it is")
  func hostileKey() async throws {
    let text = "{\"receipt\\u001bdata\": \"\(try Self.base64())\"}"
    let result = try await Workbench().run(["decode", "-"], input: Array(text.utf8)).expect(
      status: 0)
    #expect(!result.output.contains(0x1B) && result.text.contains("misspelled-key"))
  }

  // MARK: Answers that are not JSON

  @Test("An answer that is not JSON after all is told beside the receipt in it")
  func brokenAnswer() async throws {
    let bench = try Workbench()
    let text = String(decoding: try TestReceipts.fixture("answer.json"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let place = try #require(text.range(of: "\"receipt\":")).lowerBound
    let offset = text.utf8.distance(from: text.startIndex, to: place)
    for (broken, reason, byte) in [
      (
        text.replacing("\"receipt\":", with: "\u{A0}\"receipt\":"), "a no-break space (U+00A0)",
        offset
      ),
      ("{\u{A0}" + text.dropFirst(), "a no-break space (U+00A0)", 1),
      (text.dropLast() + ",}", "a comma stands before the closing bracket", text.utf8.count),
      (String(text.dropLast(10)), "the JSON breaks off", nil),
      (
        text.replacing("\"receipt\":", with: "\u{201C}receipt\":"), "a curved quotation mark",
        offset
      ),
    ] as [(String, String, Int?)] {
      // Alone, what a word processor wrote is undone, and so is a comma too many.
      let isRestored = ["no-break", "curved", "comma"].contains { reason.contains($0) }
      let texts = [("INFO: " + broken + " bye", 6)] + (isRestored ? [] : [(broken, 0)])
      for (around, shift) in texts {
        let json = try await decode(around)
        #expect(json["source"]?["form"]?.string == "app-receipt")
        #expect(findings(json).first == "broken-text", "\(reason)")
        let finding = json["findings"]?[0]
        #expect(
          finding?["message"]?.string?.contains(reason) == true, "\(finding.debugDescription)")
        if let byte { #expect(finding?["offset"]?.number == String(byte + shift)) }
      }
      try bench.write("pasted", broken.utf8)
      try await bench.run(["diagnose", "pasted"]).expect(
        message: isRestored ? "[restored-text]" : "[broken-text]")
    }
    #expect(findings(try await decode(text)) == [])
  }

  @Test("A redacted copy does not quote a broken text")
  func redacted() async throws {
    let text = "{\"jo@example.com\": 1, \"jo@example.com\": 2, \"r\": \"\(try Self.base64())\"}"
    let bench = try Workbench()
    let result = try await bench.run(["decode", "-", "--redact"], input: Array(text.utf8))
      .expect(status: 0)
    #expect(result.text.contains("broken-text") && !result.text.contains("jo@example.com"))
  }

  // MARK: Pieces

  @Test(
    "A cut text says first how much of it arrived, and once",
    arguments: [
      (300, "a small part"), (700, "about a tenth"), (1200, "about a sixth"),
      (1500, "about a fifth"),
      (1800, "about a quarter"),
      (2400, "about a third"),
      (3600, "about half"), (3601, "about half"), (5000, "about two thirds"),
      (5401, "about three quarters"),
      (6600, "about nine tenths"), (7255, "nearly all"),
    ])
  func share(length: Int, words: String) async throws {
    let cut = try Self.base64().prefix(length)
    let json = try await decode(cut, status: 2)
    let message = json["error"]?["message"]?.string ?? ""
    #expect(
      message.hasPrefix(
        "\(words) of it arrived (\(length * 3 / 4) of 5445 bytes), and nothing can be verified"),
      "\(message)")
    let errors = json["errors"]?.elements ?? []
    #expect(errors.count { $0["message"]?.string?.contains("arrived") == true } <= 1)
    #expect(!errors.contains { $0["message"]?.string?.contains("ContentInfo should") == true })
  }

  @Test("No piece of a receipt is called a key, a certificate or a path")
  func slices() async throws {
    let bench = try Workbench()
    let receipts = [
      try TestReceipts.der(), try TestReceipts.fixture("subscription-trial.receipt"),
      try TestReceipts.fixture("mac.receipt"), try TestReceipts.fixture("xcode.receipt"),
    ]
    for (number, der) in receipts.enumerated() {
      let text = Array(WrappingTests.base64(der).utf8)
      // Some at random, and all that begin like an element.
      var starts = Set(stride(from: 4, to: text.count - 100, by: 97))
      for start in text.indices.dropFirst() where text[start...].starts(with: "MII".utf8) {
        starts.insert(start)
      }
      for start in starts {
        for length in [100, 399, 1500, text.count] {
          try bench.write("in/\(number)-\(start)-\(length)", text[start...].prefix(length))
        }
      }
    }
    let result = try await bench.run(["decode", "in", "--format", "ndjson"])
    let messages = try result.lines.map {
      try JSON(Array($0.utf8))["error"]?["message"]?.string ?? "decoded"
    }
    #expect(messages.count > 800)
    for word in ["key", "certificate", "path", "secret", "decoded"] {
      #expect(!messages.contains { $0.contains(word) }, "\(word)")
    }
    let told = messages.count { $0.contains("beginning is missing") }
    #expect(told * 10 >= messages.count * 9, "\(told) of \(messages.count)")
  }

  @Test("A missing beginning is told in hexadecimal and in a JWS too")
  func missingBeginning() async throws {
    let bench = try Workbench()
    let hex = WrappingTests.hex(try TestReceipts.der())
    let jws = String(decoding: try TestReceipts.fixture("transaction.jws"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let segments = jws.split(separator: ".")
    for (text, words) in [
      (String(hex.dropFirst(200)), "part of a receipt: the beginning is missing"),
      (String(hex.dropFirst(201)), "part of a receipt: the beginning is missing"),
      (String(jws.dropFirst(40)), "part of a JWS: the beginning is missing"),
      ("\(segments[1].dropFirst(20)).\(segments[2])", "part of a JWS: the beginning is missing"),
    ] {
      try await bench.run(["decode", "-"], input: Array(text.utf8)).expect(status: 2)
        .expect(message: words)
    }
  }

  @Test("Whole keys and certificates are still named")
  func keys() async throws {
    let bench = try Workbench()
    try await bench.shell(
      """
      openssl genrsa -traditional -out rsa.pem 2048 2>/dev/null
      openssl rsa -in rsa.pem -traditional -outform DER -out rsa.der 2>/dev/null
      openssl pkcs8 -topk8 -nocrypt -in rsa.pem -outform DER -out pkcs8.der
      openssl ecparam -name secp521r1 -genkey -noout -outform DER -out ec.der
      openssl req -x509 -key rsa.pem -subj /CN=x -outform DER -out a.cer
      openssl req -new -key rsa.pem -subj / -outform DER -out a.csr
      for f in rsa.der pkcs8.der ec.der a.cer a.csr; do base64 $f > $f.b64; done
      """
    ).expect(status: 0)
    for (name, words) in [
      ("rsa.der", "this is a private key"), ("pkcs8.der", "this is a private key"),
      ("ec.der", "this is a private key"), ("a.cer", "this is a certificate,"),
      ("a.csr", "this is a request for a certificate"),
    ] {
      for file in [name, name + ".b64"] {
        try await bench.run(["decode", file]).expect(status: 2).expect(message: words)
      }
    }
  }

  // MARK: Answers and notifications

  @Test("A notification of version 1 says which way the renewal was turned, if it does")
  func renewalStatus() async throws {
    for (fields, words) in [
      (
        #""auto_renew_status": "false", "auto_renew_status_change_date_ms": "1620295200000""#,
        "It says: automatic renewal was turned off on 2021-05-06."
      ),
      (#""auto_renew_status": "true""#, "It says: automatic renewal was turned on."),
      (#""bvrs": "1""#, "It says: automatic renewal was turned on or off."),
    ] {
      let text = "{\"notification_type\": \"DID_CHANGE_RENEWAL_STATUS\", \(fields)}"
      let result = try await Workbench().run(["diagnose", "-"], input: Array(text.utf8))
        .expect(status: 1)
      #expect(result.text.contains(words))
    }
  }

  @Test("An answer in the style of iOS 6 is named so, and only an app receipt can expire")
  func ios6Style() async throws {
    let purchase =
      #"{"bid": "a.b", "product_id": "p", "transaction_id": "1", "expires_date": "1584707227636"}"#
    for (text, isOne) in [
      ("{\"status\": 0, \"receipt\": \(purchase)}", true),
      ("{\"status\": 21006, \"latest_expired_receipt_info\": \(purchase)}", true),
      ("{\"status\": 0, \"receipt\": {\"bundle_id\": \"a.b\", \"in_app\": []}}", false),
    ] {
      let result = try await Workbench().run(["diagnose", "-"], input: Array(text.utf8))
        .expect(status: 1)
      #expect(result.text.contains("in the style of iOS 6") == isOne)
      let check = try await Workbench().run(["check", "-"], input: Array(text.utf8))
        .expect(status: 1)
      #expect(!check.text.contains("it does not expire"))
    }
  }

  // MARK: Ids

  @Test(
    "Ids are named alone, in small letters and with a label, with the call that looks them up",
    arguments: [
      ("MX12ABCD34", "an order id", "Look Up Order ID"),
      ("mx12abcd34\n", "an order id", "Look Up Order ID"),
      ("Order ID: MX12ABCD34", "an order id", "Look Up Order ID"),
      ("order_id=mlyphzzzzz", "an order id", "Look Up Order ID"),
      ("1000000479728157", "a transaction id", "Get Transaction Info"),
      ("transaction_id: 1000000479728157", "a transaction id", "Get All Subscription Statuses"),
      (
        "\"original_transaction_id\" : \"1000000479728157\",", "a transaction id",
        "Get Transaction Info"
      ),
      ("originalTransactionId = 2000000000000061;", "a transaction id", "Get Transaction Info"),
      ("shared secret: 0123456789abcdef0123456789abcdef", "a shared secret", "do not share it"),
      ("\"password\": \"0123456789abcdef0123456789abcdef\"", "a shared secret", "do not share it"),
    ])
  func ids(text: String, words: String, hint: String) async throws {
    let result = try await Workbench().run(["decode", "-"], input: Array(text.utf8))
      .expect(status: 2).expect(message: words).expect(message: hint)
    #expect(!result.messageText.contains("0123456789abcdef"))
  }

  @Test(
    "Words that only look like ids are not named as ids",
    arguments: ["microphone", "id: 5", "total: 1000000"])
  func words(text: String) async throws {
    let result = try await Workbench().run(["decode", "-"], input: Array(text.utf8)).expect(
      status: 2)
    #expect(
      !result.messageText.contains("order id") && !result.messageText.contains("transaction id"))
  }
}
