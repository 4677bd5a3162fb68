@testable import ReceiptCore

/// What no output may hold, whatever was read. This is written anew, and not with the code under test.
enum PrintedText {
  /// Holds a text for people, or a message, to its promises.
  static func check(_ bytes: [UInt8], _ name: String) {
    ProcessorTime.leavingOut {
      checkCharacters(bytes, name, allows: { _ in false })
      checkCommands(bytes, name)
    }
  }

  /// JSON is for programs, which may be given every printable character.
  static func checkJSON(_ bytes: [UInt8], _ name: String) {
    ProcessorTime.leavingOut {
      checkCharacters(bytes, name) { $0.value >= 0x7F }
      checkCommands(bytes, name)
    }
  }

  /// Holds an output that is one JSON document to what holds for JSON.
  static func checkDocument(_ bytes: [UInt8], _ name: String) {
    checkJSON(bytes, name)
    ProcessorTime.leavingOut {
      promise((try? JSONReader.read(bytes)) != nil, "\(name) does not read as JSON")
    }
  }

  /// A page has only the elements that this program writes.
  static func checkPage(_ bytes: [UInt8]) {
    ProcessorTime.leavingOut {
      checkCharacters(bytes, "a page", allows: { _ in false })
      checkElements(bytes)
    }
  }

  private static func checkElements(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      let name = rest.prefix { $0 != 0x20 && $0 != UInt8(ascii: ">") && $0 != 0x0A }
      let text = String(decoding: name, as: UTF8.self)
      promise(
        elements.contains(text.hasPrefix("/") ? String(text.dropFirst()) : text),
        "a page has <\(text)>")
    }
  }

  private static let elements = Set(
    """
    !DOCTYPE !doctype a abbr article b bdi blockquote body br br/ caption circle clipPath
    code dd defs desc details div dl dt em figcaption figure footer g h1 h2 h3 h4 head header
    hr html i li line main mark marker meta nav ol p path pattern polygon polyline pre q rect
    section small span strong style summary sup svg symbol table tbody td text th thead time
    title tr tspan ul use wbr
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  private static func checkCharacters(
    _ bytes: [UInt8], _ name: String, allows: (Unicode.Scalar) -> Bool
  ) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      promise(false, "\(name) is not UTF-8")
      return
    }
    // Of each other one the properties are looked up, which takes long.
    for scalar in text.unicodeScalars where scalar != "\n" && !(" "..."~").contains(scalar) {
      let properties = scalar.properties
      let isHarmful =
        properties.generalCategory == .control || properties.isBidiControl
        || properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        || [.lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
      promise(
        !isHarmful || allows(scalar),
        "\(name) has the character \(String(scalar.value, radix: 16)): \(text.prefix(400))")
    }
  }

  private static let anywhere = ["##[", "##vso[", "##teamcity["].map { Array($0.utf8) }

  /// Commands of services that read logs.
  private static func checkCommands(_ bytes: [UInt8], _ name: String) {
    for line in bytes.split(separator: 0x0A) {
      let lower = line.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      let trimmed = lower.drop { $0 == 0x20 || $0 == 0x09 }
      let isWorkflow =
        trimmed.starts(with: "::".utf8)
        && trimmed.dropFirst(2).first.map { (0x61...0x7A).contains($0) } == true
      promise(!isWorkflow, "\(name) has a command: \(String(decoding: line, as: UTF8.self))")
      for mark in ["--- ", "+++ ", "~~~ ", "^^^ "] {
        promise(
          !lower.starts(with: mark.utf8),
          "\(name) has a command: \(String(decoding: line, as: UTF8.self))")
      }
      guard lower.contains(UInt8(ascii: "#")) else { continue }
      for command in anywhere {
        var rest = lower[...]
        while rest.count >= command.count {
          promise(
            !rest.starts(with: command),
            "\(name) has a command: \(String(decoding: line, as: UTF8.self))")
          rest = rest.dropFirst()
        }
      }
    }
  }
}
