import Foundation
import ReceiptCore
import TestSupport
import Testing

extension Printer: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// Values of Apple's that another program printed in a syntax of its own.
@Suite struct PrintedValueTests {
  /// What Apple sends and what is sent to Apple.
  enum Form: String, CaseIterable, CustomTestStringConvertible {
    case response, ios6Response, request, notification, status
    var testDescription: String { rawValue }

    func json() throws -> [UInt8] {
      switch self {
      case .response: return try TestReceipts.fixture("answer.json")
      case .ios6Response:
        return Array(
          """
          {"status": 0, "auto_renew_status": 1, "auto_renew_product_id": "com.example.tea.monthly",
           "receipt": {"bid": "com.example.tea", "bvrs": "13", "product_id": "com.example.tea.monthly",
             "transaction_id": "2000000000000061", "quantity": "1", "item_id": "1234567890",
             "is_trial_period": "false", "purchase_date": "2025-03-02 08:55:00 Etc/GMT",
             "purchase_date_ms": "1740905700000", "expires_date": "1740906000000",
             "expires_date_formatted": "2025-03-02 09:00:00 Etc/GMT"},
           "latest_receipt_info": {"transaction_id": "2000000000000062",
             "product_id": "com.example.tea.monthly"}}
          """.utf8)
      case .request:
        let text = WrappingTests.base64(try TestReceipts.der())
        return Array("{\"receipt-data\": \"\(text)\", \"exclude-old-transactions\": true}".utf8)
      case .notification:
        let jws = String(decoding: try TestReceipts.fixture("notification.jws"), as: UTF8.self)
          .trimmingCharacters(in: .whitespacesAndNewlines)
        return Array("{\"signedPayload\": \"\(jws)\"}".utf8)
      case .status: return Array("{\"status\": 21007}".utf8)
      }
    }
  }

  /// The answer about an input, without the input's name and layers.
  private func decode(
    _ text: [UInt8], _ bench: Workbench, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (said: [JSON.Member], form: String?, layers: [String]) {
    let json = try await bench.run(["decode", "-", "--format", "json"], input: text)
      .expect(status: 0, sourceLocation: sourceLocation).json()
    return (
      (json.members ?? []).filter { $0.name != "source" }, json["source"]?["form"]?.string,
      json["source"]?["layers"]?.elements?.compactMap(\.string) ?? []
    )
  }

  @Test("Any form in any syntax is decoded like its JSON", arguments: Form.allCases, Printer.all)
  func pairs(form: Form, printer: Printer) async throws {
    let bench = try Workbench()
    let json = try form.json()
    let expected = try await decode(json, bench)
    let text = printer.print(try JSONValue(json))
    let found = try await decode(Array(text.utf8), bench)
    #expect(found.said == expected.said, "\(text.prefix(2000))")
    #expect(found.form == expected.form)
    #expect(found.layers == [printer.layer] + expected.layers)
  }

  // YAML has no end, and each of its lines looks like one of a log.
  @Test(
    "A print in a log is found like JSON", arguments: Printer.all.filter { $0.layer != "yaml" })
  func logs(printer: Printer) async throws {
    let bench = try Workbench()
    for form in [Form.response, .status] {
      let json = try form.json()
      let expected = try await decode(json, bench)
      let text = printer.print(try JSONValue(json))
      let log = "2024-02-29 12:00:00 INFO (app) answer: \(text)\n2024-02-29 12:00:01 INFO [bye]\n"
      let found = try await decode(Array(log.utf8), bench)
      #expect(found.said == expected.said, "\(log.prefix(2000))")
      #expect(found.layers == ["text", printer.layer])
    }
  }

  @Test("Several answers in a print are all shown, each with its place")
  func several() async throws {
    let bench = try Workbench()
    for text in [
      "[{'status': 21007}, {'body': {'status': '21003'}}]",
      "({ status = 21007; }, { body = { status = 21003; }; })",
      "[[\"status\": 21007], [\"body\": [\"status\": 21003]]]",
      "- status: 21007\n- body:\n    status: 21003\n",
    ] {
      let json = try await bench.run(
        ["decode", "-", "--format", "json"], input: Array(text.utf8)
      ).expect(status: 0).json()
      #expect(
        json.elements?.compactMap { $0["source"]?["part"]?.string } == ["[0]", "[1].body"],
        "\(text)")
    }
  }

  @Test("A receipt as data of a print is found")
  func data() async throws {
    let bench = try Workbench()
    let der = try TestReceipts.der()
    for (text, layers) in [
      (
        "{ receipt = <\(WrappingTests.lines(WrappingTests.hex(der), 8, " "))>; }",
        ["nslog", "json", "base64"]
      ),
      (
        "{'receipt-data': b'\(WrappingTests.base64(der))'}",
        ["python-print", "request-body", "base64"]
      ),
      (
        "{'a': '\(WrappingTests.base64(der).prefix(400))'\n '\(WrappingTests.base64(der).dropFirst(400))'}",
        ["python-print", "json", "base64"]
      ),
    ] {
      let found = try await decode(Array(text.utf8), bench)
      #expect(found.form == "app-receipt" && found.layers == layers, "\(text.prefix(100))")
    }
  }

