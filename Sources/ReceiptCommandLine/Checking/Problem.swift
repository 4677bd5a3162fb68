internal import ReceiptCore

/// One thing that keeps a receipt from passing: a check that failed or could not answer, or that there was
/// nothing to check.
struct Problem {
  let source: Source
  let kind: Kind
  let check: CheckID
  /// The check, and where it ran for several products, which of them.
  let name: String
  /// The reason of the check, or the code of the error.
  let reason: String
  let message: String
  /// The first failure in one sentence: `app-version is 101, not 1.0`.
  let sentence: String
  let hint: String?
  /// Where in the receipt, once its layers are off.
  let offset: Int?
  /// The byte of the file, where the offset counts from its beginning.
  let fileOffset: Int?
  let evidence: Evidence
  /// The line of an expectation file that decided.
  let line: DecidingLine?

  enum Kind {
    case failed, undetermined, unreadable
  }

  /// What is wrong, in short: `bundle-id: mismatch`.
  var title: String { "\(check.rawValue): \(reason)" }
}

extension CheckReport {
  /// Everything that keeps this receipt, and those inside it, from passing, in the order of the checks.
  var problems: [Problem] {
    var problems: [Problem] = []
    switch outcome {
    case .failed(let error):
      if verdict == .error {
        problems.append(Problem(source: source, error, line(of: error)))
      }
    case .checked: break
    }
    // Most receipts have none, and names cost time.
    if results.contains(where: \.isProblem) {
      for (result, name) in zip(results, results.names) {
        guard result.isProblem, let kind = result.problemKind else { continue }
        problems.append(
          Problem(
            source: source, kind, result, name, isWholeFile: isWholeFile, line(of: result)))
      }
    }
    for report in nested { problems += report.problems }
    return problems
  }

  /// The problem to name if only one can be.
  var headProblem: Problem? { Self.head(of: problems) }

  private static func head(of problems: [Problem]) -> Problem? {
    // Where a refusal was expected, what led to one is no news.
    problems.first { $0.check == .refusal } ?? problems.first
  }

  /// That problem and the signer, for the line with the verdict; `nil` if there is no problem.
  var failure: String? {
    let problems = problems
    guard let first = Self.head(of: problems) else { return nil }
    // Of a receipt inside this one, its place comes first.
    let place = first.source.part.flatMap { $0 == source.part ? nil : "\($0): " } ?? ""
    if isIncomplete, first.check == .structure, place.isEmpty {
      return "incomplete: \(first.sentence)"
    }
    var remarks: [String] = []
    if place.isEmpty, case .checked(let checked) = outcome, let signer = checked.verification.signer
    {
      remarks.append(signer)
    }
    if problems.count > 1 { remarks.append("and \(counted(problems.count - 1, "more problem"))") }
    return place + first.sentence
      + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
  }

  private var isIncomplete: Bool {
    guard case .checked(let checked) = outcome else { return false }
    return checked.verification.status == .incomplete
  }

  /// Whether offsets in the receipt are those in the file.
  private var isWholeFile: Bool {
    guard case .checked(let checked) = outcome else { return false }
    guard case .pkcs7(let signedData) = checked.decoded.envelope else { return false }
    return signedData.encoding == .der && checked.decoded.input.layers.isEmpty && source.part == nil
  }
}

extension CheckResult {
  /// The checks of the signature say what they look at; the others begin with their name.
  private static let speakingForThemselves: Set<CheckID> = [
    .structure, .signature, .chain, .certificatePurpose, .certificateValidity,
  ]

  fileprivate var sentence: String {
    if Self.speakingForThemselves.contains(id) { return message }
    if reason == .mismatch, id != .refusal, let found = evidence["found"],
      let expected = evidence["expected"]
    {
      return "\(id.rawValue) is \(found), not \(expected)"
    }
    return "\(id.rawValue): \(message)"
  }

  fileprivate var problemKind: Problem.Kind? {
    switch status {
    case .pass, .notRun: nil
    case .fail: .failed
    case .undetermined: .undetermined
    }
  }
}

extension Problem {
  fileprivate init(source: Source, _ error: ReceiptError, _ line: DecidingLine?) {
    self.source = source
    kind = .unreadable
    check = Reading.id
    name = check.rawValue
    reason = error.code.rawValue
    message = error.path.map { "\(error.message), attribute \($0)" } ?? error.message
    sentence = message
    hint = error.advice
    offset = error.offset
    // What was around it is not known, so neither is where in the file that is.
    fileOffset = nil
    evidence = [:]
    self.line = line
  }

  fileprivate init(
    source: Source, _ kind: Kind, _ result: CheckResult, _ name: String, isWholeFile: Bool,
    _ line: DecidingLine?
  ) {
    self.source = source
    self.kind = kind
    check = result.id
    self.name = name
    reason = result.reason?.rawValue ?? result.status.rawValue
    message = ([result.message] + result.details).joined(separator: "; ")
    sentence = result.sentence
    hint = result.advice
    offset = result.offset
    fileOffset = isWholeFile ? offset : nil
    evidence = result.evidence
    self.line = line
  }
}
