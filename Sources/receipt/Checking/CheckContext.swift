internal import ReceiptCore

/// How one receipt is read and judged. An object, because threads share it: each copy would count a
/// reference to each of its parts, and those that count the same one wait for each other.
final class CheckContext: Sendable {
  let decoder: ReceiptDecoder
  let checker: ReceiptChecker
  let judgedAt: ReceiptDate
  /// What an expectation file says of it beyond what the checker checks.
  let expectation: Expectation?

  init(
    decoder: ReceiptDecoder, checker: ReceiptChecker, judgedAt: ReceiptDate,
    expectation: Expectation? = nil
  ) {
    self.decoder = decoder
    self.checker = checker
    self.judgedAt = judgedAt
    self.expectation = expectation
  }

  func report(_ source: Source, _ found: ReceiptInputs.Found) -> CheckReport {
    CheckReport(source, decoder.decoded(found), judge: self)
  }
}

/// The judges of one input: of its receipt, and of those among several that an expectation file names.
struct InputCheckContexts: Sendable {
  let whole: CheckContext
  var parts: [(part: String, judge: CheckContext)] = []

  func judge(of source: Source) -> CheckContext {
    guard let part = source.part else { return whole }
    return parts.first { $0.part == part }?.judge ?? whole
  }
}

/// Makes judges from what the command line says, and what an expectation file adds to that.
struct CheckContextMaker {
  let settings: RunSettings
  let expectations: Expectations
  let now: ReceiptDate
  /// One for each profile with its roots: a verifier remembers the chains that it has seen.
  private var verifiers: [String: ReceiptVerifier] = [:]

  init(settings: RunSettings, expectations: Expectations, now: ReceiptDate) {
    self.settings = settings
    self.expectations = expectations
    self.now = now
  }

  /// - Throws: `NamedError` when a root cannot be read.
  mutating func judge(_ expectation: Expectation?) throws -> CheckContext {
    guard let expectation else {
      return CheckContext(
        decoder: settings.decoder,
        checker: ReceiptChecker(verifier: try verifier(nil), expectations: expectations),
        judgedAt: now)
    }
    var settings = settings
    settings.form = expectation.form ?? settings.form
    var expected = expectations
    expected.bundleID = expectation.bundleID.map { ReceiptString($0) } ?? expected.bundleID
    expected.appVersion = expectation.appVersion.map { ReceiptString($0) } ?? expected.appVersion
    expected.environment = expectation.environment ?? expected.environment
    expected.deviceIDs = expectation.deviceIDs ?? expected.deviceIDs
    expected.now = expectation.at ?? expected.now
    expected.checksExpiration = expectation.at != nil || expected.checksExpiration
    expected.firstFreeVersion = expectation.firstFreeVersion ?? expected.firstFreeVersion
    expected.products =
      expectation.products.map { $0.map { ReceiptString($0) } } ?? expected.products
    expected.activeProducts =
      expectation.activeProducts.map { $0.map { ReceiptString($0) } } ?? expected.activeProducts
    expected.grace = expectation.grace ?? expected.grace
    expected.maximumAge = expectation.maximumAge ?? expected.maximumAge
    return CheckContext(
      decoder: settings.decoder,
      checker: ReceiptChecker(verifier: try verifier(expectation), expectations: expected),
      judgedAt: expectation.at ?? now, expectation: expectation)
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
      result.parts.append((part, try self.judge(expectation)))
    }
    return result
  }

  private mutating func verifier(_ expectation: Expectation?) throws -> ReceiptVerifier {
    var settings = settings
    settings.profile = expectation?.profile ?? settings.profile
    settings.trustRoots += expectation?.trustRoots ?? []
    let key = settings.profile.rawValue + "\0" + settings.trustRoots.joined(separator: "\0")
    if let verifier = verifiers[key] { return verifier }
    let verifier = try settings.makeVerifier()
    verifiers[key] = verifier
    return verifier
  }
}
