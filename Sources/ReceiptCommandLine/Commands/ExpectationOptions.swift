internal import ArgumentParser
internal import ReceiptCore

/// The options of `check` that say what is expected, made from the list of checks.
struct ExpectationOptions: ParsableArguments, CustomReflectable {
  private var rows: [(parameter: any ExpectationParameter, value: Value)]

  private enum Value {
    case one(Option<String?>)
    case many(Option<[String]>)

    var texts: [String] {
      switch self {
      case .one(let option): option.wrappedValue.map { [$0] } ?? []
      case .many(let option): option.wrappedValue
      }
    }
  }

  init() {
    rows = Checks.parameters.filter(\.isOptionOfItsOwn).map { parameter in
      let name = NameSpecification.customLong(parameter.name)
      return (
        parameter,
        parameter.isRepeatable
          ? .many(Option(wrappedValue: [], name: name, help: parameter.optionHelp))
          : .one(
            Option(
              name: name, help: parameter.optionHelp,
              completion: parameter.choices.isEmpty ? nil : .list(parameter.choices)))
      )
    }
  }

  init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    for (index, row) in rows.enumerated() {
      let key = Key(stringValue: row.parameter.name)
      rows[index].value =
        switch row.value {
        case .one: .one(try container.decode(Option<String?>.self, forKey: key))
        case .many: .many(try container.decode(Option<[String]>.self, forKey: key))
        }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// ArgumentParser finds options by looking at the properties of the type.
  var customMirror: Mirror {
    Mirror(
      self,
      children: rows.map { row -> (label: String?, value: Any) in
        switch row.value {
        case .one(let option): (row.parameter.name, option)
        case .many(let option): (row.parameter.name, option)
        }
      })
  }

  func validate() throws {
    for (parameter, text) in given where !parameter.isFile(text) {
      var scratch = Expectations()
      try parameter.read(text, into: &scratch)
    }
    for row in rows where !row.parameter.isRequired && !row.value.texts.isEmpty {
      let check = Checks.expectations.first { check in
        check.parameters.contains { $0.name == row.parameter.name }
      }
      guard let first = check?.parameters.first, !given.contains(where: { $0.0.name == first.name })
      else { continue }
      throw UsageError(
        "--\(row.parameter.name) needs --\(first.name)", hint: "add --\(first.name)")
    }
  }

  /// What was given, in the order of the checks.
  private var given: [(any ExpectationParameter, String)] {
    rows.flatMap { row in row.value.texts.map { (row.parameter, $0) } }
  }

  /// The files that hold values.
  var files: [String] {
    given.filter { $0.0.isFile($0.1) }.map { String($0.1.dropFirst()) }
  }

  /// The expectations, with those in files.
  ///
  /// - Throws: `NamedError` for a file that cannot be read, or that holds nothing of the kind.
  func expectations(on host: Host) throws -> Expectations {
    var expectations = Expectations()
    for (parameter, text) in given {
      if parameter.isFile(text) {
        try parameter.read(file: String(text.dropFirst()), into: &expectations, on: host)
      } else {
        try parameter.read(text, into: &expectations)
      }
    }
    return expectations
  }
}

extension ExpectationParameter {
  fileprivate var optionHelp: ArgumentHelp {
    let choices = choices.isEmpty ? "" : ": " + choices.joined(separator: ", ")
    return ArgumentHelp(
      "\(help)\(choices).\(isRepeatable ? " Repeatable." : "")",
      valueName: valueName + (isSearchable ? "|@file" : ""),
      visibility: mostUsed.contains(name) ? .default : .inFullHelp)
  }

  /// Whether a text names a file that holds the values.
  fileprivate func isFile(_ text: String) -> Bool { isSearchable && text.hasPrefix("@") }

  fileprivate func read(_ text: String, into expectations: inout Expectations) throws {
    // A space that was copied along is not seen, and nothing would be equal to the text.
    if !isSearchable, text.first?.isWhitespace == true || text.last?.isWhitespace == true {
      throw UsageError.value(
        text, "has a space at its beginning or end", hint: "write it without the space"
      ).naming("--\(name)")
    }
    guard !add(text, to: &expectations) else { return }
    guard choices.isEmpty else {
      throw Choices.error(text, among: choices).naming("--\(name)")
    }
    throw UsageError.value(text, fault).naming("--\(name)")
  }

  fileprivate func read(
    file path: String, into expectations: inout Expectations, on host: Host
  ) throws {
    do throws(ReceiptError) {
      let text = ReceiptString(
        try FileReader.readNamed(path, limit: maximumFileSize, on: host))
      guard search(text.description, for: &expectations) else {
        throw ReceiptError(
          .noDeviceID, "there is no device id in it",
          hint: "a device id is a MAC address or a UUID")
      }
    } catch {
      throw NamedError(name: path, error: error)
    }
  }
}

/// The options that the short help shows.
private let mostUsed: Set = ["bundle-id", "device-id", "product", "active-product"]

private let maximumFileSize = 4 << 20

extension ReceiptError.Code {
  /// A file of device ids that holds none.
  static let noDeviceID = Self(rawValue: "no-device-id")
}
