/// The text of a document in RTF (Rich Text Format 1.9.1), which word processors save.
enum RichText {
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    // No document is in another one.
    guard text.starts(with: "{\\rtf".utf8), !wrapped.layers.contains(.typography) else {
      return nil
    }
    let plain = plain(text)
    let inner = wrapped.inside(.typography, plain).with(Finding(restored: "the commands of RTF"))
    return LogScan.mayHoldAny(plain)
      ? .wrapped([inner]) : .mistake(OtherText(plain[...]).known ?? .richText)
  }

  private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var depth = 0
    /// The depth of the group whose content is not text.
    var hidden: Int?
    /// How many characters follow that stand for one of Unicode.
    var fallback = 0
    var index = text.startIndex
    func add(_ octets: some Sequence<UInt8>) {
      if fallback > 0 { fallback -= 1 } else if hidden == nil { result += octets }
    }
    while index < text.endIndex {
      let octet = text[index]
      index += 1
      switch octet {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        if hidden == depth { hidden = nil }
        depth -= 1
      // A document is broken into lines anywhere.
      case 0x0A, 0x0D: break
      case UInt8(ascii: "\\"):
        guard let sign = text[index...].first else { break }
        let word = text[index...].prefix(maximumWord).prefix { $0 | 0x20 &- 0x61 < 26 }
        guard !word.isEmpty else {
          index += 1
          switch sign {
          case 0x0A: add([0x0A])
          case 0x0D:
            add([0x0A])
            if text[index...].first == 0x0A { index += 1 }
          case UInt8(ascii: "~"): add([0x20])
          case UInt8(ascii: "_"): add([UInt8(ascii: "-")])
          case UInt8(ascii: "*"): hidden = hidden ?? depth
          case UInt8(ascii: "'"):
            guard let code = Hexadecimal.octet(text, at: index) else { break }
            index += 2
            add(character(code))
          case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"): add([sign])
          default: break
          }
          break
        }
        let number = text[word.endIndex...].prefix(maximumWord).prefix {
          Text.isDigit($0) || $0 == UInt8(ascii: "-")
        }
        index = number.endIndex
        // A blank behind a word belongs to it.
        if text[index...].first == 0x20 { index += 1 }
        switch words.first(where: { $0.name.elementsEqual(word) })?.meaning {
        case .sign(let sign): add([sign])
        case .character:
          let code = Int(String(decoding: number, as: UTF8.self)).map {
            UInt16(truncatingIfNeeded: $0)
          }
          if let code, let scalar = Unicode.Scalar(code) { add(String(scalar).utf8) }
          fallback = 1
        case .other: hidden = hidden ?? depth
        case nil: break
        }
      default: add([octet])
      }
    }
    return result
  }

  private static let maximumWord = 32

  private enum Meaning {
    case sign(UInt8)
    /// A character of Unicode.
    case character
    /// A group whose content is not text of the document.
    case other
  }

  private static let words: [(name: [UInt8], meaning: Meaning)] =
    ["par", "line", "row"].map { (Array($0.utf8), .sign(0x0A)) }
    + ["tab", "cell"].map { (Array($0.utf8), .sign(0x09)) }
    + [(Array("u".utf8), .character)]
    + [
      "fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "footer", "fldinst",
    ].map { (Array($0.utf8), .other) }

  /// A character of Windows-1252. Of those that Latin-1 lacks, only the quotation marks matter.
  private static func character(_ code: UInt8) -> String.UTF8View {
    let scalar = marks[code] ?? Unicode.Scalar(code)
    return String(scalar).utf8
  }

  private static let marks: [UInt8: Unicode.Scalar] = [
    0x85: "\u{2026}", 0x91: "\u{2018}", 0x92: "\u{2019}", 0x93: "\u{201C}", 0x94: "\u{201D}",
  ]
}
