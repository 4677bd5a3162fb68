/// A value of JSON while it is encoded.
final class Node {
  enum Content {
    case scalar(String)
    case list([Node])
    case object([String: Node])
  }

  var content = Content.scalar("null")

  /// A new value at the end of the list.
  func element() -> Node {
    let element = Node()
    content = .list(elements + [element])
    return element
  }

  var elements: [Node] {
    if case .list(let elements) = content { elements } else { [] }
  }

  /// A new value of the object.
  func member(_ key: String) -> Node {
    let member = Node()
    var members: [String: Node] = if case .object(let all) = content { all } else { [:] }
    members[key] = member
    content = .object(members)
    return member
  }

  func json(indentation: String) -> String {
    switch content {
    case .scalar(let text): text
    case .list(let elements):
      block("[", "]", elements.map { $0.json(indentation: indentation + "  ") }, indentation)
    case .object(let members):
      block(
        "{", "}",
        members.sorted { $0.key < $1.key }.map {
          "\(quoted($0.key)) : \($0.value.json(indentation: indentation + "  "))"
        }, indentation)
    }
  }
}

private func block(_ begin: String, _ end: String, _ lines: [String], _ indentation: String)
  -> String
{
  let inner = lines.map { "\(indentation)  \($0)" }.joined(separator: ",\n")
  return "\(begin)\n\(inner)\n\(indentation)\(end)"
}

/// A text of JSON (RFC 8259 §7). A slash is escaped, as Foundation does.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\", "/": result += "\\\(scalar)"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case ..<" ":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
