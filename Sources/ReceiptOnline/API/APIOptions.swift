internal import ReceiptCommandLine

/// Reads the options of a request: `bundle_id=com.example.tea` is `--bundle-id com.example.tea`.
struct APIOptions: Sendable {
  let operation: APIOperation
  private let rows: [String: ArgumentTable.Row]

  init(_ operation: APIOperation) {
    self.operation = operation
    rows = Dictionary(
      operation.arguments.map { (Self.key($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of an option in a request.
  static func key(_ row: ArgumentTable.Row) -> String {
    String(row.name.drop { $0 == "-" }.map { $0 == "-" ? "_" : $0 })
  }

  /// The options as arguments of the command.
  ///
  /// - Parameter areRows: Whether the body is rows.
  func arguments(
    _ pairs: [(name: String, value: String)], areRows: Bool
  ) throws(Problem) -> [String] {
    var arguments: [String] = []
    var seen: Set<String> = []
    for (name, value) in pairs {
      guard let row = rows[name] else {
        throw .malformed(
          "\(operation.command) has no option \(name.prefix(80))",
          hint: "it takes \(rows.keys.sorted().joined(separator: ", "))")
      }
      let option = String(row.name.dropFirst(2))
      if !areRows, operation.rowOptions.contains(option) {
        throw .malformed("\(name) is for rows: send them as application/x-ndjson")
      }
      if !seen.insert(name).inserted, !row.isRepeating {
        throw .malformed("\(name) is given twice")
      }
      // `@` would name a file of this machine.
      if option == "device-id", value.hasPrefix("@") {
        throw .malformed("\(name) is an id: a MAC address or an identifierForVendor")
      }
      guard row.isFlag else {
        guard !value.isEmpty else {
          throw .malformed("\(name) is empty", hint: "leave it out")
        }
        arguments.append("\(row.name)=\(value)")
        continue
      }
      switch value {
      case "", "true": arguments.append(row.name)
      case "false": break
      default: throw .malformed("\(name) is true or false")
      }
    }
    return arguments
  }

  /// A sentence of the command line with the names that options have in a request; `nil` if it names one that no request
  /// takes.
  func requestWords(_ sentence: String) -> String? {
    var parts = sentence.split(separator: " ", omittingEmptySubsequences: false)
    for index in parts.indices {
      guard let start = parts[index].firstRange(of: "--") else { continue }
      let name = parts[index][start.upperBound...].prefix { $0.isLetter || $0 == "-" }
      guard !name.isEmpty else { continue }
      let key = String(name).replacing("-", with: "_")
      guard rows[key] != nil else { return nil }
      parts[index].replaceSubrange(start.lowerBound..<name.endIndex, with: key)
    }
    return parts.joined(separator: " ")
  }
}

extension Problem {
  /// What the command line says of a call, for those who sent a request.
  func told(of options: APIOptions) -> Problem {
    var problem = self
    problem.detail = options.requestWords(detail) ?? detail
    problem.hint = hint.flatMap(options.requestWords)
    return problem
  }
}
