internal import ReceiptCore
internal import ReceiptMaking

/// Apple's two verifyReceipt endpoints.
enum Endpoint: String, CaseIterable {
  case production, sandbox
}

/// What Apple's verifyReceipt would have answered, key for key and in Apple's order, as far as a receipt
/// knows it. Only Apple has `latest_receipt_info` and the like.
struct VerifyReceiptRenderer: DecodeRenderer {
  private let endpoint: Endpoint?
  private let requestDate: ReceiptDate
  private var objects: JSONSequence

  init(_ output: Output, isSingle: Bool, endpoint: Endpoint?, requestDate: ReceiptDate) {
    self.endpoint = endpoint
    self.requestDate = requestDate
    objects = JSONSequence(output, isSingle ? .object : .array)
  }

  mutating func begin() { objects.begin() }
  mutating func end() { objects.end() }

  /// The status that Apple's endpoint gives (Apple, "status" of responseBody).
  private func status(of report: DecodeReport) -> Int64 {
    // 21002: the receipt data is malformed. Receipts from Xcode get it as well, and so do forms that the endpoint
    // does not take.
    guard case .decoded(let decoded, let verification) = report.outcome, decoded.errors.isEmpty,
      decoded.form.isTakenByVerifyReceipt,
      let environment = decoded.receipt.environment, environment != .xcode
    else { return 21002 }
    // 21003: it could not be authenticated.
    guard verification.isTrusted else { return 21003 }
    return switch (environment, endpoint) {
    case (.sandbox, .production): 21007
    case (.production, .sandbox): 21008
    default: 0
    }
  }

  mutating func render(_ report: DecodeReport) {
    if case .failed(let error) = report.outcome, error.isOfFile {
      // Nothing could have been sent, so Apple would have given no status.
      objects.add { writeFailure(error, report.source, &$0) }
      return
    }
    let status = status(of: report)
    guard status == 0, case .decoded(let decoded, _) = report.outcome else {
      objects.add { json in
        json.key("status", isSorted: false)
        json.number(status)
      }
      return
    }
    var template = VerifyReceiptTemplate(decoded.receipt)
    template.receipt.requestDate = requestDate
    objects.add { json in
      for member in template.json.members ?? [] {
        json.key(member.name, isSorted: false)
        json.value(member.value)
      }
    }
  }
}
