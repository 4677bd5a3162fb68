internal import ArgumentParser
internal import ReceiptCore

/// How one receipt is read and judged. An object, because threads share it: each copy would count a
/// reference to each of its parts, and those that count the same one wait for each other.
final class CheckContext: Sendable {
  let decoder: ReceiptDecoder
  let checker: ReceiptChecker
  /// For receipts inside of others: what is expected is expected of the whole.
  let nestedChecker: ReceiptChecker
  /// For receipts that are put together: each is an input of its own.
  let pieceChecker: ReceiptChecker
  let judgedAt: ReceiptDate
  /// What an expectation file says of it beyond what the checker checks.
  let expectation: Expectation?

  init(
    decoder: ReceiptDecoder, verifier: ReceiptVerifier, all expectations: [Expectations],
    judgedAt: ReceiptDate, expectation: Expectation? = nil
  ) {
    self.decoder = decoder
    checker = ReceiptChecker(verifier: verifier, all: expectations) { "--" + $0 }
    pieceChecker = ReceiptChecker(verifier: verifier, all: []) { "--" + $0 }
    nestedChecker = ReceiptChecker(verifier: verifier.refusingUnsigned, all: []) { "--" + $0 }
    self.judgedAt = judgedAt
    self.expectation = expectation
  }

  /// The same judge at another time. What is expected of a receipt inside of another one does not depend on it.
  func at(_ now: ReceiptDate) -> CheckContext { CheckContext(self, at: now) }

  private init(_ other: CheckContext, at now: ReceiptDate) {
    decoder = other.decoder
    checker = other.checker.at(now)
    nestedChecker = other.nestedChecker
    pieceChecker = other.pieceChecker
    judgedAt = now
    expectation = other.expectation
  }

  func report(_ source: Source, _ found: ReceiptInputs.Found) -> CheckReport {
    finished(checked(source, found))
  }

  /// The report without what an expectation file says to it.
  func checked(_ source: Source, _ found: ReceiptInputs.Found) -> CheckReport {
    CheckReport(source, decoder.decoded(found), judge: self)
  }

  /// The report with what an expectation file says to it.
  func finished(_ report: CheckReport) -> CheckReport {
    expectation.map { report.held(against: $0) } ?? report
  }
}

/// The judges of one input: of its receipt, and of those among several that an expectation file names.
struct InputCheckContexts: Sendable {
  let whole: CheckContext
  var parts: [String: CheckContext] = [:]

  func judge(of source: Source) -> CheckContext {
    guard let part = source.part else { return whole }
    return parts[part] ?? whole
  }
}

/// Makes judges from what the command line says, and what an expectation file says beside that: both must
/// hold. What neither of them expects, the settings of the app may.
struct CheckContextMaker {
  let settings: RunSettings
  let expectations: Expectations
  /// The time to judge at, unless one is given.
  let clock: ReceiptDate
  /// One for each profile with its roots: a verifier remembers the chains that it has seen.
  private var verifiers: [(key: [String], verifier: ReceiptVerifier)] = []

  init(settings: RunSettings, expectations: Expectations, clock: ReceiptDate) {
    self.settings = settings
    self.expectations = expectations
    self.clock = clock
  }

  /// - Throws: `NamedError` when a root cannot be read; `UsageError` when file and command line cannot
  ///   both hold.
  mutating func judge(_ expectation: Expectation?) throws -> CheckContext {
    var settings = settings
    settings.form = try one(of: settings.form, expectation?.form, "form")
    settings.profile = try one(of: settings.profile, expectation?.profile, "profile")
    settings.trustRoots += expectation?.trustRoots ?? []
    let asked = [expectation?.values, expectations].compactMap { $0 }
    // Either may say for both what "now" is. If they differ, all must hold at both times.
    let said = asked.compactMap(\.now)
    let times = said.isEmpty ? [clock] : said.first == said.last ? [said[0]] : said
    let wanted = asked + [settings.appSettings.expectations(besides: asked)]
    let all = times.flatMap { time in
      wanted.map { own in
        var result = own
        result.now = time
        return result
      }
    }
    return CheckContext(
      decoder: settings.decoder, verifier: try verifier(settings), all: all,
      judgedAt: times.first ?? clock, expectation: expectation)
  }

  /// What both say, or one of them.
  private func one<Value: RawRepresentable<String>>(
    of given: Value?, _ expected: Value?, _ name: String
  ) throws -> Value? {
    guard let given, let expected, given.rawValue != expected.rawValue else {
      return given ?? expected
    }
    throw UsageError(
      "--\(name) is \(given.rawValue), but the expectation file says \(expected.rawValue)",
      hint: "leave --\(name) away, or change the file")
  }

  /// The judges of an input.
  mutating func judges(
    of input: Input, _ index: ExpectationIndex?, otherwise judge: CheckContext
  ) throws -> InputCheckContexts {
    guard let index, case .file(let path, _) = input else {
      return InputCheckContexts(whole: judge)
    }
    let (whole, parts) = index.expectations(path.text)
    var result = InputCheckContexts(whole: try whole.map { try self.judge($0) } ?? judge)
    for (part, expectation) in parts {
      result.parts[part] = try self.judge(expectation)
    }
    return result
  }

  private mutating func verifier(_ settings: RunSettings) throws -> ReceiptVerifier {
    let key = [settings.profile?.rawValue ?? ""] + settings.trustRoots
    if let known = verifiers.first(where: { $0.key == key }) { return known.verifier }
    let verifier = try settings.makeVerifier()
    verifiers.append((key, verifier))
    return verifier
  }
}
