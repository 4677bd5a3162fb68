internal import ReceiptCore
internal import ReceiptInsight

/// Every word that receipts, Apple's answers and this program use, and what it means. One table a kind, each
/// in a file of its own or where the program itself has it.
enum Glossary {
  /// All meanings, in the order of their kinds.
  static let entries: [GlossaryEntry] =
    statuses + attributes + ServerGlossary.notifications + FieldGlossary.entries
    + ServerGlossary.values + StoreKitErrorGlossary.states + ServerGlossary.errors
    + StoreKitErrorGlossary.entries + LibraryErrorGlossary.entries + TermGlossary.entries
    + PlaceGlossary.entries + checks
    + StatusGlossary.entries + ReasonGlossary.entries + errors + FindingGlossary.entries + remarks
    + anomalies + EventGlossary.entries + CardGlossary.entries + StatusGlossary.exitCodes

  /// Everything that a word means, the likeliest first. Case does not matter, nor how its parts are joined;
  /// `17[2]/1708` is the attribute 1708 of a purchase.
  static func meanings(of word: String) -> [GlossaryEntry] {
    let named = meanings(named: word)
    guard named.isEmpty else { return named }
    let others = [
      labels(in:), absences(in:), dates(in:), numbers(in:), names(inStoreKit:), domains(in:),
    ]
    return others.lazy.map { $0(word) }.first { !$0.isEmpty } ?? []
  }

  private static func labels(in word: String) -> [GlossaryEntry] {
    LabelGlossary.field(of: word).map(meanings(named:)) ?? []
  }

  /// The entries with this name, the likeliest first.
  private static func meanings(named word: String) -> [GlossaryEntry] {
    let key = key(word)
    let path = attributeType(inPath: word)
    let found = entries.compactMap { entry -> (entry: GlossaryEntry, rank: Int)? in
      if let path { return entry.kind == .attribute && entry.word == path ? (entry, 0) : nil }
      if entry.kind == .status, entry.word == internalErrorRange, isInternalError(key) {
        return (entry, 0)
      }
      return rank(of: entry, for: word, key: key).map { (entry, $0) }
    }
    return Set(found.map(\.rank)).sorted().flatMap { rank in
      found.filter { $0.rank == rank }.map(\.entry)
    }
  }

  /// The codes among these that are known, with what the first meaning of each says.
  static func meanings(
    ofCodes codes: [String], kinds: Set<GlossaryEntry.Kind> = codeKinds
  ) -> [(code: String, entry: GlossaryEntry)] {
    var told: Set<String> = []
    let known = codes.compactMap { code in
      meanings(of: code).first { kinds.contains($0.kind) }.map { (code: code, entry: $0) }
    }.filter { told.insert("\($0.entry.word) \($0.entry.place)").inserted }
    let exact = known.filter { !isGeneral($0.code) }
    return exact.isEmpty ? known : exact
  }

  /// Whether any other code says more: a domain without a number, or what is thrown for every refusal.
  private static func isGeneral(_ code: String) -> Bool {
    code == "VerificationException" || LibraryErrorGlossary.domains.contains { $0.hasName(code) }
  }

  /// What the names in a text mean, as `ErrorCodes` finds them.
  static func meanings(ofNames names: [String]) -> [(code: String, entry: GlossaryEntry)] {
    let known = names.compactMap { name in
      (byName[name] ?? dates(in: name).first).map { (name, $0) }
    }
    // What a verifier throws says more than the type of it.
    let exact = known.filter { !typesOfVerifiers.contains($0.1.word) }
    return exact.isEmpty ? known : exact
  }

  private static let typesOfVerifiers: Set<String> = [
    "VerificationException", "VerificationResult",
  ]

  /// The first entry of each name. Of a value, such as macOS, a sentence says more than its meaning, and the words of an
  /// answer, such as `restore`, are words of any sentence.
  private static let byName: [String: GlossaryEntry] = Dictionary(
    entries.filter { ![.value, .state, .action].contains($0.kind) }.flatMap { entry in
      entry.names.map { ($0, entry) }
    },
    uniquingKeysWith: { first, _ in first })

  /// What the code of an error may be.
  static let codeKinds: Set<GlossaryEntry.Kind> = [
    .status, .apiError, .storeKitError, .libraryError, .term,
  ]

  /// What a date means under one of its other keys: Apple writes each date three times.
  private static func dates(in word: String) -> [GlossaryEntry] {
    let spellings = [
      (end: "_ms", note: "in milliseconds since 1970; this spelling counts"),
      (end: "_pst", note: "in the time of California; the one in milliseconds counts"),
    ]
    guard let spelling = spellings.first(where: { word.lowercased().hasSuffix($0.end) }) else {
      return []
    }
    let base = String(word.dropLast(spelling.end.count))
    return meanings(named: base).filter {
      ($0.kind == .field || $0.kind == .attribute) && base.lowercased().holds("date")
    }.map {
      GlossaryEntry(
        $0.kind, word, place: $0.place, $0.meaning, note: spelling.note, advice: $0.advice,
        caution: $0.caution)
    }
  }

