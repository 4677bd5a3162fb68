internal import ReceiptCore

/// What can be said of two receipts side by side.
struct DiffReport {
  let a: Source
  let b: Source
  let outcome: Outcome

  enum Outcome {
    case compared(ComparedReceipt, ComparedReceipt, ReceiptComparison)
    /// One of them could not be read, or they have nothing in common.
    case failed(Source, ReceiptError)
  }

  typealias Found = Attempt<DecodedReceipt, ReceiptError>

  init(
    _ a: (source: Source, found: Found), _ b: (source: Source, found: Found),
    _ verifier: ReceiptVerifier, at time: ReceiptDate?,
    redacting redaction: (redactor: Redactor, limits: DecodingLimits)? = nil
  ) {
    self.a = a.source
    self.b = b.source
    outcome = Self.compare(a, b, verifier, at: time, redacting: redaction)
  }

  /// Something is wrong with an input before there is anything to compare.
  init(_ a: Source, _ b: Source, failing source: Source, _ error: ReceiptError) {
    self.a = a
    self.b = b
    outcome = .failed(source, error)
  }

  private static func compare(
    _ a: (source: Source, found: Found), _ b: (source: Source, found: Found),
    _ verifier: ReceiptVerifier, at time: ReceiptDate?,
    redacting redaction: (redactor: Redactor, limits: DecodingLimits)?
  ) -> Outcome {
    let receipts: [ComparedReceipt]
    do {
      receipts = try [a, b].map { input in
        switch input.found {
        case .failure(let error):
          throw DiffFailure(
            source: input.source, error: redaction == nil ? error : error.withoutWords)
        case .success(let decoded):
          let receipt = ComparedReceipt(decoded, verifier)
          guard var redaction else { return receipt }
          do throws(RedactionFailure) {
            // The same redactor for both: what was the same still is.
            return receipt.replacing(
              try redaction.redactor.shown(decoded, limits: redaction.limits))
          } catch {
            throw DiffFailure(source: input.source, error: .cannotBeRedacted)
          }
        }
      }
    } catch {
      guard let failure = error as? DiffFailure else {
        return .failed(a.source, ReceiptError(.unreadable, "this cannot be compared"))
      }
      return .failed(failure.source, failure.error)
    }
    let comparison = ReceiptComparison(receipts[0], receipts[1], at: time)
    guard comparison.isMeaningful else {
      return .failed(
        b.source,
        ReceiptError(
          .nothingInCommon,
          "there is nothing that both say: \(receipts[0].decoded.form.text) and "
            + receipts[1].decoded.form.text,
          hint: "receipt decode shows what is in each"))
    }
    return .compared(receipts[0], receipts[1], comparison)
  }

  var exitStatus: ExitStatus {
    guard case .compared(let a, let b, let comparison) = outcome,
      a.decoded.errors.isEmpty, b.decoded.errors.isEmpty
    else { return .unreadable }
    return comparison.isSame ? .fine : .checkFailed
  }
}

private struct DiffFailure: Error {
  let source: Source
  let error: ReceiptError
}

extension ReceiptError {
  fileprivate static let cannotBeRedacted = ReceiptError(
    .unreadable, "this cannot be redacted", hint: "without --redact it can be shown")
}

extension ReceiptError.Code {
  /// Two receipts that cannot be compared.
  static let nothingInCommon = Self(rawValue: "nothing-in-common")
}
