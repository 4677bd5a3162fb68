internal import ReceiptCore
internal import ReceiptMaking

/// Apple's two verifyReceipt endpoints.
enum Endpoint: String, CaseIterable {
  case production, sandbox
}

/// What Apple's verifyReceipt would have answered, key for key and in Apple's order, as far as a receipt
/// knows it. Only Apple has `latest_receipt_info` and the like.
struct VerifyReceiptAnswer {
  let endpoint: Endpoint?
  let requestDate: ReceiptDate

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

  func write(_ report: DecodeReport, _ json: inout JSONWriter) {
    if case .failed(let error) = report.outcome, error.isOfFile {
      // Nothing could have been sent, so Apple would have given no status.
      return writeFailure(error, report.source, &json)
    }
    let status = status(of: report)
    guard status == 0, case .decoded(let decoded, _) = report.outcome else {
      json.key("status", isSorted: false)
      return json.number(status)
    }
    var template = VerifyReceiptTemplate(decoded.receipt)
    template.receipt.requestDate = requestDate
    for member in template.json.members ?? [] {
      json.key(member.name, isSorted: false)
      json.value(member.value)
    }
  }
}
