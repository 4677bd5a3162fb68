import Foundation

@testable import ReceiptCommandLine
@testable import ReceiptCore
@testable import ReceiptMaking

/// What the fuzzer begins with: the receipts in Fixtures, those of the catalogue, and texts of each kind.
enum Seeds {
  /// A larger seed makes each execution slow.
  private static let maximumSize = 12_000

  static func write(_ seeds: [[UInt8]], to folder: String) {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (number, seed) in seeds.enumerated() where seed.count <= maximumSize {
      _ = FileManager.default.createFile(atPath: "\(folder)/seed-\(number)", contents: Data(seed))
    }
  }

  /// A file of the repository, from whose folder the fuzzer is started.
  private static func file(_ path: String) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      fatalError("\(path) is missing; start the fuzzer in the folder of the repository")
    }
    return Array(data)
  }

  private static func files(_ folder: String, _ endings: [String]) -> [[UInt8]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { name in endings.contains { name.hasSuffix($0) } }
      .map { file("\(folder)/\($0)") }
  }

  private static let catalogue: [[UInt8]] = {
    guard let authority = try? TestAuthority.wellKnown() else { return [] }
    return CatalogueReceipt.all.compactMap { try? $0.make(under: authority) }
      .filter { $0.count <= maximumSize }
  }()

  private static let fixtures =
    files("Fixtures", [".receipt", ".jws", ".json", ".plist", ".b64"])
    + files("examples/ci/receipts", [".bin", ".html"])

  /// A small receipt.
  static let small = file("Fixtures/volume-purchase.receipt")

  private static let binary: [[UInt8]] =
    (fixtures + catalogue).filter { $0.first == 0x30 } + [genuine]

  private static let genuine: [UInt8] =
    (try? ReceiptInput(file("Fixtures/sandbox-subscription.b64")).bytes) ?? []

  static func containers() -> [[UInt8]] { binary }

  static func payloads() -> [[UInt8]] {
    binary.compactMap { (try? ReceiptDecoder().decode($0))?.signedData?.content.map(Array.init) }
  }

  static func certificates() -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    let certificates = (fixtures + catalogue).flatMap { bytes in
      ((try? ReceiptDecoder().decode(bytes))?.certificates ?? []).map(Array.init)
    }
    return (certificates + [file("Fixtures/roots.pem")]).filter { seen.insert($0).inserted }
  }

  static func signed() -> [[UInt8]] { fixtures + catalogue + [genuine] }

  static func everything() -> [[UInt8]] { fixtures + catalogue + [genuine] + wrappedTexts }

  static func propertyLists() -> [[UInt8]] {
    let list = file("Fixtures/ios6.plist")
    let inner = (try? ReceiptDecoder().decode(list)).flatMap { decoded -> [UInt8]? in
      if case .propertyList(let envelope) = decoded.envelope { envelope.purchaseInfo } else { nil }
    }
    return [list, inner ?? [], Array(#"{ "a" = "\U00e9\"\\\n\033"; b = c; }"#.utf8)]
  }

  static func jws() -> [[UInt8]] {
    (fixtures + catalogue).filter { $0.starts(with: "eyJ".utf8) }
  }

  /// JSON of every form: payloads, responses, and what decode prints.
  static func json() -> [[UInt8]] {
    let payloads = jws().compactMap { try? JWS.read($0) }
      .flatMap { [$0.payload, $0.header] }.map { Array($0.description.utf8) }
    return payloads + (fixtures + catalogue).filter { $0.first == UInt8(ascii: "{") }
      + [
        #"{"a":[1,-0.5e+10,true,false,null,"é😀\\\/\b\f\n\r\t"],"b":{}}"#,
        #"[[[[]]],{"":""}]"#,
      ].map { Array($0.utf8) }
  }

  static func documents() -> [[UInt8]] {
    specs() + expectations()
      + [
        "a: &x [1, 2]\nb: *x\nc: {d: 'e', f: \"g\\n\"}\n", "- |\n  text\n  lines\n- >-\n  folded\n",
        "? a\n: b\n--- # second\n", "%YAML 1.2\n---\na: !!str 1\nb: ~\nc: 0x1F\nd: .inf\n",
      ].map { Array($0.utf8) }
  }

  static func expectations() -> [[UInt8]] {
    files("examples/ci", [".yml"])
      + [
        """
        receipts:
          - files: ["*"]
            bundle-id: com.example.app
            environment: sandbox
            product: [vip, coins]
            max-age: 30d
            device-id: 6F9619FF-8B86-D011-B42D-00C04FC964FF
            fails: [signature]
            trust-root: roots.pem
        """,
        """
        bundle-id: com.example.app
        time-zone: Europe/Berlin
        first-free-version: "2.0"
        products:
          com.example.vip:
            name: VIP
            unlocks: [everything]
            group: subscriptions
            level: 1
        """,
      ].map { Array($0.utf8) }
  }

  static func specs() -> [[UInt8]] {
    let texts = [
      "receipt:\n  bundle_id: com.example.app\n  in_app:\n    - product_id: vip\n",
      #"{"style":"xcode","receipt":{"in_app":[{"product_id":"a","expires_date":"2027-01-01T00:00:00Z"}]}}"#,
      "style: jws-notification\nnotification:\n  notification_type: REFUND\n",
      "attributes:\n  - {type: 9999, kind: utf8, value: text}\n",
    ]
    return files("Fixtures", [".yaml"]) + texts.map { Array($0.utf8) }
  }

  static func dates() -> [[UInt8]] {
    [
      "2018-11-29T08:30:50Z", "2026-05-30T12:00:00.123+02:00", "2018-11-29 08:30:30 Etc/GMT",
      "2018-11-29 00:30:30 America/Los_Angeles", "1780135200000", "1780135200.5", "2026-05-30",
      "now",
      "2026-05-30 10:00:00 +0000", "1w2d3h", "90d", "12m", "1.10.0", "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z", "2024-02-29T24:00:00Z", "2016-12-31T23:59:60Z",
    ].map { Array($0.utf8) }
  }

  static func printed() -> [[UInt8]] {
    [
      "{\n    a = 1;\n    \"b c\" = (\n        1,\n        \"\\U00e9\"\n    );\n}",
      #"["a": 1, "b": Optional("c"), "d": [1, 2], "e": <null>]"#,
      #"{'a': 1, 'b': None, 'c': True, 'd': [1, 'x'], 'e': b'\x00'}"#,
      "Array\n(\n    [a] => 1\n    [b] => Array\n        (\n            [0] => x\n        )\n\n)\n",
      "array(2) {\n  [\"a\"]=>\n  int(1)\n  [\"b\"]=>\n  string(1) \"x\"\n}\n",
      "array('a' => 1, 'b' => array(0 => 'x', 1 => null),)",
      "a: 1\nb:\n  - x\n  - 'y'\nc: {d: e}\n",
      "object(stdClass)#1 (1) {\n  [\"a\"]=>\n  bool(true)\n}",
      """
      <?xml version="1.0"?><plist version="1.0"><dict><key>a</key><string>x &amp; y</string>
      <key>b</key><array><integer>1</integer><true/><data>AAAA</data></array></dict></plist>
      """,
    ].map { Array($0.utf8) }
  }

  /// A receipt in what people paste.
  private static let wrappedTexts: [[UInt8]] = {
    let base64 = Base64.encode(small)
    let lines = stride(from: 0, to: base64.utf8.count, by: 76).map { start in
      String(
        decoding: Array(base64.utf8)[start..<min(start + 76, base64.utf8.count)], as: UTF8.self)
    }
    let jws = String(decoding: file("Fixtures/app-transaction.jws"), as: UTF8.self)
    let hexadecimal = Hexadecimal.encode(small[...])
    return [
      base64, lines.joined(separator: "\r\n"), "> " + lines.joined(separator: "\n> "),
      "{\"receipt-data\": \"\(base64)\", \"password\": \"x\"}", "receipt-data=\(base64)&a=b",
      "<\(hexadecimal)>",
      "-----BEGIN PKCS7-----\n\(lines.joined(separator: "\n"))\n-----END PKCS7-----",
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n\(jws)", "Optional(\"\(jws)\")",
      "2026-01-01 00:00:00 [info] token=\(jws) done",
      "data:application/octet-stream;base64,\(base64)",
      "{\n    \"receipt-data\" = \"\(base64)\";\n}", "['receipt': '\(base64)']",
    ].map { Array($0.utf8) }
  }()

  static func wrapped() -> [[UInt8]] { everything() + printed() + json() }
}
