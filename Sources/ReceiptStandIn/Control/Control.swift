internal import ReceiptCore

/// An address of the stand-in's own, under `/stand-in`, with which a test moves the clock and makes things happen.
struct Control: Sendable {
  let method: String
  /// What follows `/stand-in/`; `{name}` is open.
  let path: String
  /// What it does, for the documentation.
  let meaning: String
  let answer: @Sendable (inout Store, ControlCall) throws(ControlFault) -> JSONValue

  init(
    _ method: String, _ path: String, _ meaning: String,
    _ answer: @escaping @Sendable (inout Store, ControlCall) throws(ControlFault) -> JSONValue
  ) {
    self.method = method
    self.path = path
    self.meaning = meaning
    self.answer = answer
  }

  /// The first segment of their paths. Apple has none like it.
  static let prefix = "stand-in"
}

/// A request to one of them.
struct ControlCall {
  /// The open part of the path.
  let parameter: String
  /// The body; an empty object without one.
  let body: JSONValue
  /// The real time.
  let now: ReceiptDate
}

/// Why it cannot be done.
struct ControlFault: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

extension Control {
  /// The open part of a path, or an empty text where nothing is open; `nil` for another path.
  func parameter(of path: [String]) -> String? {
    let segments = self.path.split(separator: "/").map(String.init)
    guard segments.count == path.count else { return nil }
    var parameter = ""
    for (segment, given) in zip(segments, path) {
      if segment.hasPrefix("{") { parameter = given } else if segment != given { return nil }
    }
    return parameter
  }
}
