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

    init(bytes name: String, _ wrap: @escaping @Sendable ([UInt8]) -> String) {
      self.name = name
      self.wrap = { Array(wrap($0).utf8) }
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
  static let ofText: [Wrapping] = [
    Wrapping("quotation marks") { "\"\($0)\"\n" },
    Wrapping("JSON string") { json($0) },
    Wrapping("JSON member") { "{\"a\": {\"signed\": \(json($0))}}" },
    Wrapping("JSON array") { "[\(json($0))]" },
    Wrapping("request") { "{\"receipt-data\": \(json($0)), \"password\": \"x\"}" },
    Wrapping("JSON in JSON") { "{\"body\": \(json("{\"signed\": \(json($0))}"))}" },
    Wrapping("Swift's Optional") { "Optional(\"\($0)\")" },
    Wrapping("a log's line") { "2024-02-29 12:00:00.123 INFO [main] (app:7) receipt=\($0)\nbye\n" },
    Wrapping("Docker's line") { "app-1  | 2024-02-29T12:00:00Z \($0)\n" },
    Wrapping("curl -v") {
      "> POST /v1 HTTP/1.1\n> Host: a\n>\n< HTTP/1.1 200 OK\n<\n{\"signed\": \(json($0))}\n"
    },
    Wrapping("HTTP message") { "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n\($0)" },
    Wrapping("Markdown") { "Here it is:\n\n```\n\($0)\n```\n\nThanks!\n" },
    Wrapping("XML") { "<?xml version=\"1.0\"?>\n<a><receipt>\($0)</receipt></a>" },
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
  ]

  /// Those of base64 and JWS alone.
  static let ofTokens: [Wrapping] =
    [64, 72, 76].map { width in
      Wrapping("lines of \(width)") { lines($0, width, "\r\n") }
    } + [
      Wrapping("format=flowed") { lines($0, 72, " \n") },
      Wrapping("quoted mail") { "> " + lines($0, 70, "\n> ") },
      Wrapping("soft hyphens") { lines($0, 60, "\u{AD}") },
      Wrapping("no-break spaces around it") { "\u{A0}\($0)\u{A0}" },
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
    // A list of numbers is bytes only if it begins like DER or base64, which a property list does not.
    let inner =
      isToken ? Self.ofText + Self.ofTokens : Self.ofText.filter { $0.name != "a Buffer as JSON" }
    let outers = Self.ofText.filter {
      ["JSON member", "JSON array", "base64 of it"].contains($0.name)
    }
    #expect(outers.count == 3)
    for wrapping in inner {
      let once = wrapping.wrap(text)
      let isFound = Self.found(once).map(\.bytes) == [original]
      #expect(isFound, "\(wrapping.name)")
      for outer in outers {
        let twice = outer.wrap(once)
        let isFound = Self.found(twice).map(\.bytes) == [original]
        #expect(isFound, "\(wrapping.name) in \(outer.name)")
      }
    }
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

  // MARK: Mutilations

  /// Changes that leave every character of a signed text as it was, or take some away.
  private static func mutilate(
    _ text: [UInt8], _ random: inout SplitMix64
  ) -> [UInt8] {
    var text = text
    for _ in 0...Int.random(in: 0...2, using: &random) where text.count > 2 {
      let place = Int.random(in: 1..<text.count, using: &random)
      let other = Int.random(in: 1..<text.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
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
      default: text.removeFirst()
      }
      guard text.count < 1 << 18 else { break }
    }
    return text
  }

  /// Each has a seed of its own. `RECEIPT_MUTANTS` sets five times their number: one costs as much as five others.
  @Test("What was genuine is called forged only where a byte of the signed text was changed")
  func mutilations() throws {
    let authority = try TestAuthority.shared.get()
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
        + TrustAnchor.custom(authority.ellipticRootCertificate))
    let originals = try Self.forms.map { try Self.bytes(of: $0) }
    let signedIDs = try ReceiptDecoder().decode(try Self.bytes(of: "ios6-ok")).receipt.inApp.map(
      \.transactionID)
    var verdicts: [String: Int] = [:]
    for seed in 0..<(Mutants.asked ?? 3000) / 5 {
      var random = SplitMix64(seed: UInt64(seed))
      let original = originals[seed % originals.count]
      let text = Self.mutilate(Self.text(of: original), &random)
      for input in Self.found(text) {
        guard let decoded = try? ReceiptDecoder().decode(input) else { continue }
        let verification = verifier.verify(decoded)
        let isWhole = input.bytes == original
        if verification.isTrusted {
          verdicts["trusted", default: 0] += 1
          // Of a transaction of iOS 6 only two values are signed.
          #expect(
            isWhole
              || decoded.form == .ios6Transaction
                && decoded.receipt.inApp.map(\.transactionID) == signedIDs,
            "seed \(seed) of \(Self.forms[seed % originals.count])")
        } else if verification.status == .untrusted, !decoded.isIncomplete {
          verdicts["untrusted", default: 0] += 1
          let isPart = input.bytes.count < original.count && original.starts(with: input.bytes)
          #expect(!isWhole && !isPart, "seed \(seed) of \(Self.forms[seed % originals.count])")
        } else {
          verdicts["other", default: 0] += 1
        }
      }
    }
    #expect(
      verdicts["trusted", default: 0] > 10 && verdicts["other", default: 0] > 0, "\(verdicts)")
  }
}
