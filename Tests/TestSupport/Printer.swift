package import ReceiptCore

/// Writes a value as other programs print it.
package struct Printer: Sendable {
  package let name: String
  package let layer: String
  package let print: @Sendable (JSONValue) -> String

  package static let all: [Printer] = [
    Printer(name: "NSLog", layer: "nslog") { nslog($0) },
    Printer(name: "Swift", layer: "swift-print") { swift($0) },
    Printer(name: "Swift, [AnyHashable: Any]", layer: "swift-print") { anyHashable($0) },
    Printer(name: "Swift around Foundation", layer: "swift-print") { foundation($0) },
    Printer(name: "Python", layer: "python-print") { python($0) },
    Printer(name: "PHP code", layer: "php-print") { php($0) },
    Printer(name: "PHP code, short", layer: "php-print") { shortPHP($0) },
    Printer(name: "print_r", layer: "php-print") { printR($0) },
    Printer(name: "print_r in one line", layer: "php-print") {
      printR($0).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    },
    Printer(name: "var_dump", layer: "php-print") { varDump($0) },
    Printer(name: "Laravel's dump", layer: "php-print") { varDumper($0, "") },
    Printer(name: "Symfony's dump of a page", layer: "php-print") { varDumper($0, " ▼") },
    Printer(name: "Node", layer: "node-print") { node($0, indent: "") },
    Printer(name: "a browser's console", layer: "console-print") {
      "▼ Object\n" + console($0, indent: "    ")
    },
    Printer(name: "Ruby", layer: "ruby-print") { ruby($0, sign: "=>") },
    Printer(name: "Ruby 3.4", layer: "ruby-print") { ruby($0, sign: " => ") },
    Printer(name: "Java", layer: "java-print") { java($0) },
    Printer(name: "Kotlin", layer: "java-print") { kotlin($0) },
    Printer(name: "records of Java", layer: "java-print") { kotlin($0, "[", "]") },
    Printer(name: "Go", layer: "go-print") { go($0) },
    Printer(name: "Go in lines", layer: "go-print") { go($0, separator: " \n ") },
    Printer(name: "YAML", layer: "yaml") { "---\n" + yaml($0, indent: "") },
    Printer(name: "XML", layer: "property-list") {
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0"
        + "//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n"
        + xml($0) + "\n</plist>\n"
    },
  ]

  /// A text in double quotation marks, with the escapes that most languages share.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
  }

  // MARK: Apple

  static func nslog(_ value: JSONValue, indent: String = "") -> String {
    let deeper = indent + "    "
    switch value {
    case .object(let members):
      return "{\n"
        + members.map { member in
          let name = isWord(member.name) ? member.name : quoted(member.name)
          return "\(deeper)\(name) = \(nslog(member.value, indent: deeper));\n"
        }.joined() + indent + "}"
    case .array(let elements):
      return "(\n"
        + elements.map { deeper + nslog($0, indent: deeper) }.joined(separator: ",\n")
        + "\n\(indent))"
    case .string(let text): return isWord(text) ? text : quoted(text)
    case .number(let digits): return digits
    case .bool(let flag): return flag ? "1" : "0"
    case .null: return "\"<null>\""
    }
  }

  /// What is below a value that was unfolded in a console.
  static func console(_ value: JSONValue, indent: String) -> String {
    let members: [JSONValue.Member]
    let end: String
    switch value {
    case .object(let own):
      members = own
      end = "\(indent)[[Prototype]]: Object\n"
    case .array(let elements):
      members = elements.enumerated().map {
        JSONValue.Member(name: "\($0.offset)", value: $0.element)
      }
      end = "\(indent)length: \(elements.count)\n\(indent)[[Prototype]]: Array(0)\n"
    default: return ""
    }
    return members.map { member in
      let name = isWord(member.name.replacing("_", with: "a")) ? member.name : quoted(member.name)
      let line =
        switch member.value {
        case .object: "Object\n"
        case .array(let elements): "Array(\(elements.count))\n"
        case .string(let text):
          quoted(text).replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\n"
        default: "\(member.value.description)\n"
        }
      let isUnfolded = line == "Object\n" || line.hasPrefix("Array(")
      return (isUnfolded ? indent.dropLast(2) + "▼ " : indent) + "\(name): \(line)"
        + console(member.value, indent: indent + "    ")
    }.joined() + end
  }

  static func swift(_ value: JSONValue) -> String {
    switch value {
    case .object(let members) where members.isEmpty: "[:]"
    case .object(let members):
      "[" + members.map { "\(quoted($0.name)): \(swift($0.value))" }.joined(separator: ", ") + "]"
    case .array(let elements): "[" + elements.map(swift).joined(separator: ", ") + "]"
    case .string(let text): quoted(text)
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null: "nil"
    }
  }

  static func anyHashable(_ value: JSONValue) -> String {
    switch value {
    case .object(let members) where !members.isEmpty:
      "["
        + members.map { "AnyHashable(\(quoted($0.name))): Optional(\(anyHashable($0.value)))" }
        .joined(separator: ", ") + "]"
    case .array(let elements): "[" + elements.map(anyHashable).joined(separator: ", ") + "]"
    default: swift(value)
    }
  }

  /// The values of a Swift dictionary are objects of Foundation, as `JSONSerialization` returns them.
  static func foundation(_ value: JSONValue) -> String {
    let members = (value.members ?? []).map { member in
      let text =
        switch member.value {
        case .string(let text): text
        case .array: "<__NSArrayM 0x600003a5c1b0>" + nslog(member.value)
        default: nslog(member.value)
        }
      return "\(quoted(member.name)): \(text)"
    }
    return "[" + members.joined(separator: ", ") + "]"
  }

  // MARK: Python

  static func python(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      "{" + members.map { "'\($0.name)': \(python($0.value))" }.joined(separator: ", ") + "}"
    case .array(let elements): "[" + elements.map(python).joined(separator: ", ") + "]"
    case .string(let text):
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    case .number(let digits): digits
    case .bool(let flag): flag ? "True" : "False"
    case .null: "None"
    }
  }

  // MARK: PHP

  private static func phpText(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  static func php(_ value: JSONValue, indent: String = "") -> String {
    func array(_ parts: [(String, JSONValue)]) -> String {
      "array (\n"
        + parts.map { key, part in
          let isSimple = part.members == nil && part.elements == nil
          return "\(indent)  \(key) => \(isSimple ? "" : "\n\(indent)  ")"
            + php(part, indent: indent + "  ") + ",\n"
        }.joined() + "\(indent))"
    }
    return switch value {
    case .object(let members): array(members.map { (phpText($0.name), $0.value) })
    case .array(let elements): array(elements.enumerated().map { ("\($0)", $1) })
    case .string(let text): phpText(text)
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null: "NULL"
    }
  }

  static func shortPHP(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      "["
        + members.map { "\(phpText($0.name)) => \(shortPHP($0.value))" }.joined(separator: ", ")
        + "]"
    case .array(let elements): "[" + elements.map(shortPHP).joined(separator: ", ") + "]"
    default: php(value)
    }
  }

  static func printR(_ value: JSONValue, indent: String = "") -> String {
    func array(_ parts: [(String, JSONValue)]) -> String {
      "Array\n\(indent)(\n"
        + parts.map { "\(indent)    [\($0)] => \(printR($1, indent: indent + "        "))\n" }
        .joined() + "\(indent))\n"
    }
    return switch value {
    case .object(let members): array(members.map { ($0.name, $0.value) })
    case .array(let elements): array(elements.enumerated().map { ("\($0)", $1) })
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let flag): flag ? "1" : ""
    case .null: ""
    }
  }

  static func varDump(_ value: JSONValue, indent: String = "") -> String {
    func array(_ parts: [(String, JSONValue)]) -> String {
      "\(indent)array(\(parts.count)) {\n"
        + parts.map { "\(indent)  [\($0)]=>\n\(varDump($1, indent: indent + "  "))" }.joined()
        + "\(indent)}\n"
    }
    return switch value {
    case .object(let members): array(members.map { ("\"\($0.name)\"", $0.value) })
    case .array(let elements): array(elements.enumerated().map { ("\($0)", $1) })
    case .string(let text): "\(indent)string(\(text.utf8.count)) \"\(text)\"\n"
    case .number(let digits): "\(indent)int(\(digits))\n"
    case .bool(let flag): "\(indent)bool(\(flag))\n"
    case .null: "\(indent)NULL\n"
    }
  }

  static func varDumper(_ value: JSONValue, _ fold: String, indent: String = "") -> String {
    func array(_ parts: [(String, JSONValue)]) -> String {
      guard !parts.isEmpty else { return "[]" }
      return "array:\(parts.count) [\(fold)\n"
        + parts.map {
          "\(indent)  \($0) => \(varDumper($1, fold, indent: indent + "  "))\n"
        }.joined() + "\(indent)]"
    }
    return switch value {
    case .object(let members): array(members.map { ("\"\($0.name)\"", $0.value) })
    case .array(let elements): array(elements.enumerated().map { ("\($0)", $1) })
    case .string(let text): "\"\(text)\""
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null: "null"
    }
  }

  // MARK: Node, Ruby, Java and Go

  static func node(_ value: JSONValue, indent: String) -> String {
    let deeper = indent + "  "
    return switch value {
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      "{\n"
        + members.map { member in
          let name =
            member.name.contains("-") || member.name.first?.isNumber == true
            ? "'\(member.name)'" : member.name
          return "\(deeper)\(name): \(node(member.value, indent: deeper))"
        }.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let elements) where elements.isEmpty: "[]"
    case .array(let elements):
      "[ " + elements.map { node($0, indent: deeper) }.joined(separator: ", ") + " ]"
    case .string(let text):
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null: "null"
    }
  }

  static func ruby(_ value: JSONValue, sign: String) -> String {
    switch value {
    case .object(let members):
      "{"
        + members.map { "\(quoted($0.name))\(sign)\(ruby($0.value, sign: sign))" }
        .joined(separator: ", ") + "}"
    case .array(let elements):
      "[" + elements.map { ruby($0, sign: sign) }.joined(separator: ", ") + "]"
    case .string(let text): quoted(text)
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null: "nil"
    }
  }

  static func java(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      "{" + members.map { "\($0.name)=\(java($0.value))" }.joined(separator: ", ") + "}"
    case .array(let elements): "[" + elements.map(java).joined(separator: ", ") + "]"
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null: "null"
    }
  }

  static func kotlin(_ value: JSONValue, _ open: String = "(", _ close: String = ")") -> String {
    switch value {
    case .object(let members):
      "Answer\(open)"
        + members.map { "\($0.name)=\(kotlin($0.value, open, close))" }.joined(separator: ", ")
        + close
    case .array(let elements):
      "[" + elements.map { kotlin($0, open, close) }.joined(separator: ", ") + "]"
    default: java(value)
    }
  }

  static func go(_ value: JSONValue, separator: String = " ") -> String {
    switch value {
    case .object(let members):
      "map["
        + members.map { "\($0.name):\(go($0.value, separator: separator))" }
        .joined(separator: separator) + "]"
    case .array(let elements):
      "[" + elements.map { go($0, separator: separator) }.joined(separator: separator) + "]"
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null: "<nil>"
    }
  }

  // MARK: YAML and XML

  /// As Ruby's `to_yaml` writes it: a list stands as far left as its name.
  static func yaml(_ value: JSONValue, indent: String) -> String {
    switch value {
    case .object(let members) where !members.isEmpty:
      members.map { member in
        let isBlock =
          member.value.members?.isEmpty == false || member.value.elements?.isEmpty == false
        let deeper = member.value.elements == nil ? indent + "  " : indent
        return "\(indent)\(member.name):"
          + (isBlock ? "\n" : " ") + yaml(member.value, indent: deeper)
      }.joined()
    case .array(let elements) where !elements.isEmpty:
      elements.map { element in
        "\(indent)- " + yaml(element, indent: indent + "  ").drop { $0 == " " }
      }.joined()
    case .object: "{}\n"
    case .array: "[]\n"
    case .string(let text):
      (text.contains { $0.isLetter } && !text.contains(": ") && !["true", "false"].contains(text)
        ? text : "'\(text)'") + "\n"
    case .number(let digits): digits + "\n"
    case .bool(let flag): "\(flag)\n"
    case .null: "\n"
    }
  }

  static func xml(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      "<dict>\n"
        + members.map { "<key>\($0.name)</key>\n\(xml($0.value))\n" }.joined() + "</dict>"
    case .array(let elements):
      elements.isEmpty ? "<array/>" : "<array>\n" + elements.map(xml).joined() + "</array>"
    case .string(let text):
      "<string>" + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</string>"
    case .number(let digits): "<integer>\(digits)</integer>"
    case .bool(let flag): "<\(flag)/>"
    case .null: "<string></string>"
    }
  }
}
