extension CheckResult {
  /// The structure fails with an error of the decoder.
  static func structureFault(_ error: ReceiptError) -> CheckResult {
    structureFault(
      CheckReason(structural: error.code), error.description, offset: error.offset,
      hint: error.hint)
  }
}

extension CheckReason {
  /// What an error of the decoder means for the structure.
  init(structural code: ReceiptError.Code) {
    switch code {
    case .tooManyCertificates: self = .tooManyCertificates
    case .tooManySigners: self = .multipleSigners
    case .duplicateName: self = .duplicateName
    default: self = .malformed
    }
  }

  /// What a finding of the decoder means for the structure.
  init(structural id: Finding.ID) {
    switch id {
    case .trailingData: self = .trailingData
    case .duplicateAttribute: self = .duplicateAttribute
    case .nonCanonicalBase64: self = .nonCanonicalBase64
    default: self = .malformed
    }
  }
}
