import Foundation
import ReceiptMaking
import TestSupport
import Testing

@testable import ReceiptCore

/// Signed texts after what programs and people do to them on the way.
@Suite struct MutilationTests {
  // MARK: Wrappings

  /// What a program makes of a text. No byte of the text is lost.
  struct Wrapping: Sendable, CustomTestStringConvertible {
    let name: String
    let wrap: @Sendable ([UInt8]) -> [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ wrap: @escaping @Sendable (String) -> String) {
      self.name = name
      self.wrap = { Array(wrap(String(decoding: $0, as: UTF8.self)).utf8) }
    }

    init(bytes name: String, _ wrap: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      self.name = name
      self.wrap = wrap
    }

    /// What a program prints of an object with the text in it.
    init(_ printer: Printer) {
      self.init("\(printer.name), printed") { text in
        printer.print(
          .object([
            JSONValue.Member(name: "signed", value: .string(text)),
            JSONValue.Member(name: "more", value: .array([.number("1"), .null])),
          ]))
      }
    }
  }

  private static func lines(_ text: String, _ width: Int, _ end: String) -> String {
    let octets = Array(text.utf8)
    return stride(from: 0, to: octets.count, by: width).map {
      String(decoding: octets[$0..<min($0 + width, octets.count)], as: UTF8.self)
    }.joined(separator: end)
  }

  private static func json(_ text: String) -> String { JSONValue.string(text).description }

  private static func hex(_ octet: UInt8) -> String {
    (octet < 16 ? "0" : "") + String(octet, radix: 16)
  }

