internal import ReceiptCore

/// An expectation file: what is expected of which receipts. Later entries add to earlier ones for the same
/// file.
struct ExpectationFile: Sendable {
  /// The file as reports name it; `-` for standard input.
  let name: String
  /// Where the list of entries begins.
  let line: Int
  let entries: [Entry]

  /// Where the file lies: patterns and roots are relative to that.
  var folder: String { name == "-" ? "" : PathText.folder(of: name) }

  struct Entry: Sendable {
    let patterns: [Glob]
    /// The one among several receipts in a file that is meant: `[2].receipt-data`, `line 17`.
    let part: String?
    let expectation: Expectation
  }

  /// The largest expectation file in bytes: a recorded one of 100,000 receipts is as large.
  static let maximumSize = 256 << 20

  static func load(_ path: String, on host: Host) throws(NamedError) -> ExpectationFile {
    try DocumentNode.load(path, on: host, maximumSize: maximumSize) {
      node throws(DocumentError) in
      try ExpectationFile(
        node, name: path == "-" ? path : PathText.tidied(path), now: host.now)
    }
  }

  /// - Parameter now: what the word `now` means in it.
  init(_ node: DocumentNode, name: String, now: ReceiptDate) throws(DocumentError) {
    self.name = name
    let folder = name == "-" ? "" : PathText.folder(of: name)
    var table = try DocumentTable(node, "an expectation file")
    _ = table.take("$schema")
    line = (table.position(of: ExpectationPlaces.receipts) ?? node.position).line
    guard let list = table.take(ExpectationPlaces.receipts) else {
      try table.end()
      throw DocumentError(
        "the list of receipts is missing", at: node.position,
        hint: "write it under the key \"receipts\"")
    }
    guard case .list(let nodes) = list.content else {
      throw DocumentError("receipts must be a list of entries", at: list.position)
    }
    try table.end()
    guard !nodes.isEmpty else {
      throw DocumentError(
        "the list of receipts is empty, so nothing would be checked", at: list.position,
        hint: "write an entry for each receipt, or record them: receipt check --record")
    }
    var entries: [Entry] = []
    for node in nodes { entries.append(try Entry(node, folder: folder, now: now)) }
    self.entries = entries
  }
}

extension ExpectationFile.Entry {
  fileprivate init(
    _ node: DocumentNode, folder: String, now: ReceiptDate
  ) throws(DocumentError) {
    var table = try DocumentTable(node, "an entry of receipts")
    try table.requireValues()
    let files = table.take(ExpectationPlaces.files)
    var patterns: [Glob] = []
    for file in files?.list ?? [] {
      let text = try file.text(ExpectationPlaces.files)
      guard !text.isEmpty, !text.utf8.contains(0) else {
        throw DocumentError("a pattern is empty", at: file.position)
      }
      patterns.append(Glob(text))
    }
    let part = try table.take("part")?.text("part")
    let why = try table.take("why")?.text("why")
    var result = Expectation()
    result.places = ExpectationPlaces(
      ExpectationPlaces.files, at: node.position.line, why: why)
    /// Takes a value, and remembers its place.
    func take(_ key: String) -> DocumentNode? {
      let position = table.position(of: key)
      guard let value = table.take(key), let position else { return nil }
      var lines: [Int] = []
      if case .list(let values) = value.content { lines = values.map(\.position.line) }
      result.places.add(key, at: position.line, values: lines, why: why)
      return value
    }
    result.profile = try take("profile")?.choice("profile", ReceiptVerifier.Profile.self)
    if let roots = take("trust-root") {
      result.trustRoots = []
      for root in try roots.someValues("trust-root") {
        result.trustRoots?.append(PathText.join(folder, try root.text("trust-root")))
      }
    }
    result.form = try take("form")?.choice("form", ReceiptForm.self)
    for parameter in Checks.parameters {
      guard let node = take(parameter.name) else { continue }
      try parameter.read(node, into: &result.values, now: now)
    }
    if let node = take("sha256") {
      let text = try node.text("sha256")
      guard isSHA256(text) else {
        throw DocumentError(
          "sha256: \"\(text)\" is no SHA-256 in lower-case hexadecimal", at: node.position)
      }
      result.sha256 = text
    }
    result.receipt = try take("receipt").map(ExpectedContents.init)
    if let list = take("purchases") {
      result.purchases = try ExpectedPurchase.list(list)
    } else if result.receipt != nil {
      result.purchases = try ExpectedPurchase.list(inReceiptOf: node)
    }
    result.refusal = try take("fails").map(ExpectedRefusal.init)
    try table.end()
    guard let files else {
      throw DocumentError(
        "an entry needs files: a path or a pattern, or several", at: node.position)
    }
    guard !patterns.isEmpty else {
      throw DocumentError(
        "the list of files is empty, so nothing would be checked", at: files.position)
    }
    self.init(patterns: patterns, part: part, expectation: result)
  }
}

private func isSHA256(_ text: String) -> Bool {
  text.utf8.count == 64
    && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
}

