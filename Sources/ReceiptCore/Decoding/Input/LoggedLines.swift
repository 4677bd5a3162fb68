/// A text that a container or a service logged line by line, each line in a JSON object of its own.
enum LoggedLines {
  /// Who writes such objects: the member with the line, one that tells such an object, and whether the line has its end.
  private static let writers: [(line: String, mark: String, hasEnd: Bool)] = [
    // Docker breaks a long line into several objects, and only the last one has the end.
    ("log", "stream", true),
    ("MESSAGE", "__REALTIME_TIMESTAMP", false),
    ("textPayload", "timestamp", false),
    ("message", "timestamp", false),
    ("msg", "time", false),
  ]

  /// Whether an object may be a line of a log.
  static func isLine(_ value: JSONValue) -> Bool { writer(of: value) != nil }

  /// The text of the lines, if all of them are of one log, and nothing else in them can hold a receipt.
  static func text(_ value: JSONValue) -> [UInt8]? {
    guard let lines = value.elements, lines.count > 1, let writer = writer(of: lines[0]) else {
      return nil
    }
    var text: [UInt8] = []
    for line in lines {
      guard let members = line.members, let part = line[writer.line]?.string,
        members.allSatisfy({ $0.name == writer.line || isShort($0.value) })
      else { return nil }
      text += part.utf8
      if !writer.hasEnd { text.append(0x0A) }
    }
    return text
  }

  private static func writer(of value: JSONValue) -> (line: String, mark: String, hasEnd: Bool)? {
    writers.first { value[$0.line]?.string != nil && value[$0.mark] != nil }
  }

  /// Labels of a container stand in an object, and none of them is as long as a receipt.
  private static func isShort(_ value: JSONValue) -> Bool {
    let texts = value.members?.map(\.value) ?? [value]
    return texts.allSatisfy { $0.childCount == 0 && ($0.string ?? "").utf8.count < longest }
  }

  private static let longest = 200
  /// So many lines fill the largest input.
  static let maximumCount = 250_000
}