  @Test("A broken print is told with its byte, and a receipt in it is shown")
  func broken() async throws {
    let bench = try Workbench()
    let text = WrappingTests.base64(try TestReceipts.der())
    for (pasted, reason) in [
      ("{ status = 0; receipt = \"\(text)\"; more = ", "what NSLog prints, but it breaks off"),
      ("[\"status\": 0, \"latest_receipt\": \"\(text)\"", "what Swift prints, but it breaks off"),
      ("{'status': 0, 'latest_receipt': '\(text)' 5}", "a comma or a bracket is missing"),
      ("array('a' => '\(text)'", "an array of PHP, but it breaks off"),
      ("Array ( [a] => \(text) [b", "print_r prints, but it breaks off"),
    ] {
      for log in [pasted, "INFO it is \(pasted)\nbye\n"] {
        let json = try await bench.run(
          ["decode", "-", "--format", "json"], input: Array(log.utf8)
        ).expect(status: 0).json()
        let finding = json["findings"]?[0]
        #expect(finding?["id"]?.string == "broken-text", "\(log.prefix(100))")
        #expect(
          log != pasted || finding?["message"]?.string?.contains(reason) == true,
          "\(pasted.prefix(40)): \(finding?["message"]?.string ?? "")")
        #expect(json["signature"]?["status"]?.string == "apple")
      }
    }
    try await bench.run(["decode", "-"], input: Array("{'a': 0, 'b".utf8)).expect(status: 2)
      .expect(message: "what Python prints, but it breaks off").expect(message: "[invalid-json]")
  }

  // PHP and Go print no sign between two values, YAML and a console have no end, and XML is told by its own reader.
  @Test(
    "Of an answer that breaks off, what arrived is shown as incomplete",
    arguments: Printer.all.filter {
      !["php-print", "go-print", "yaml", "console-print", "property-list"].contains($0.layer)
    })
  func cut(printer: Printer) async throws {
    let bench = try Workbench()
    let text = Array(printer.print(try JSONValue(Form.response.json())).utf8)
    for share in [0.45, 0.6, 0.8] {
      let beginning = Array(text.prefix(Int(Double(text.count) * share)))
      let json = try await bench.run(["decode", "-", "--format", "json"], input: beginning)
        .expect(status: 2).json()
      #expect(json["source"]?["form"]?.string == "verify-receipt")
      #expect(json["errors"]?[0]?["code"]?.string == "truncated", "\(share)")
      #expect(json["receipt"]?["bundle_id"]?.string == "com.example.tea")
      try await bench.run(["diagnose", "-"], input: beginning).expect(status: 2)
        .expect(output: "Genuine?   Not known: incomplete.")
    }
  }

  @Test("A map of Elixir is read")
  func elixir() async throws {
    for text in [
      #"%{"status" => 21006, "environment" => "Sandbox"}"#,
      #"%{status: 21006, environment: "Sandbox"}"#,
      #"{:ok, %{"status" => 21006, "environment" => "Sandbox"}}"#,
    ] {
      let json = try await Workbench().run(
        ["decode", "-", "--format", "json"], input: Array(text.utf8)
      ).expect(status: 0).json()
      #expect(json["answer"]?["status"]?.number == "21006", "\(text)")
      #expect(json["receipt"]?["environment"]?.string == "Sandbox", "\(text)")
    }
  }

  @Test("Purchases that Node left out are not called absent")
  func hiddenPurchases() async throws {
    let bench = try Workbench()
    for (list, isHidden) in [
      ("[ [Object], [Object] ]", true), ("[Array]", true), ("[]", false),
    ] {
      let text = """
        { status: 0,
          environment: 'Production',
          receipt:
           { receipt_type: 'Production', bundle_id: 'com.example.tea', other: [Object], in_app: \(list) } }
        """
      let result = try await bench.run(["diagnose", "-"], input: Array(text.utf8))
        .expect(status: isHidden ? 2 : 1)
      #expect(result.text.contains("Not known: incomplete. Purchases were left out") == isHidden)
      #expect(result.text.contains("No purchase is in it") == !isHidden, "\(result)")
    }
  }

  @Test("What is folded in the console of a browser is not called absent")
  func folded() async throws {
    let bench = try Workbench()
    for text in [
      "▶ {status: 0, environment: 'Production', receipt: {…}, latest_receipt_info: Array(2), …}",
      """
      Here it is:
      ▼ Object
          environment: "Production"
        ▼ receipt: Object
            bundle_id: "com.example.tea"
          ▶ in_app: Array(1)
            receipt_type: "Production"
        ▶ [[Prototype]]: Object
          status: 0
      """,
    ] {
      let result = try await bench.run(["diagnose", "-"], input: Array(text.utf8))
        .expect(status: 2)
      #expect(result.text.contains("Not known: incomplete. Purchases were left out"), "\(result)")
    }
  }

  @Test("An object of Symfony's around an answer is read", arguments: ["", "^ "])
  func objects(sign: String) async throws {
    let text =
      sign + """
        App\\Entity\\Receipt {#123 ▼
          -id: 7
          -status: 0
          -customer: ? string
          -made: DateTimeImmutable @1609241160 {#12 ▶
            date: 2020-12-29 11:26:00.0 UTC (+00:00)
          }
          -environment: "Sandbox"
          -receipt: array:2 [
            "bundle_id" => "com.example.tea"
            "receipt_type" => "ProductionSandbox"
          ]
        }
        """
    let (said, form, layers) = try await decode(Array(text.utf8), try Workbench())
    #expect(form == "verify-receipt")
    #expect(layers == ["php-print"])
    #expect("\(said)".contains("com.example.tea"))
  }

  @Test("Properties of a purchase with dots between them are read")
  func propertiesAlone() async throws {
    let text = """
      "product_id": "tea",
      "transaction_id": "2000000000000061",
      ...
      "expires_date_ms": "1740906000000"
      """
    let (_, form, _) = try await decode(Array(text.utf8), try Workbench())
    #expect(form == "verify-receipt")
  }

  @Test("Answers that a program printed one after the other are all shown, without a complaint")
  func sequence() async throws {
    let bench = try Workbench()
    for text in [
      "{ status: 21007 }\n{ status: 21003 }\n", "{'status': 21007}\n{'status': 21003}\n",
      "{\"status\"=>21007}\n{\"status\"=>21003}\n", "{ status = 21007; };\n{ status = 21003; };\n",
    ] {
      let json = try await bench.run(["decode", "-", "--format", "json"], input: Array(text.utf8))
        .expect(status: 0).expectSilence().json()
      #expect(json.elements?.compactMap { $0["source"]?["part"]?.string } == ["[0]", "[1]"])
      #expect(json.elements?.allSatisfy { $0["findings"]?.elements?.isEmpty != false } == true)
    }
  }

  @Test(
    "What Python, PyYAML and plistlib print is read",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [Form.response, .ios6Response, .request])
  func libraries(form: Form) async throws {
    let bench = try Workbench()
    let json = try form.json()
    try bench.write("value.json", json)
    let expected = try await decode(json, bench)
    for style in ["repr", "pprint", "yaml", "yaml-wide", "plist"] {
      let printed = try await bench.python("print_value.py", [style, bench.place("value.json")])
        .expect(status: 0)
      let found = try await decode(printed.output, bench)
      #expect(found.said == expected.said, "\(style): \(printed.text.prefix(1000))")
    }
  }

  @Test("A print of PHP that lacks its head, or breaks off, is shown as far as it arrived")
  func headless() async throws {
    let bench = try Workbench()
    let names = """
        [status] => 0
        [environment] => Production
        [receipt] => Array
            (
                [bundle_id] => com.example.tea
                [in_app] => Array
                    (
                        [0] => Array
                            (
                                [product_id] => com.example.tea.monthly
                                [transaction_id] => 2000000000000061
                                [expires_date_ms] => 17409
      """
    for text in ["Array\n(\n\(names)", names, "I print it, and it looks like this:\n\(names)"] {
      let json = try await bench.run(["decode", "-", "--format", "json"], input: Array(text.utf8))
        .expect(status: 2).json()
      #expect(json["errors"]?[0]?["code"]?.string == "truncated", "\(text)")
      #expect(json["receipt"]?["bundle_id"]?.string == "com.example.tea")
      let purchase = json["receipt"]?["in_app"]?[0]
      #expect(purchase?["product_id"]?.string == "com.example.tea.monthly")
      // Its last number may have lost digits.
      #expect(purchase?["expires_date"] == nil)
    }
    let whole = names + "06000000\n  )\n )\n )\n)\n"
    let json = try await bench.run(["decode", "-", "--format", "json"], input: Array(whole.utf8))
      .expect(status: 0).json()
    let purchase = json["receipt"]?["in_app"]?[0]
    #expect(purchase?["expires_date"]?.string == "2025-03-02T09:00:00Z")
    // A line of that kind before something else is only a line.
    let line = "[status] => 0\n"
    let response = Array(line.utf8) + (try Form.response.json())
    try await bench.run(["decode", "-"], input: response).expect(status: 0)
    let lines = Array(String(repeating: line, count: 50_000).utf8)
    try await bench.run(["decode", "-"], input: lines).expect(status: 2)
      .expect(message: "neither DER nor base64")
  }
}