  /// Those that take any text.
  static let ofText: [Wrapping] =
    [
      Wrapping("quotation marks") { "\"\($0)\"\n" },
      Wrapping("JSON string") { json($0) },
      Wrapping("JSON member") { "{\"a\": {\"signed\": \(json($0))}}" },
      Wrapping("JSON array") { "[\(json($0))]" },
      Wrapping("request") { "{\"receipt-data\": \(json($0)), \"password\": \"x\"}" },
      Wrapping("JSON in JSON") { "{\"body\": \(json("{\"signed\": \(json($0))}"))}" },
      Wrapping("Swift's Optional") { "Optional(\"\($0)\")" },
      Wrapping("a log's line") {
        "2024-02-29 12:00:00.123 INFO [main] (app:7) receipt=\($0)\nbye\n"
      },
      Wrapping("Docker's line") { "app-1  | 2024-02-29T12:00:00Z \($0)\n" },
      Wrapping("curl -v") {
        "> POST /v1 HTTP/1.1\n> Host: a\n>\n< HTTP/1.1 200 OK\n<\n{\"signed\": \(json($0))}\n"
      },
      Wrapping("HTTP message") { "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n\($0)" },
      Wrapping("Markdown") { "Here it is:\n\n```\n\($0)\n```\n\nThanks!\n" },
      Wrapping("XML") { "<?xml version=\"1.0\"?>\n<a><receipt>\($0)</receipt></a>" },
      Wrapping("notification") { "{\"signedPayload\": \(json($0))}" },
      Wrapping("JSON escapes") {
        String(json($0).dropFirst().dropLast()).replacing("/", with: "\\/")
      },
      Wrapping("hexadecimal") { $0.utf8.map(hex).joined() },
      Wrapping("hexdump -C") { dump(Array($0.utf8)) },
      Wrapping("data: URL") { "data:text/plain;base64,\(Base64.encode(Array($0.utf8)))" },
      Wrapping("PEM") {
        "-----BEGIN PKCS7-----\n\(lines(Base64.encode(Array($0.utf8)), 64, "\n"))\n-----END PKCS7-----\n"
      },
      Wrapping("property list") {
        "<?xml version=\"1.0\"?>\n<plist><dict><key>a</key><data>\(Base64.encode(Array($0.utf8)))</data></dict></plist>"
      },
      Wrapping("HTML") {
        "{&quot;signed&quot;: &quot;"
          + json($0).dropFirst().dropLast().replacing("\\\"", with: "\\&quot;") + "&quot;}"
      },
      Wrapping("quoted-printable") {
        lines("{=22signed=22: " + json($0).replacing("=", with: "=3D") + "}", 70, "=\n") + "\n"
      },
      Wrapping("numbered lines") {
        "1 | {\n2 |   \"a\": 1,\n3 |   \"signed\": \(json($0)),\n10 |   \"b\": 2\n11 | }\n"
      },
      Wrapping("folding signs") { "\u{25BC} {\u{2296} \"signed\": \(json($0)) }" },
      Wrapping(bytes: "byte-order mark") { [0xEF, 0xBB, 0xBF] + $0 },
      Wrapping("Node's print") { "{ signed: '\($0)', more: [Object] }" },
      Wrapping("Python's print") { "{'signed': '\($0)', 'a': None, 'b': True}" },
      Wrapping("Ruby's print") { "{\"signed\"=>\"\($0)\", :a=>nil}" },
      Wrapping("Java's print") { "{signed=\($0), a=null}" },
      Wrapping("base64 of it") { Base64.encode(Array($0.utf8)) },
      Wrapping("a Buffer as JSON") {
        "{\"type\": \"Buffer\", \"data\": [\($0.utf8.map { "\($0)" }.joined(separator: ","))]}"
      },
      Wrapping("PostgreSQL's hexadecimal") { "\\x" + $0.utf8.map(hex).joined() },
      Wrapping("percent-encoding") {
        "receipt="
          + $0.utf8.map {
            Text.isAlphanumeric($0) ? String(Unicode.Scalar($0)) : "%\(hex($0).uppercased())"
          }
          .joined()
      },
      Wrapping("curved quotation marks") { "{\u{201C}signed\u{201D}: \u{201C}\($0)\u{201D}}" },
      Wrapping("a comment") { "{\"signed\": \(json($0)), // the receipt\n\"a\": XXXX}" },
    ] + Printer.all.map { Wrapping($0) }

  /// A dump of bytes with their places.
  private static func dump(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 16).map { start in
      let row = bytes[start..<min(start + 16, bytes.count)]
      let place = String(String(start + (1 << 32), radix: 16).dropFirst())
      return "\(place)  \(row.map(hex).joined(separator: " "))\n"
    }.joined()
  }

  /// What makes bytes of a text that are no text in UTF-8.
  static let ofBytes = [
    Wrapping(bytes: "UTF-16") {
      [0xFF, 0xFE] + units($0).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    },
    Wrapping(bytes: "UTF-16, big-endian") {
      [0xFE, 0xFF] + units($0).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    },
  ]

  private static func units(_ text: [UInt8]) -> String.UTF16View {
    String(decoding: text, as: UTF8.self).utf16
  }

  /// What makes a text of any bytes. Only these can stand around the wrappings above; JSON and all that programs print
  /// hold characters, and a search in them looks for what begins like a receipt.
  static let aroundBytes = [
    Wrapping(bytes: "base64 of bytes") { Array(Base64.encode($0).utf8) },
    Wrapping(bytes: "hexadecimal of bytes") { Array($0.map(hex).joined().utf8) },
    Wrapping(bytes: "a Buffer of bytes") {
      Array("{\"type\": \"Buffer\", \"data\": [\($0.map { "\($0)" }.joined(separator: ","))]}".utf8)
    },
  ]

  /// What writes one blank for any white space. The white space between the values of a property list is lost with it,
  /// which nobody signed; the values are found.
  private static let joiningSpace: Set<String> = ["print_r in one line, printed"]

  /// Those of base64 and JWS alone.
  static let ofTokens: [Wrapping] =
    [64, 72, 76].map { width in
      Wrapping("lines of \(width)") { lines($0, width, "\r\n") }
    } + [
      Wrapping("format=flowed") { lines($0, 72, " \n") },
      Wrapping("quoted mail") { "> " + lines($0, 70, "\n> ") },
      Wrapping("soft hyphens") { lines($0, 60, "\u{AD}") },
      Wrapping("no-break spaces around it") { "\u{A0}\($0)\u{A0}" },
      Wrapping("form") { "receipt-data=\($0.replacing("+", with: "%2B"))&password=x" },
      Wrapping("spaces for plus") { $0.replacing("+", with: " ") },
      Wrapping("base64 of URLs") {
        $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      },
    ]

  /// The five forms that are signed, from the catalogue.
  static let forms = [
    "ok", "jws-ok", "jws-app-transaction", "jws-renewal-info", "jws-notification", "ios6-ok",
  ]

  private static func bytes(of name: String) throws -> [UInt8] {
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == name })
    return try receipt.make(under: TestAuthority.shared.get())
  }

  /// A receipt as people paste it: base64 of bytes, any text as it is.
  private static func text(of bytes: [UInt8]) -> [UInt8] {
    bytes.first == 0x30 ? Array(Base64.encode(bytes).utf8) : bytes
  }

  private static func found(_ text: [UInt8]) -> [ReceiptInput] {
    (try? FoundReceipt.all(in: text).compactMap { try? $0.input.get() }) ?? []
  }

  @Test("Any form in any wrapping, and in two, is found byte for byte", arguments: forms)
  func wrappings(form: String) throws {
    let original = try Self.bytes(of: form)
    let text = Self.text(of: original)
    let isToken = original.first != UInt8(ascii: "{")
    let inner = isToken ? Self.ofText + Self.ofTokens : Self.ofText
    func expectFound(_ text: [UInt8], _ wrapping: Wrapping, in outer: Wrapping? = nil) {
      let text = outer?.wrap(text) ?? text
      var found = Self.found(text).map(\.bytes)
      var expected = [original]
      if Self.joiningSpace.contains(wrapping.name), !isToken {
        found = found.map { $0.filter { !Text.isSpace($0) } }
        expected = [original.filter { !Text.isSpace($0) }]
      }
      // The bytes themselves would fill the log.
      let isFound = found == expected
      #expect(isFound, "\(wrapping.name)\(outer.map { " in \($0.name)" } ?? "")")
    }
    let outers = Self.ofText.filter {
      ["JSON member", "JSON array", "base64 of it"].contains($0.name)
    }
    #expect(outers.count == 3)
    for wrapping in Self.ofBytes {
      let once = wrapping.wrap(text)
      expectFound(once, wrapping)
      for outer in Self.aroundBytes { expectFound(once, wrapping, in: outer) }
    }
    for wrapping in inner {
      let once = wrapping.wrap(text)
      expectFound(once, wrapping)
      for outer in outers + Self.ofBytes { expectFound(once, wrapping, in: outer) }
    }
  }

  /// What only folders and apps have around a receipt, and what is no longer given.
  private static let untried: Set<ReceiptInput.Layer> = [
    .lineBreaks, .appBundle, .container,
  ]

  @Test("Each layer is one of a wrapping that is tried here, so a new one must be")
  func layers() throws {
    var seen: Set<ReceiptInput.Layer> = []
    for form in Self.forms {
      let text = Self.text(of: try Self.bytes(of: form))
      for wrapping in Self.ofText + Self.ofTokens + Self.ofBytes {
        for input in Self.found(wrapping.wrap(text)) { seen.formUnion(input.layers) }
      }
    }
    #expect(Set(ReceiptInput.Layer.allCases).subtracting(seen) == Self.untried)
  }

  @Test("Each syntax of a print is one that a printer here writes")
  func syntaxes() throws {
    let value = try JSONValue(Array(#"{"a": "b", "c": [{"d": "1"}]}"#.utf8))
    let begun = Printer.all.compactMap {
      ValueSyntax.beginning(Array($0.print(value).utf8)[...])?.name
    }
    #expect(Set(begun) == Set(ValueSyntax.bracketed.map(\.name)))
  }

  @Test("A print is read as the JSON in the bytes of its input", arguments: Printer.all)
  func values(printer: Printer) throws {
    let value = try JSONValue(
      Array(
        #"{"status": 0, "receipt": {"bundle_id": "a.b", "note": "\u00e9 \\ x", "in_app": []}}"#.utf8
      ))
    let input = try #require(Self.found(Array(printer.print(value).utf8)).first)
    guard case .json(let read) = input.kind else {
      Issue.record("\(input.kind)")
      return
    }
    #expect(try JSONReader.read(input.bytes) == read)
  }

  // MARK: Forgeries

  @Test("No wrapping turns a forgery into a pass")
  func forgeries() throws {
    let authority = try TestAuthority.shared.get()
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
        + TrustAnchor.custom(authority.ellipticRootCertificate))
    var count = 0
    for receipt in CatalogueReceipt.all {
      // White space in a JWS is what mail does to it, and is undone with that of a wrapping.
      guard case .refused(let reason) = receipt.fileVerdict, receipt.name != "jws-whitespace" else {
        continue
      }
      let bytes = try receipt.make(under: authority)
      // Some are only refused for what is expected of them.
      guard bytes.count < 64 << 10, let decoded = try? ReceiptDecoder().decode(bytes),
        !verifier.verify(decoded).isTrusted
      else { continue }
      let text = Self.text(of: bytes)
      for wrapping in Self.ofText + Self.ofTokens {
        for input in Self.found(wrapping.wrap(text)) {
          guard let decoded = try? ReceiptDecoder().decode(input) else { continue }
          count += 1
          #expect(
            !verifier.verify(decoded).isTrusted, "\(receipt.name), \(reason), \(wrapping.name)")
        }
      }
    }
    #expect(count > 1000)
  }

  // MARK: Masks

  /// Where base64 stands in a text: all of it, or the values of a property list.
  private static func places(in text: [UInt8]) -> [Range<Int>] {
    guard text.first == UInt8(ascii: "{") else { return [8..<text.count] }
    return ["\"signature\" = \"", "\"purchase-info\" = \""].compactMap { name in
      guard let start = Text.range(of: name, in: text[...], from: 0)?.upperBound,
        let end = text[start...].firstIndex(of: UInt8(ascii: "\""))
      else { return nil }
      return start..<end
    }
  }

  @Test(
    "What somebody masked is incomplete, and never forged, also if nothing is shorter",
    arguments: forms)
  func masks(form: String) throws {
    let authority = try TestAuthority.shared.get()
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
        + TrustAnchor.custom(authority.ellipticRootCertificate))
    let text = Self.text(of: try Self.bytes(of: form))
    var count = 0
    var faults: [String] = []
    for range in Self.places(in: text) {
      for length in [Mask.longRun, 40, 300] where length < range.count {
        for start in stride(
          from: range.lowerBound, through: range.upperBound - length, by: max(1, range.count / 13))
        {
          for sign in "xX-".utf8 {
            var masked = text
            masked.replaceSubrange(
              start..<start + length, with: [UInt8](repeating: sign, count: length))
            count += 1
            if let fault = Self.fault(masked, verifier) {
              faults.append("\(length) of \(sign) from \(start): \(fault)")
            }
          }
        }
      }
    }
    #expect(faults == [])
    #expect(count > 30)
  }

  /// What is said of a text that somebody masked, unless it is that it is incomplete.
  private static func fault(_ text: [UInt8], _ verifier: ReceiptVerifier) -> String? {
    do throws(ReceiptError) {
      for receipt in try FoundReceipt.all(in: text) {
        let decoded = try ReceiptDecoder().decode(try receipt.input.get())
        let verification = verifier.verify(decoded)
        if !decoded.isIncomplete || verification.isTrusted { return "\(verification.status)" }
      }
      return nil
    } catch {
      return error.code == .truncated ? nil : "\(error)"
    }
  }

  // MARK: Mutilations

  /// Changes that leave every character of a signed text as it was, or take some away.
  private static func mutilate(
    _ text: [UInt8], _ random: inout SplitMix64
  ) -> [UInt8] {
    var text = text
    for _ in 0...Int.random(in: 0...2, using: &random) where text.count > 2 {
      let place = Int.random(in: 1..<text.count, using: &random)
      let other = Int.random(in: 1..<text.count, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: text = Array(text[..<place])
      case 1: text = Array(text[place...])
      case 2: text.replaceSubrange(min(place, other)..<max(place, other), with: "...".utf8)
      case 3: text.replaceSubrange(min(place, other)..<max(place, other), with: "\u{2026}".utf8)
      case 4: text.replaceSubrange(min(place, other)..<max(place, other), with: "***".utf8)
      case 5: text.insert(contentsOf: "\r\n".utf8, at: place)
      case 6: text.insert(contentsOf: "\u{AD}".utf8, at: place)
      case 7:
        let wrapping = (ofText + ofTokens).randomElement(using: &random)
        text = wrapping?.wrap(text) ?? text
      case 8: text.insert(contentsOf: "\n> ".utf8, at: place)
      case 9:
        let mask = [
          "<redacted>", "[REDACTED]", "REMOVED", "####", "----", " --- cut --- ", "(more)",
        ]
        text.replaceSubrange(
          min(place, other)..<max(place, other),
          with: (mask.randomElement(using: &random) ?? "").utf8)
      case 10:
        // As long as what it hides, so that no length tells.
        let hidden = min(place, other)..<max(place, other)
        let sign: UInt8 = [0x78, 0x58, 0x2A].randomElement(using: &random) ?? 0x78
        if hidden.count >= Mask.longRun {
          text.replaceSubrange(hidden, with: [UInt8](repeating: sign, count: hidden.count))
        }
      default: text.removeFirst()
      }
      guard text.count < 1 << 18 else { break }
    }
    return text
  }

  /// The signed texts inside another one, which a cut may leave whole: those of a notification.
  private static func inner(_ original: [UInt8]) throws -> [[UInt8]] {
    try ReceiptDecoder().decode(original).allNested.map(\.input.bytes)
  }

  /// Whether both signed values of a transaction are what is left of the original's when only an end was cut off.
  private static func arePieces(_ decoded: DecodedReceipt, of original: DecodedReceipt) -> Bool {
    guard case .propertyList(let found) = decoded.envelope,
      case .propertyList(let whole) = original.envelope
    else { return false }
    return whole.purchaseInfo.starts(with: found.purchaseInfo)
      && whole.signatureBlob.starts(with: found.signatureBlob)
  }

  /// Each has a seed of its own. `RECEIPT_MUTANTS` sets five times their number: one costs as much as five others.
  /// `RECEIPT_SEED` sets the first one.
  @Test("What was genuine is called forged only where a byte of the signed text was changed")
  func mutilations() throws {
    let authority = try TestAuthority.shared.get()
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
        + TrustAnchor.custom(authority.ellipticRootCertificate))
    let originals = try Self.forms.map { try Self.bytes(of: $0) }
    let inner = try originals.map(Self.inner)
    let whole = try originals.map { try ReceiptDecoder().decode($0) }
    let signedIDs = try ReceiptDecoder().decode(try Self.bytes(of: "ios6-ok")).receipt.inApp.map(
      \.transactionID)
    var verdicts: [String: Int] = [:]
    for seed in Mutants.firstSeed..<Mutants.firstSeed + (Mutants.asked ?? 3000) / 5 {
      var random = SplitMix64(seed: UInt64(seed))
      let place = seed % originals.count
      let original = originals[place]
      let text = Self.mutilate(Self.text(of: original), &random)
      for input in Self.found(text) {
        guard let decoded = try? ReceiptDecoder().decode(input) else { continue }
        let verification = verifier.verify(decoded)
        let isWhole = input.bytes == original
        if verification.isTrusted {
          verdicts["trusted", default: 0] += 1
          // Of a transaction of iOS 6 only two values are signed.
          #expect(
            isWhole || inner[place].contains(input.bytes)
              || decoded.form == .ios6Transaction
                && decoded.receipt.inApp.map(\.transactionID) == signedIDs,
            "seed \(seed) of \(Self.forms[place])")
        } else if verification.status == .untrusted, !decoded.isIncomplete {
          verdicts["untrusted", default: 0] += 1
          let isPart =
            input.bytes.count < original.count && original.starts(with: input.bytes)
            || Self.arePieces(decoded, of: whole[place])
          #expect(
            !isWhole && !isPart,
            "seed \(seed) of \(Self.forms[place]): \(verification.checks.filter { $0.status == .fail })"
          )
        } else {
          verdicts["other", default: 0] += 1
        }
      }
    }
    #expect(
      verdicts["trusted", default: 0] > 10 && verdicts["other", default: 0] > 0, "\(verdicts)")
  }
}