  /// What a word means that is said to be missing: `in_app is empty`, `appAccountToken null`.
  private static func absences(in word: String) -> [GlossaryEntry] {
    var parts = word.split { " =:".contains($0) }
    guard let last = parts.popLast(), missing.contains(last.lowercased()) else { return [] }
    if let verb = parts.last, verbs.contains(verb.lowercased()) { parts.removeLast() }
    guard !parts.isEmpty else { return [] }
    let name = parts.joined(separator: " ")
    return [name + " is missing", name + " is empty", name].lazy.map(meanings(named:))
      .first { !$0.isEmpty } ?? []
  }

  private static let missing: Set<String> = [
    "nil", "null", "none", "undefined", "missing", "empty", "[]",
  ]
  private static let verbs: Set<String> = ["is", "are", "was", "always", "returns"]

  /// What a number means of which the word before says what it is a number of: `status 0`, `attribute 10`.
  private static func numbers(in word: String) -> [GlossaryEntry] {
    let parts = word.split { " =:".contains($0) }
    guard parts.count == 2, parts[1].allSatisfy({ $0.isASCII && $0.isNumber }),
      let kind = numberedKinds[parts[0].lowercased()]
    else { return [] }
    let found = meanings(named: String(parts[1])).filter { $0.kind == kind }
    // Apple's library for Node prints such a line too.
    let isOfVerifier = kind == .status && ["1", "2", "3", "4", "5", "6", "7"].contains(parts[1])
    return found + (isOfVerifier ? meanings(named: "VerificationException") : [])
  }

  private static let numberedKinds: [String: GlossaryEntry.Kind] = [
    "status": .status, "attribute": .attribute, "type": .attribute, "field": .attribute,
  ]

  /// What a name means that Swift printed with its module: `StoreKit.StoreKitError.unknown`.
  private static func names(inStoreKit word: String) -> [GlossaryEntry] {
    let module = "StoreKit."
    return word.hasPrefix(module) ? meanings(named: String(word.dropFirst(module.count))) : []
  }

