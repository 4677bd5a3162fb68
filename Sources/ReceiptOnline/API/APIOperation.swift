internal import ReceiptCommandLine
internal import ReceiptCore

/// A command that answers over HTTP.
struct APIOperation: Sendable {
  let command: String
  let summary: String
  /// The options that a request may give. None of them names a file.
  let options: [String]
  /// Those of them that are for rows alone.
  var rowOptions: [String] = []
  /// The name of the answer's schema; `nil` for one that is no JSON.
  let schema: String?
  /// What the server always says.
  var fixed: [String] = []
  /// The media type of an answer.
  var mediaType = "application/json"
  /// Whether a body may be rows.
  var takesRows = true

  static let all = [
    APIOperation(
      command: "decode", summary: "What is in a receipt",
      options: inputs + ["redact"], rowOptions: rows, schema: "decode"),
    APIOperation(
      command: "check", summary: "Whether a receipt is genuine, and meets expectations",
      options: inputs + judgement + expectations + ["redact"],
      rowOptions: rows, schema: "check"),
    APIOperation(
      command: "diagnose", summary: "What a receipt means, for support",
      options: inputs + judgement + ["complaint", "reply", "device-id", "time-zone", "redact"],
      rowOptions: rows, schema: "diagnose", fixed: ["--settings=none"]),
    APIOperation(
      command: "timeline", summary: "When a customer had what",
      options: inputs + ["at", "time-zone", "redact"], schema: "timeline",
      fixed: ["--settings=none"], takesRows: false),
    APIOperation(
      command: "table", summary: "A row for each product of a receipt",
      options: inputs + judgement + expectations + ["redact"],
      rowOptions: ["field", "keep", "only-failures", "at-field"], schema: "table",
      mediaType: "application/x-ndjson"),
    APIOperation(
      command: "redact", summary: "A copy of a receipt without what leads to a person",
      options: ["form", "shift-dates"], rowOptions: ["field", "keep"], schema: nil,
      mediaType: "application/octet-stream"),
  ]

  private static let inputs = ["form", "profile"]
  private static let judgement = ["at", "unsigned"]
  private static let expectations = Checks.parameters.filter(\.isOptionOfItsOwn).map(\.name)
  private static let rows = ["field", "keep", "only-failures", "compact"]

  /// The options as the command line describes them.
  var arguments: [ArgumentTable.Row] {
    guard let table = ArgumentTable(ofCommand: command) else { return [] }
    return (options + rowOptions).compactMap { table.option("--\($0)") }
  }
}
