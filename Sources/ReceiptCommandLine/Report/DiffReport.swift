internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

/// The comparison of two inputs.
struct DiffReport {
  let a: Source
  let b: Source
  let outcome: Outcome

  enum Outcome {
    case compared(ComparedReceipt, ComparedReceipt, ReceiptComparison)
    /// One or both could not be read, or they have nothing in common.
    case failed([Fault])
  }

  /// The error of one input.
  struct Fault {
    let source: Source
    let error: ReceiptError
  }

  typealias Found = Result<DecodedReceipt, ReceiptError>

  init(
    _ a: (source: Source, found: Found), _ b: (source: Source, found: Found),
    _ verifier: ReceiptVerifier, at time: ReceiptDate?,
    redacting redaction: (redactor: Redactor, limits: DecodingLimits)? = nil
  ) {
    var (a, b) = (a, b)
    if let redactor = redaction?.redactor {
      a.source = a.source.redacted(with: redactor)
      b.source = b.source.redacted(with: redactor)
    }
    self.a = a.source
    self.b = b.source
    // Both use the same redactor, so that equal values stay equal.
    var redaction = redaction
    let left = Self.receipt(a.found, verifier, &redaction)
    let right = Self.receipt(b.found, verifier, &redaction)
    guard case .success(let left) = left, case .success(let right) = right else {
      outcome = .failed(
        [(a.source, left), (b.source, right)].compactMap { source, receipt in
          guard case .failure(let error) = receipt else { return nil }
          return Fault(source: source, error: error)
        })
      return
    }
    let comparison = ReceiptComparison(left, right, at: time)
    outcome =
      comparison.isMeaningful
      ? .compared(left, right, comparison)
      : .failed([Fault(source: b.source, error: .nothingInCommon(left, right))])
  }

  /// A report for inputs that cannot be compared.
  init(_ a: Source, _ b: Source, failing faults: [Fault]) {
    self.a = a
    self.b = b
    outcome = .failed(faults)
  }

  private static func receipt(
    _ found: Found, _ verifier: ReceiptVerifier,
    _ redaction: inout (redactor: Redactor, limits: DecodingLimits)?
  ) -> Result<ComparedReceipt, ReceiptError> {
    switch found {
    case .failure(let error): return .failure(redaction == nil ? error : error.withoutWords)
    case .success(let decoded):
      let receipt = ComparedReceipt(decoded, verifier)
      guard var redacting = redaction else { return .success(receipt) }
      defer { redaction = redacting }
      do throws(ReceiptError) {
        return .success(
          ComparedReceipt(
            receipt,
            shown: try redacting.redactor.shown(
              decoded, limits: redacting.limits, hint: "without --redact it can be compared")))
      } catch {
        return .failure(error)
      }
    }
  }

  var exitStatus: ExitStatus {
    guard case .compared(let a, let b, let comparison) = outcome,
      a.decoded.errors.isEmpty, b.decoded.errors.isEmpty
    else { return .unreadable }
    return comparison.isSame ? .fine : .checkFailed
  }
}

extension ReceiptError {
  fileprivate static func nothingInCommon(_ a: ComparedReceipt, _ b: ComparedReceipt) -> Self {
    ReceiptError(
      .nothingInCommon,
      "there is nothing that both say: \(a.decoded.form.text) and \(b.decoded.form.text)",
      hint: "receipt decode shows what is in each")
  }
}

extension ReceiptError.Code {
  /// The receipts have nothing that can be compared.
  static let nothingInCommon = Self(rawValue: "nothing-in-common")
}