extension ExpectationParameter {
  /// One value alone is a list of one, where there may be several.
  func read(
    _ node: DocumentNode, into expectations: inout Expectations, now: ReceiptDate
  ) throws(DocumentError) {
    for element in isRepeatable ? try node.someValues(name) : [node] {
      let text = try element.text(name)
      let value = isDate && text == DateSpelling.now ? now.description : text
      guard !add(value, to: &expectations) else { continue }
      guard choices.isEmpty else {
        throw DocumentError(name, cannotBe: text, among: choices, at: element.position)
      }
      throw DocumentError("\(name): \"\(text)\" \(fault)", at: element.position)
    }
  }
}

extension ExpectedContents {
  /// The fields of a receipt, but its purchases.
  fileprivate init(_ node: DocumentNode) throws(DocumentError) {
    fields = try namedValues(
      node, "receipt", known: ReceiptFieldNames.receipt, except: [ReceiptFieldNames.purchases])
    if case .table(let entries) = node.content, entries.isEmpty {
      throw DocumentError("receipt is empty, so nothing is expected of it", at: node.position)
    }
  }
}

extension DocumentNode {
  /// The values of a list, or the one that stands in its place.
  fileprivate func someValues(_ key: String) throws(DocumentError) -> [DocumentNode] {
    guard !list.isEmpty else {
      throw DocumentError("the list of \(key) is empty, so nothing is expected", at: position)
    }
    return list
  }
}

extension ExpectedPurchase {
  fileprivate static func list(_ node: DocumentNode) throws(DocumentError) -> [ExpectedPurchase] {
    guard case .list(let elements) = node.content else {
      throw DocumentError("purchases must be a list; [] for none", at: node.position)
    }
    var result: [ExpectedPurchase] = []
    for element in elements {
      if case .scalar = element.content {
        // A product identifier alone.
        let product = ExpectedField(
          name: "product_id", value: try element.text("a product identifier"),
          line: Int32(clamping: element.position.line))
        result.append(ExpectedPurchase(fields: [product], line: product.line))
      } else {
        let fields = try namedValues(element, "a purchase", known: ReceiptFieldNames.purchase)
        result.append(
          ExpectedPurchase(fields: fields, line: Int32(clamping: element.position.line)))
      }
    }
    return result
  }

  /// The list under `receipt`, where a recorded receipt has it.
  fileprivate static func list(
    inReceiptOf entry: DocumentNode
  ) throws(DocumentError) -> [ExpectedPurchase]? {
    var table = try DocumentTable(entry, "an entry")
    guard case .table(let fields)? = table.take("receipt")?.content,
      let purchases = fields.first(where: { $0.key == ReceiptFieldNames.purchases })
    else { return nil }
    return purchases.value.isNull ? [] : try list(purchases.value)
  }
}

/// The entries of a table as texts, null as `nil`; only names that are known.
private func namedValues(
  _ node: DocumentNode, _ subject: String, known: [String], except: [String] = []
) throws(DocumentError) -> [ExpectedField] {
  guard case .table(let entries) = node.content else {
    throw DocumentError("\(subject) must be a table of fields and values", at: node.position)
  }
  var result: [ExpectedField] = []
  for entry in entries where !except.contains(entry.key) {
    guard known.contains(entry.key) else {
      throw DocumentError(
        "the field \"\(entry.key)\" is unknown", at: entry.position,
        hint: closest(to: entry.key, among: known).map { "did you mean \"\($0)\"?" }
          ?? "the names are those of receipt decode --format json")
    }
    let isNull = entry.value.isNull
    result.append(
      ExpectedField(
        name: entry.key, value: isNull ? nil : try entry.value.text(entry.key),
        line: Int32(clamping: entry.position.line)))
  }
  return result
}

extension ExpectedRefusal {
  private static let own: Set<CheckID> = [.contents, .listed, .refusal]
  private static let codes =
    CheckReason.all.map(\.rawValue) + ReceiptError.Code.all.map(\.rawValue)

  fileprivate init(_ node: DocumentNode) throws(DocumentError) {
    guard case .table(let entries) = node.content else {
      var reasons: [String] = []
      for element in node.list { reasons.append(try Self.reason(element)) }
      guard !reasons.isEmpty else {
        throw DocumentError("fails needs a reason", at: node.position)
      }
      self = .reasons(reasons)
      return
    }
    guard !entries.isEmpty else { throw DocumentError("fails needs a reason", at: node.position) }
    var checks: [(check: CheckID, reason: String)] = []
    for entry in entries {
      // What an expectation file itself asks for does not refuse a receipt.
      let known = CheckList.all.map { $0.id }.filter { !Self.own.contains($0) }.map { $0.rawValue }
      guard known.contains(entry.key) else {
        throw DocumentError(
          "there is no check \"\(entry.key)\"", at: entry.position,
          hint: closest(to: entry.key, among: known).map { "did you mean \"\($0)\"?" }
            ?? "the checks are \(known.joined(separator: ", "))")
      }
      checks.append((CheckID(rawValue: entry.key), try Self.reason(entry.value)))
    }
    self = .checks(checks)
  }

  private static func reason(_ node: DocumentNode) throws(DocumentError) -> String {
    let text = try node.text("a reason")
    guard codes.contains(text) else {
      throw DocumentError(
        "there is no reason \"\(text)\"", at: node.position,
        hint: closest(to: text, among: codes).map { "did you mean \"\($0)\"?" }
          ?? "docs/trust.md lists the reasons of checks, docs/errors.md the codes of errors")
    }
    return text
  }
}
