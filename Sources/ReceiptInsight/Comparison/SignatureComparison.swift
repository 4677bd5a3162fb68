internal import ReceiptCore

/// Compares the signatures of two receipts.
struct SignatureComparison {
  private(set) var differences: [FieldDifference] = []
  /// The signature is not compared, because the other receipt does not show who signed it.
  let isLeftOutOfA: Bool
  let isLeftOutOfB: Bool

  init(_ a: VerifiedReceipt, _ b: VerifiedReceipt) {
    let areAlike = a.decoded.form == b.decoded.form
    isLeftOutOfA = !areAlike && Self.isSilent(b) && !Self.isSilent(a)
    isLeftOutOfB = !areAlike && Self.isSilent(a) && !Self.isSilent(b)
    guard !isLeftOutOfA, !isLeftOutOfB else { return }
    compare(a, b, place: "")
    guard areAlike else { return }
    for (path, left, right) in FieldComparison.pairs(a, b) {
      guard case .success(let left)? = left, case .success(let right)? = right else { continue }
      compare(left, right, place: path + ".")
    }
  }

  /// A response is unsigned, and an iOS 6 transaction lacks the certificate of the issuer.
  private static func isSilent(_ receipt: VerifiedReceipt) -> Bool {
    receipt.decoded.form == .verifyReceipt || receipt.verification.reason == .issuerMissing
  }

  private mutating func compare(_ a: VerifiedReceipt, _ b: VerifiedReceipt, place: String) {
    func add(_ name: String, _ a: FieldValue?, _ b: FieldValue?) {
      guard a != b else { return }
      differences.append(FieldDifference(name: place + name, a: a, b: b))
    }
    let (left, right) = (a.verification, b.verification)
    // Digests and certificates depend on the form.
    if a.decoded.form == b.decoded.form {
      add("digest", Self.text(left.digest?.rawValue), Self.text(right.digest?.rawValue))
      let certificates = (Certificates(a), Certificates(b))
      add("leaf_certificate", certificates.0.leaf, certificates.1.leaf)
      add("other_certificates", certificates.0.others, certificates.1.others)
      add("reason", Self.text(left.reason?.rawValue), Self.text(right.reason?.rawValue))
    }
    add("status", Self.text(left.status.rawValue), Self.text(right.status.rawValue))
  }

  private static func text(_ text: String?) -> FieldValue? {
    text.map { .text(ReceiptString($0)) }
  }

  /// The certificates by SHA-256.
  private struct Certificates {
    var leaf: FieldValue?
    var others: FieldValue?

    init(_ receipt: VerifiedReceipt) {
      let all = receipt.decoded.certificates
      // If the chain does not hold, the first certificate is usually the signer's.
      guard let signer = receipt.verification.chain.first?.encoded ?? all.first else { return }
      leaf = .digest(DigestAlgorithm.sha256.digest(of: signer))
      let rest = all.filter { !$0.elementsEqual(signer) }
        .map { DigestAlgorithm.sha256.digest(of: $0) }
        .sorted { $0.lexicographicallyPrecedes($1) }
      others = rest.isEmpty ? nil : .list(rest.map { .digest($0) })
    }
  }
}
