import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Input that people paste in place of a receipt. Each kind is named.
@Suite struct MistakeTests {
  struct NonReceiptInput: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    let words: String
    let bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ code: String, _ words: String, _ text: String) {
      self.init(name, code, words, Array(text.utf8))
    }

    init(_ name: String, _ code: String, _ words: String, _ bytes: [UInt8]) {
      self.name = name
      self.code = code
      self.words = words
      self.bytes = bytes
    }
  }

  private static let profile =
    "<?xml version=\"1.0\"?><plist><dict><key>DeveloperCertificates</key><array><data>"
    + String(repeating: "MIIB", count: 100) + "</data></array></dict></plist>"
  private static let jwsHeader = WrappingTests.base64(
    Array("{\"alg\":\"ES256\",\"x5c\":[\"\(String(repeating: "MIIB", count: 100))\"]}".utf8))

  static let mistakes: [NonReceiptInput] = [
    NonReceiptInput("empty file", "empty", "there is nothing in it", ""),
    NonReceiptInput("white space", "empty", "there is nothing in it", " \n\t\n"),
    NonReceiptInput(
      "page", "html-page", "a web page", "<!DOCTYPE html>\n<html><body>502</body></html>"),
    NonReceiptInput(
      "page in capitals", "html-page", "a web page", "<HTML><TITLE>Oops</TITLE></HTML>"),
    NonReceiptInput("null", "null", "the word null", "null\n"),
    NonReceiptInput("(null)", "null", "the word (null)", "(null)"),
    NonReceiptInput("nil in Optional", "null", "the word nil", "Optional(nil)"),
    NonReceiptInput("null in quotes", "null", "the word null", "\"null\""),
    NonReceiptInput(
      "shared secret", "shared-secret", "shared secret", "0123456789abcdef0123456789ABCDEF\n"),
    NonReceiptInput("transaction id", "transaction-id", "transaction id", "1000000479728157"),
    NonReceiptInput("UUID", "not-a-receipt", "a UUID", "C4A1A1B2-0000-4000-8000-000000000001"),
    NonReceiptInput("link", "not-a-receipt", "a link", "https://example.com/receipt"),
    NonReceiptInput("path", "not-a-receipt", "a file's path", "/Users/me/receipt.bin"),
    NonReceiptInput(
      "certificate in PEM", "certificate", "a certificate",
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"),
    NonReceiptInput(
      "private key in PEM", "private-key", "a private key",
      "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n"),
    NonReceiptInput(
      "archive", "archive", "a ZIP archive", [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 99)),
    NonReceiptInput("gzip", "not-a-receipt", "gzip", [0x1F, 0x8B, 8, 0]),
    NonReceiptInput(
      "binary property list", "not-a-receipt", "binary property list", "bplist00\u{0}\u{1}"),
    NonReceiptInput("picture", "not-a-receipt", "a picture", [0x89, 0x50, 0x4E, 0x47, 0x0D]),
    NonReceiptInput("PDF", "not-a-receipt", "a PDF", "%PDF-1.7\n"),
    NonReceiptInput(
      "JSON without a receipt", "not-a-receipt", "JSON without a receipt", "{\"a\": 1}"),
    NonReceiptInput("cut JSON", "invalid-json", "meant to be JSON", "{\"receipt-data\": \"MIIT"),
    NonReceiptInput(
      "XML without a receipt", "not-a-receipt", "XML without", "<?xml version=\"1.0\"?><a/>"),
    NonReceiptInput(
      "prose", "not-a-receipt", "a text in words", "Hello, here is my receipt!"),
    NonReceiptInput(
      "order id", "not-a-receipt", "an order id of the App Store", "MLYPH3ZZZZ\n"),
    NonReceiptInput(
      "secret in a field", "shared-secret", "shared secret",
      "password=0123456789abcdef0123456789abcdef"),
    NonReceiptInput("request with null", "null", "receipt-data is null", "{\"receipt-data\":null}"),
    NonReceiptInput(
      "request with nothing", "empty", "receipt-data is empty", "{\"receipt-data\": \"\"}"),
    NonReceiptInput(
      "request for a certificate", "certificate", "a request for a certificate",
      "-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n"),
    NonReceiptInput(
      "key with its parameters", "private-key", "a private key",
      "-----BEGIN EC PARAMETERS-----\nBggq\n-----END EC PARAMETERS-----\n"
        + "-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----\n"),
    NonReceiptInput(
      "parameters of a key", "not-a-receipt", "the parameters of a key",
      "-----BEGIN EC PARAMETERS-----\nBggq\n-----END EC PARAMETERS-----\n"),
    NonReceiptInput(
      "public key", "not-a-receipt", "a public key",
      "-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----\n"),
    NonReceiptInput(
      "printed certificate", "certificate", "a certificate",
      "Certificate:\n    Data:\n        Version: 3 (0x2)\n        Serial Number: 1\n"),
    NonReceiptInput(
      "content of a profile", "provisioning-profile", "what a provisioning profile holds", profile),
    NonReceiptInput(
      "archive in base64", "archive", "a ZIP archive",
      WrappingTests.base64([0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 99))),
    NonReceiptInput(
      "empty archive", "archive", "a ZIP archive",
      [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)),
    NonReceiptInput(
      "null in base64", "null", "the word null", WrappingTests.base64(Array("null".utf8))),
    NonReceiptInput("head of a page", "html-page", "a web page", "<head><title>502</title></head>"),
    NonReceiptInput("body of a page", "html-page", "a web page", "<body>Bad gateway</body>"),
    NonReceiptInput("piece of a page", "html-page", "a web page", "<div class='error'>Oops</div>"),
    NonReceiptInput(
      "page with its header", "html-page", "a web page",
      "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\n\r\n<html>502</html>"),
    NonReceiptInput(
      "header of a page", "not-a-receipt", "the beginning of an HTTP message",
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"),
    NonReceiptInput(
      "JWS cut in its header", "truncated", "breaks off in its header",
      String(jwsHeader.prefix(300))),
    NonReceiptInput("header of a JWS", "truncated", "the header of a JWS, without", jwsHeader),
    NonReceiptInput(
      "too much JSON", "too-many-values", "more than 1000000 values",
      "[" + String(repeating: "0,", count: 1_000_000) + "0]"),
    NonReceiptInput(
      "NSData, shortened", "truncated", "most of the bytes are left out",
      "{length = 5445, bytes = 0x30821541 06092a86 4886f70d 010702a0 ... 7e9d1c04 }"),
    NonReceiptInput(
      "another property list", "not-a-receipt", "without purchase-info", "{ \"a\" = \"b\"; }"),
    NonReceiptInput(
      "a word in base64's alphabet", "not-a-receipt", "base64 of a receipt", "receipt"),
  ]

  @Test("Input that is not a receipt is named, with a hint", arguments: mistakes)
  func mistake(_ mistake: NonReceiptInput) async throws {
    let bench = try Workbench()
    try bench.write("pasted", mistake.bytes)
    let result = try await bench.run(["decode", "pasted"]).expect(status: 2)
      .expect(message: mistake.words).expect(message: "[\(mistake.code)]")
      .expect(message: "receipt: hint: ")
    #expect(result.output.isEmpty)
  }

  /// A JSON Web Token from another issuer than StoreKit.
  private static func token(_ payload: String, kid: String = "2X9R4HXF34") -> String {
    func segment(_ text: some Sequence<UInt8>) -> String {
      Data(text).base64EncodedString().replacingOccurrences(of: "=", with: "")
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }
    return segment("{\"alg\":\"ES256\",\"kid\":\"\(kid)\",\"typ\":\"JWT\"}".utf8) + "."
      + segment(payload.utf8) + "." + segment(Array(repeating: 0x5A, count: 64))
  }

  @Test(
    "A token that is not StoreKit's is named, and none of its content is shown",
    arguments: [
      (
        #"{"iss":"57246542-secret","iat":1,"exp":2,"aud":"appstoreconnect-v1","bid":"com.secret"}"#,
        "App Store Connect API"
      ),
      (
        #"{"iss":"secret","iat":1,"exp":2,"aud":"appstoreconnect-v2","bid":"com.secret"}"#,
        "its aud must be appstoreconnect-v1"
      ),
      (#"{"iss":"secret","iat":1,"exp":2,"bid":"com.secret"}"#, "its aud must be"),
      (#"{"iss":"secret","iat":1,"exp":2,"aud":"appstoreconnect-v1"}"#, "it has no bid"),
      (#"{"iss":"secret","iat":1,"aud":"appstoreconnect-v1","bid":"b"}"#, "it has no exp"),
      (
        #"{"iss":"secret","iat":1,"exp":1202,"aud":"appstoreconnect-v1"}"#,
        "longer than the 20 minutes"
      ),
      (
        #"{"iss":"secret","iat":1,"exp":3602,"aud":"appstoreconnect-v1","bid":"b"}"#,
        "longer than the hour"
      ),
      (
        #"{"iss":"secret","iat":-9223372036854775808,"exp":3600,"aud":"appstoreconnect-v1","bid":"b"}"#,
        "longer than the hour"
      ),
      (
        #"{"iss":"https://appleid.apple.com","aud":"com.secret","sub":"1.secret","email":"jo@secret"}"#,
        "identity token of Sign in with Apple"
      ),
      (#"{"iss":"SECRET","sub":"com.secret","aud":"https://appleid.apple.com"}"#, "client secret"),
      (
        #"{"iss":"secret","aud":"promotional-offer","bid":"b","nonce":"n","transactionId":"1"}"#,
        "for the App Store"
      ),
      (#"{"iss":"https://secret.example","aud":["secret"]}"#, "not from StoreKit"),
      (#"{"sub":"secret","scope":"all"}"#, "not from StoreKit"),
      ("{}", "not from StoreKit"),
    ])
  func token(payload: String, words: String) async throws {
    let bench = try Workbench()
    let token = Self.token(payload)
    try bench.write("token", token.utf8)
    for command in ["decode", "check", "diagnose", "redact"] {
      let result = try await bench.run([command, "token"]).expect(status: 2)
        .expect(message: words).expect(message: "[other-token]").expect(message: "hint: ")
      let said = (result.text + result.messageText).lowercased()
        .replacingOccurrences(of: "client secret", with: "")
      #expect(!said.contains("secret") && !said.contains(token.prefix(30).lowercased()))
    }
    // With `--form` it is shown, and reported as unsigned.
    let forced = try await bench.run(["decode", "token", "--form", "transaction"])
    forced.expect(status: 0)
  }

  @Test("A token next to receipts, in a log or in JSON, is ignored")
  func tokenBeside() async throws {
    let bench = try Workbench()
    let token = Self.token(
      #"{"iss":"57246542-0000-0000-0000-000000000000","iat":1,"exp":2,"aud":"appstoreconnect-v1"}"#)
    let receipt = WrappingTests.base64(try TestReceipts.der())
    try bench.write("log", "Authorization: Bearer \(token)\ngot \(receipt)\n".utf8)
    try bench.write("json", "{\"token\": \"\(token)\", \"data\": \"\(receipt)\"}".utf8)
    for file in ["log", "json"] {
      let result = try await bench.run(["decode", file, "--format", "json"]).expect(status: 0)
      #expect(try result.json()["source"]?["form"]?.string == "app-receipt")
    }
    try bench.write("log", "Authorization: Bearer \(token)\n".utf8)
    try await bench.run(["decode", "log"]).expect(status: 2).expect(message: "[other-token]")
  }

  @Test("An ambiguous StoreKit payload gets no purchase, unless a form is requested")
  func unknownPayload() async throws {
    let bench = try Workbench()
    try bench.write(
      "jws", Self.token(#"{"environment":"Sandbox","signedDate":1672956154000}"#).utf8)
    let result = try await bench.run(["decode", "jws", "--format", "json"]).expect(status: 0)
    let json = try result.json()
    #expect(json["receipt"]?["in_app"] == .array([]))
    #expect(json["receipt"]?["environment"]?.string == "Sandbox")
    #expect(json["findings"]?.elements?.map { $0["id"]?.string } == ["form-unknown"])
    let text = try await bench.run(["decode", "jws"])
    #expect(text.text.contains("else of StoreKit's [form-unknown]"))
    #expect(text.text.contains("JWS of StoreKit 2") && !text.text.contains("1 purchase"))
    let shown = try await bench.run(["decode", "jws", "--redact", "--format", "json"]).json()
    #expect(shown["receipt"]?["in_app"] == .array([]))
    try await bench.run(["check", "jws", "--product", "x"]).expect(status: 1)
    let forced = try await bench.run([
      "decode", "jws", "--form", "renewal-info", "--format", "json",
    ]).json()
    #expect(forced["source"]?["form"]?.string == "renewal-info")
    #expect(forced["findings"] == .array([]))
  }

  /// Different mistakes have different messages. Variants of the same mistake share one.
  @Test("Different mistakes have different messages and hints")
  func distinct() async throws {
    let bench = try Workbench()
    var words: [String: String] = [:]
    var hints: [String: String] = [:]
    for (index, mistake) in Self.mistakes.enumerated() {
      try bench.write("\(index)", mistake.bytes)
      let lines = try await bench.run(["decode", "\(index)"]).messageText
        .components(separatedBy: "\n")
      try #require(lines.count == 3, "\(mistake.name): \(lines)")
      let message = lines[0].replacing(#/^receipt: error: \d+: /#, with: "")
        .replacing(#/, at byte \d+/#, with: "")
      // Inputs that are the same in these words have the same message.
      for (other, said) in words where said == message {
        let first = Self.mistakes.first { $0.name == other }
        #expect(first?.words == mistake.words, "\(mistake.name) is called what \(other) is")
      }
      words[mistake.name] = message
      for (other, said) in hints where said == lines[1] {
        let first = Self.mistakes.first { $0.name == other }
        #expect(
          first?.words == mistake.words
            || Self.sharedHints.contains([first?.words, mistake.words]),
          "\(mistake.name) gets the hint of \(other)")
      }
      hints[mistake.name] = lines[1]
    }
  }

  /// Different mistakes with the same advice.
  private static let sharedHints: Set<Set<String?>> = [
    ["the word null", "the word (null)"], ["the word null", "the word nil"],
    ["the word (null)", "the word nil"], ["receipt-data is null", "receipt-data is empty"],
    ["neither DER nor base64", "base64 of a receipt"],
    ["breaks off in its header", "the header of a JWS, without"],
  ]

  @Test("A certificate and a provisioning profile, as files")
  func files() async throws {
    let bench = try Workbench()
    let authority = try TestReceipts.authority.get()
    try bench.write("a.cer", authority.rootCertificate)
    try await bench.run(["decode", "a.cer"]).expect(status: 2).expect(message: "[certificate]")
    try bench.write(
      "a.mobileprovision",
      authority.signedData(Array("<?xml version=\"1.0\"?><plist/>".utf8)).encoded)
    try await bench.run(["decode", "a.mobileprovision"]).expect(status: 2)
      .expect(message: "[provisioning-profile]")
    try bench.write("a.p7m", authority.signedData(Array("hello".utf8)).encoded)
    try await bench.run(["decode", "a.p7m"]).expect(status: 2).expect(
      message: "[other-signed-data]")
  }

  @Test(
    "A truncated text says how many bytes arrived",
    arguments: [7000, 4000, 4001, 4002, 4003, 400])
  func cut(length: Int) async throws {
    let bench = try Workbench()
    try bench.write("cut", WrappingTests.base64(try TestReceipts.der()).utf8.prefix(length))
    let result = try await bench.run(["decode", "cut"]).expect(status: 2)
    // Four characters are three bytes, and a single one is no byte.
    let missing = 5445 - length * 3 / 4
    #expect(result.messageText.contains("(\(5445 - missing) of 5445 bytes)"), "\(result)")
  }

  @Test("More than eight wrappings are refused")
  func layers() async throws {
    var bytes = try TestReceipts.base64()
    for depth in 1...9 {
      let bench = try Workbench()
      bytes = Array("'".utf8) + bytes + Array("'".utf8)
      try bench.write("pasted", bytes)
      let result = try await bench.run(["decode", "pasted"])
      // The base64 is one more layer.
      #expect(result.code == (depth < 8 ? 0 : 2), "\(depth): \(result)")
      if depth >= 8 { result.expect(message: "[too-many-layers]") }
    }
  }
}
