/// Goes through the values in a JSON value in document order.
///
/// The open containers are on a stack, so depth costs no recursion. The path is put together only where it is asked for:
/// that of each value would hold every name once for each value behind it.
struct JSONWalk {
  /// A longer name is shortened in a path, because a path may be asked for a thousand times.
  static let maximumName = 256

  private struct Level {
    let container: JSONValue
    /// The index of the child that comes next.
    var next = 0
  }

  private var levels: [Level] = []

  /// The number of containers that are open.
  var depth: Int { levels.count }

  /// Goes on with the children of `value`, and then behind it.
  mutating func enter(_ value: JSONValue) { levels.append(Level(container: value)) }

  mutating func next() -> JSONValue? {
    while let last = levels.indices.last {
      let index = levels[last].next
      switch levels[last].container {
      case .object(let members) where index < members.count:
        levels[last].next += 1
        return members[index].value
      case .array(let elements) where index < elements.count:
        levels[last].next += 1
        return elements[index]
      default: levels.removeLast()
      }
    }
    return nil
  }

  /// The name of the last value; `nil` for an element.
  var name: String? {
    guard let level = levels.last, case .object(let members) = level.container else { return nil }
    return members[level.next - 1].name
  }

  /// Where the last value is: `[2].receipt-data`.
  var path: String {
    var path = ""
    for level in levels {
      switch level.container {
      case .object(let members):
        if !path.isEmpty { path += "." }
        path += Self.shortened(members[level.next - 1].name)
      default: path += "[\(level.next - 1)]"
      }
    }
    return path
  }

  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > maximumName else { return name }
    return "\(Substring(name.unicodeScalars.prefix(maximumName / 4)))…"
  }
}
