import Foundation
import TestSupport
import Testing

@testable import ReceiptCore

struct Base64Tests {
  @Test("the fixture's text decodes to the same DER as with Foundation")
  func fixture() throws {
    let input = try ReceiptInput(try Fixture.subscriptionText())
    #expect(try input.bytes == Fixture.subscription())
    #expect(input.layers == [.base64])
    #expect(input.error == nil)
  }

  @Test(
    "an ellipsis within the text is named", arguments: [100, 400], ["...", "\u{2026}"])
  func ellipsis(place: Int, sign: String) throws {
    let text = try String(decoding: Fixture.subscriptionText(), as: UTF8.self)
    let bytes = Array((text.prefix(place) + sign + text.dropFirst(800)).utf8)
    // What stands before a late one is read.
    let error = try #require((try? ReceiptInput(bytes))?.error ?? thrownError(bytes))
    #expect(error.mark == Mark("truncated", at: place))
    #expect(
      error.message.contains("ellipsis") || error.message.contains("shortened"),
      "\(error.message)")
  }

  @Test("DER is used as it is")
  func noLayer() throws {
    let bytes = try Fixture.subscription()
    let input = try ReceiptInput(bytes)
    #expect(input.bytes == bytes)
    #expect(input.layers == [])
  }

  @Test("line breaks are ignored", arguments: [1, 3, 64, 76], ["\n", "\r\n", " \t"])
  func wrapped(_ width: Int, _ lineBreak: String) throws {
    let bytes = try Fixture.subscription()
    let text = Data(bytes).base64EncodedString()
    let lines = stride(from: 0, to: text.utf8.count, by: width).map {
      text.dropFirst($0).prefix(width)
    }
    let wrapped = lineBreak + lines.joined(separator: lineBreak) + lineBreak
    let input = try ReceiptInput(Array(wrapped.utf8))
    #expect(input.bytes == bytes)
    #expect(input.layers == [.base64])
    #expect(input.error == nil)
  }

  @Test("a text is canonical if encoding its bytes gives it again")
  func canonical() throws {
    var random = SplitMix64(seed: 1)
    let characters = Array("AQgw+/-_8== \n".utf8)
    var counts = (standard: 0, urlSafe: 0, neither: 0)
    for _ in 0..<20_000 {
      // Half of them end in padding, or in bits that no byte has.
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        characters.randomElement(using: &random) ?? 0
      }
      guard let decoded = try? Base64.decode(text) else { continue }
      let standard = Array(Data(decoded.bytes).base64EncodedData())
      let urlSafe = standard.filter { $0 != UInt8(ascii: "=") }.map { octet in
        switch octet {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: octet
        }
      }
      #expect(decoded.isCanonical == (text == standard), "\(text)")
      #expect(decoded.isCanonicalURL == (text == urlSafe), "\(text)")
      counts.standard += decoded.isCanonical ? 1 : 0
      counts.urlSafe += decoded.isCanonicalURL ? 1 : 0
      counts.neither += decoded.isCanonical || decoded.isCanonicalURL ? 0 : 1
    }
    #expect(min(counts.standard, counts.urlSafe, counts.neither) > 500, "\(counts)")
  }

  @Test("the URL-safe alphabet is read and reported")
  func urlSafe() throws {
    let bytes: [UInt8] = [0x30, 0x82, 0x00, 0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF]
    let text = Data(bytes).base64EncodedString()
    #expect(text.contains("+") && text.contains("/"))
    let safe = text.replacing("+", with: "-").replacing("/", with: "_")
    let input = try ReceiptInput(Array(safe.utf8))
    #expect(input.bytes == bytes)
    #expect(input.layers == [.base64URL])
    for symbol in ["+", "-", "/", "_"] {
      let one = try ReceiptInput(Array("MII\(symbol)".utf8))
      #expect(one.layers == [symbol == "-" || symbol == "_" ? .base64URL : .base64])
      #expect(one.bytes.last == (symbol == "+" || symbol == "-" ? 0x3E : 0x3F))
    }
  }

  @Test(
    "padding may be left out",
    arguments: [
      ("MIIB", [0x30, 0x82, 0x01]), ("MII", [0x30, 0x82]), ("MIIBAg", [0x30, 0x82, 1, 2]),
    ]
      as [(String, [UInt8])])
  func unpadded(_ text: String, _ bytes: [UInt8]) throws {
    let input = try ReceiptInput(Array(text.utf8))
    #expect(input.bytes == bytes)
    #expect(input.error == nil)
  }

  private static let noBeginning = "=" + String(repeating: "MII", count: 16)

  @Test(
    "wrong padding is refused at its place",
    arguments: [
      ("MIIB=", 4), ("MIIB==", 4), ("MIIBAg===", 8), ("MII==", 4), ("MIIBA===", 5),
      ("MIIBA=", 5), (noBeginning, 0), ("MIIBAg=", 7), ("MIIBAg=\n", 7),
    ])
  func wrongPadding(_ text: String, _ offset: Int) {
    #expect(inputMark(text) == Mark("invalid-base64", at: offset))
  }

  @Test(
    "data after the padding is refused at its start",
    arguments: [("MIIBAg==MIIB", 8), ("MII=MIIB", 4), ("MII=\nMIIB", 5)])
  func dataAfterPadding(_ text: String, _ offset: Int) {
    #expect(inputMark(text) == Mark("invalid-base64", at: offset))
  }

  @Test(
    "a byte that does not belong to base64 is refused at its place",
    arguments: [
      ("MIIB*AAA", 4), ("MII\u{0}", 3), ("MIIB.", 4), ("MIIé", 3),
    ])
  func invalidOctet(_ text: String, _ offset: Int) {
    #expect(inputMark(text) == Mark("not-a-receipt", at: offset))
  }

  @Test("every byte is base64, white space, padding, or refused")
  func everyOctet() {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_".utf8)
    let space = Set(" \t\r\n".utf8)
    for octet in UInt8.min...UInt8.max {
      var fault: Base64.Fault?
      var count = -1
      do {
        count = try Base64.decode(Array("AAA".utf8) + [octet]).bytes.count
      } catch {
        fault = error
      }
      if alphabet.contains(octet) {
        #expect(count == 3)
      } else if space.contains(octet) || octet == UInt8(ascii: "=") {
        #expect(count == 2)
      } else {
        #expect(fault == .invalidOctet(offset: 3))
      }
    }
  }

  @Test("a byte is read the same way at every place of a text")
  func everyPlace() {
    let text = Array("MIIVQQYJKoZIhvcN".utf8)
    for place in text.indices {
      for octet in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = octet
        switch octet {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          let expected = Data(base64Encoded: Data(changed)).map { [UInt8]($0) }
          #expect((try? Base64.decode(changed))?.bytes == expected)
        case UInt8(ascii: "-"), UInt8(ascii: "_"):
          let decoded = try? Base64.decode(changed)
          changed[place] = octet == UInt8(ascii: "-") ? UInt8(ascii: "+") : UInt8(ascii: "/")
          let expected = Data(base64Encoded: Data(changed)).map { [UInt8]($0) }
          #expect(decoded?.bytes == expected && decoded?.isURLSafe == true)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
          let decoded = try? Base64.decode(changed)
          changed.remove(at: place)
          changed.append(UInt8(ascii: "="))
          let expected = Data(base64Encoded: Data(changed)).map { [UInt8]($0) }
          #expect(decoded?.bytes == expected && decoded?.isCut == false)
        case UInt8(ascii: "="):
          // Padding is valid only at the very end, and never before the third place of a group.
          let isLast = place == text.count - 1
          let fault: Base64.Fault? =
            isLast
            ? nil
            : place % 4 < 2 ? .wrongPadding(offset: place) : .dataAfterPadding(offset: place + 1)
          #expect(self.fault(of: changed) == fault)
        default:
          #expect(self.fault(of: changed) == .invalidOctet(offset: place))
        }
      }
    }
  }

  private func fault(of text: [UInt8]) -> Base64.Fault? {
    do {
      _ = try Base64.decode(text)
      return nil
    } catch {
      return error
    }
  }

  @Test("a truncated text is an error, but its beginning is decoded")
  func cut() throws {
    let bytes = try Fixture.subscription()
    let text = Array(Data(bytes).base64EncodedString().utf8)
    let cut = Array(text.prefix(4001))
    let input = try ReceiptInput(cut)
    #expect(input.bytes == Array(bytes.prefix(3000)))
    #expect(input.error?.mark == Mark("truncated", at: 4001))
    let decoded = try ReceiptDecoder().decode(cut)
    #expect(decoded.errors.map(\.code) == [.truncated])
    #expect(decoded.attributes.count == (try ReceiptDecoder().decode(bytes).attributes.count))
  }

  @Test("base64 of something else is refused")
  func somethingElse() {
    #expect(inputMark("aGVsbG8gd29ybGQ=") == Mark("not-a-receipt", at: 0))
  }

  @Test("empty input and white space are refused as empty")
  func empty() {
    #expect(inputMark("") == Mark("empty", at: nil))
    #expect(inputMark(" \n") == Mark("empty", at: nil))
  }

  @Test("every length is decoded to the original", arguments: 0...64)
  func roundTrip(_ length: Int) throws {
    var random = SplitMix64(seed: UInt64(length))
    let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let text = Data(bytes).base64EncodedString()
    #expect(try Base64.decode(Array(text.utf8)).bytes == bytes)
    let unpadded = text.replacing("=", with: "")
    #expect(try Base64.decode(Array(unpadded.utf8)).bytes == bytes)
    #expect(try Base64.decode(Array(unpadded.utf8)).isCut == false)
    let receipt = [0x30, 0x80] + bytes
    let input = try ReceiptInput(Array(Data(receipt).base64EncodedString().utf8))
    #expect(input.bytes == receipt)
  }

  private func inputMark(_ text: String) -> Mark? {
    do {
      _ = try ReceiptInput(Array(text.utf8))
      return nil
    } catch {
      return error.mark
    }
  }

  @Test("the length of a text follows from the number of bytes", arguments: 0..<10)
  func lengthOfText(count: Int) {
    let text = Base64.encode([UInt8](repeating: 1, count: count))
    #expect(Base64.lengthOfText(count) == text.utf8.count { $0 != UInt8(ascii: "=") })
  }
}