  /// What Swift prints of an error that has no words of its own: `ReceiptValidationError error 3`.
  static func numberedCases(in text: String) -> [GlossaryEntry] {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }
    let place = words.indices.dropFirst(2).first {
      words[$0 - 1] == "error" && words[$0 - 2].hasSuffix("Error") && Int64(words[$0]) != nil
    }
    guard let place else { return [] }
    return [
      GlossaryEntry(
        .term, "\(words[place - 2]) error \(words[place])",
        "an error of the app or of a library in it: Swift prints the number of its case, and the first is 0",
        advice:
          "look at the cases of this type; print the error itself, and not its localizedDescription"
      )
    ]
  }

  /// Whose error it is, of a number that is in no table: `ASDErrorDomain 604`.
  private static func domains(in word: String) -> [GlossaryEntry] {
    var parts = word.split { " =:".contains($0) }
    guard parts.count > 1, let number = parts.popLast(), Int64(number) != nil else { return [] }
    let name = parts.filter { !["code", "error"].contains($0.lowercased()) }.joined(separator: " ")
    let isCode = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    let known = isCode && !name.isEmpty ? meanings(named: "\(name) \(number)") : []
    guard known.isEmpty else { return known }
    return LibraryErrorGlossary.domains.filter { $0.hasName(name) }.map {
      GlossaryEntry(
        $0.kind, $0.word, aliases: $0.aliases, $0.meaning,
        note: "What its number \(number) means is not documented here", advice: $0.advice)
    }
  }

  /// How close an entry is to a word; `nil` for another. What is spelled the same comes before what only sounds
  /// the same, and a name before a word that leads to it.
  private static func rank(of entry: GlossaryEntry, for word: String, key: String) -> Int? {
    let names = entry.names
    if names.contains(word) { return 0 }
    if let index = entry.related.firstIndex(of: word) { return 1 + index }
    if names.contains(where: { Self.key($0) == key }) { return otherSpelling }
    return entry.related.firstIndex { Self.key($0) == key }.map { otherSpelling + 1 + $0 }
  }

  /// More than any entry has related words.
  private static let otherSpelling = 100

  /// Every word, with its other spellings.
  static var words: [String] { entries.flatMap { $0.names + $0.related } }

  /// A word without what joins its parts: `original_application_version`, `originalApplicationVersion` and
  /// `original-application-version` are one, and so are `EXPIRED/VOLUNTARY` and `EXPIRED, VOLUNTARY`.
  ///
  /// The sign of a number stays: `status -1` is another code than `status 1`.
  static func key(_ word: String) -> String {
    var key = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    var rest = word.unicodeScalars[...]
    while let sign = rest.popFirst() {
      switch sign {
      case "_", " ", "/", ",", ".", ":", "=", "\"": break
      case "-":
        let isMinus = !previous.properties.isAlphabetic && !isNumber(previous)
        if isMinus, rest.first.map(isNumber) ?? false { key.append(sign) }
      case "A"..."Z": key.append(Unicode.Scalar(UInt8(ascii: sign) + 0x20))
      default:
        if sign.isASCII {
          key.append(sign)
        } else {
          key.append(contentsOf: sign.properties.lowercaseMapping.unicodeScalars)
        }
      }
      previous = sign
    }
    return String(key)
  }

  private static func isNumber(_ sign: Unicode.Scalar) -> Bool {
    sign.properties.numericType != nil
  }

  /// Whether two words differ in nothing but their number or its sign.
  static func isOtherNumber(_ left: String, than right: String) -> Bool {
    func letters(_ word: String) -> String { key(word).filter { !$0.isNumber && $0 != "-" } }
    return key(left) != key(right) && letters(left) == letters(right)
  }

  /// The type that the path of an attribute ends with; `nil` if it is not a path. `12:1` is a time, or a line and a
  /// column.
  private static func attributeType(inPath word: String) -> String? {
    guard word.utf8.contains(where: "[/".utf8.contains), word.allSatisfy(isOfPath) else {
      return nil
    }
    let last = word.split { $0 == "/" || $0 == " " }.last ?? ""
    let type = last.prefix { $0.isASCII && $0.isNumber }
    guard ["[", nil].contains(last.dropFirst(type.count).first) else { return nil }
    return type.isEmpty ? nil : String(type)
  }

  /// Other signs stand in sentences and in code.
  private static func isOfPath(_ sign: Character) -> Bool {
    sign.isLetter || sign.isNumber || "[]/_. -".contains(sign)
  }

  // MARK: Tables that the program has elsewhere

  /// The word for all of them: hyphens in it do not matter either.
  private static let internalErrorRange =
    "\(VerifyReceiptStatus.internalErrors.lowerBound)-\(VerifyReceiptStatus.internalErrors.upperBound)"

  private static func isInternalError(_ key: String) -> Bool {
    Int64(key).map(VerifyReceiptStatus.internalErrors.contains) ?? false
  }

  private static let statuses: [GlossaryEntry] =
    (VerifyReceiptStatus.documented + [VerifyReceiptStatus.internalErrors.lowerBound]).compactMap {
      status in
      VerifyReceiptStatus.explanation(of: status).map {
        GlossaryEntry(
          .status,
          VerifyReceiptStatus.internalErrors.contains(status) ? internalErrorRange : "\(status)",
          // The one that says what a reason says as well.
          aliases: status == 21006 ? ["expired"] : [], $0.meaning, advice: $0.advice)
      }
    }

  private static let attributes: [GlossaryEntry] =
    AttributeTable.receiptDefinitions.map { entry($0, in: "in the receipt") }
    + AttributeTable.inAppDefinitions.map { entry($0, in: "in a purchase, inside attribute 17") }

  private static func entry(_ row: AttributeDefinition, in place: String) -> GlossaryEntry {
    var aliases = [row.name]
    if let key = row.verifyReceiptKey, key != row.name { aliases.append(key) }
    return GlossaryEntry(
      .attribute, "\(row.type)", aliases: aliases, place: place, row.meaning,
      note: row.confidence.meaning, advice: AttributeGlossary.advice(for: row.type))
  }

  private static let checks = CheckList.all.map {
    GlossaryEntry(
      .check, $0.id.rawValue, CheckGlossary.question(of: $0), advice: "when it fails: " + $0.advice)
  }

  private static let errors = ErrorGlossary.rows.map {
    GlossaryEntry(.error, $0.code, $0.meaning, advice: $0.advice)
  }

  private static let remarks = Lint.rules.map {
    GlossaryEntry(.remark, $0.id, $0.meaning, advice: $0.advice)
  }

  private static let anomalies = StructureAnomaly.ID.allCases.map {
    GlossaryEntry(
      .anomaly, $0.rawValue, $0.message,
      advice: $0.isFault ? "get the file again: bytes are missing here, or were changed" : nil)
  }
}

extension Confidence {
  /// How sure a name is, in words.
  fileprivate var meaning: String {
    switch self {
    case .apple: "Apple documents it"
    case .high: "Apple does not document it, but its answers agree throughout"
    case .medium: "Apple does not document it; several decoders say so"
    case .low: "Apple does not document it; others have named it so"
    case .inference: "Apple does not document it; this is inferred from the values seen"
    case .guess: "a guess"
    case .unknown: "it is not documented"
    }
  }
}
