internal import ArgumentParser
internal import ReceiptCore

/// How receipts are read and verified, whatever is expected of them.
final class CheckMethod: Sendable {
  let decoder: ReceiptDecoder
  let verifier: ReceiptVerifier
  /// For receipts inside of others: what is expected is expected of the whole.
  let nestedChecker: ReceiptChecker
  /// For receipts that are put together: each is an input of its own.
  let pieceChecker: ReceiptChecker

  init(decoder: ReceiptDecoder, verifier: ReceiptVerifier) {
    self.decoder = decoder
    self.verifier = verifier
    pieceChecker = ReceiptChecker(verifier: verifier, all: []) { "--" + $0 }
    nestedChecker = pieceChecker.with(verifier.refusingUnsigned)
  }
}

/// How one receipt is read and judged. An object, because threads share it: each copy would count a
/// reference to each of its parts, and those that count the same one wait for each other.
final class CheckContext: Sendable {
  let method: CheckMethod
  let checker: ReceiptChecker
  let judgedAt: ReceiptDate
  /// What an expectation file says of it beyond what the checker checks.
  let expectation: Expectation?
  /// Where the file says it.
  let locator: ExpectationLocator?

  init(
    _ method: CheckMethod, all expectations: [Expectations], judgedAt: ReceiptDate,
    expectation: Expectation? = nil, locator: ExpectationLocator? = nil
  ) {
    self.method = method
    checker = ReceiptChecker(verifier: method.verifier, all: expectations) { "--" + $0 }
    self.judgedAt = judgedAt
    self.expectation = expectation
    self.locator = locator
  }

  /// The same judge at another time. What is expected of a receipt inside of another one does not depend on it.
  func at(_ now: ReceiptDate) -> CheckContext { CheckContext(self, at: now) }

  private init(_ other: CheckContext, at now: ReceiptDate) {
    method = other.method
    checker = other.checker.at(now)
    judgedAt = now
    expectation = other.expectation
    locator = other.locator
  }

  func report(_ source: Source, _ found: ReceiptInputs.Found) -> CheckReport {
    finished(checked(source, found))
  }

  /// The report without what an expectation file says to it.
  func checked(_ source: Source, _ found: ReceiptInputs.Found) -> CheckReport {
    CheckReport.judging(source, method.decoder.decoded(found), by: self)
  }

  /// The report with what an expectation file says to it.
  func finished(_ report: CheckReport) -> CheckReport {
    expectation.map {
      report.held(against: $0, acceptingUnsigned: method.verifier.acceptsUnsigned)
    } ?? report
  }
}

/// How an input is judged.
enum InputPlan: Sendable {
  /// By these entries of the expectation file. They are put together when the turn of the input comes, because there
  /// may be a hundred thousand inputs.
  case entries([Int], whole: CheckMethod?, parts: [String: CheckMethod])
  case judge(CheckContext)
}

/// Makes judges from what the command line says, and what an expectation file says beside that: both must
/// hold. What neither of them expects, the settings of the app may.
struct CheckContextMaker: Sendable {
  let settings: RunSettings
  let expectations: Expectations
  /// The time to judge at, unless one is given.
  let clock: ReceiptDate
  let index: ExpectationIndex?
  /// One for each form, and profile with its roots: a verifier remembers the chains that it has seen.
  private var methods: [(key: [String], method: CheckMethod)] = []

  init(
    settings: RunSettings, expectations: Expectations, clock: ReceiptDate,
    _ index: ExpectationIndex?
  ) {
    self.settings = settings
    self.expectations = expectations
    self.clock = clock
    self.index = index
  }

  /// - Throws: `NamedError` when a root cannot be read; `UsageError` when file and command line cannot
  ///   both hold.
  mutating func judge(_ expectation: Expectation?) throws -> CheckContext {
    context(expectation, try method(expectation))
  }

  private func context(_ expectation: Expectation?, _ method: CheckMethod) -> CheckContext {
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
    var locator: ExpectationLocator?
    if let expectation, let index {
      locator = ExpectationLocator(file: index.name, expectation, besides: expectations)
    }
    return CheckContext(
      method, all: all, judgedAt: times.first ?? clock, expectation: expectation, locator: locator)
  }

  private mutating func method(_ expectation: Expectation?) throws -> CheckMethod {
    var settings = settings
    settings.form = try one(of: settings.form, expectation?.form, "form")
    settings.profile = try one(of: settings.profile, expectation?.profile, "profile")
    settings.trustRoots += expectation?.trustRoots ?? []
    let key =
      [settings.form?.rawValue ?? "", settings.profile?.rawValue ?? ""] + settings.trustRoots
    if let known = methods.first(where: { $0.key == key }) { return known.method }
    let method = CheckMethod(
      decoder: settings.decoder, verifier: try verifier(settings, expectation))
    methods.append((key, method))
    return method
  }

  /// - Throws: For a root that the expectation file names, an error at the line that names it.
  private func verifier(
    _ settings: RunSettings, _ expectation: Expectation?
  ) throws -> ReceiptVerifier {
    do {
      return try settings.makeVerifier()
    } catch let fault as NamedError {
      guard let index, let expectation,
        let number = expectation.trustRoots?.firstIndex(of: fault.name),
        let place = expectation.places.place(of: "trust-root", value: number)
      else { throw fault }
      let error = ReceiptError(
        fault.error.code, "the trust root \(fault.name): \(fault.error.message)",
        offset: fault.error.offset, hint: fault.error.hint)
      throw NamedError(name: index.name, place: (place.line, 1), error: error)
    }
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

  // MARK: Inputs

  /// How an input is judged.
  mutating func plan(of input: Input, otherwise judge: CheckContext) throws -> InputPlan {
    guard let index else { return .judge(judge) }
    switch input {
    case .standardInput, .memory, .pipe: return .judge(judge)
    case .missing(let path, _):
      return .judge(try index.expectation(ofMissing: path.text).map { try self.judge($0) } ?? judge)
    case .file(let path, _):
      let entries = index.entries(for: path.text)
      guard !entries.isEmpty else { return .judge(judge) }
      let (whole, parts) = index.expectations(entries)
      var methods: [String: CheckMethod] = [:]
      for (part, expectation) in parts { methods[part] = try method(expectation) }
      return .entries(entries, whole: try whole.map { try method($0) }, parts: methods)
    }
  }

  /// The judges of these parts of an input, for which there are entries.
  func judges(of names: [String], _ plan: InputPlan) -> [CheckContext] {
    guard let index, case .entries(let entries, _, let methods) = plan else { return [] }
    let parts = index.expectations(entries).parts
    return names.compactMap { name in methods[name].map { context(parts[name], $0) } }
  }

  /// The judge of a receipt in an input.
  func judge(
    of source: Source, _ plan: InputPlan, otherwise judge: CheckContext
  ) -> CheckContext {
    switch plan {
    case .judge(let judge): return judge
    case .entries(let entries, let method, let methods):
      guard let index else { return judge }
      let (whole, parts) = index.expectations(entries)
      if let part = source.part, let method = methods[part] { return context(parts[part], method) }
      return method.map { context(whole, $0) } ?? judge
    }
  }
}
