/// A receipt with its verification, and with those of the receipts inside it.
public struct VerifiedReceipt: Sendable {
  /// What was read.
  public let decoded: DecodedReceipt
  /// Who signed it. A response around signed texts is as good as all of them together.
  public let verification: Verification
  /// The receipts inside it, in the order of `decoded.nested`.
  public let nested: [Nested]

  /// A receipt in a field of another one.
  public struct Nested: Sendable {
    /// The field: `latest_receipt`, `data.signedTransactionInfo`.
    public let path: String
    /// The receipt, or the reason why it cannot be read.
    public let content: Result<VerifiedReceipt, ReceiptError>
  }

  /// The same verifications of a receipt that is shown in place of this one, such as a redacted copy.
  ///
  /// - Parameter change: what becomes of each verification.
  package func showing(
    _ shown: DecodedReceipt, _ change: (Verification) -> Verification = { $0 }
  ) -> VerifiedReceipt {
    VerifiedReceipt(
      decoded: shown, verification: change(verification),
      nested: zip(nested, shown.nested).map { own, told in
        guard case .success(let inner) = own.content, case .success(let content) = told.content
        else { return Nested(path: told.path, content: own.content) }
        return Nested(path: told.path, content: .success(inner.showing(content, change)))
      })
  }

  /// The receipts inside it that could be read, and those inside them, each with its whole path.
  package var allNested: [(path: String, receipt: VerifiedReceipt)] {
    var result: [(path: String, receipt: VerifiedReceipt)] = []
    // The next is first. Decoders limit the depth.
    var pending = nested.map { ($0.path, $0.content) }[...]
    while let (path, content) = pending.popFirst() {
      guard case .success(let inner) = content else { continue }
      result.append((path, inner))
      pending += inner.nested.map { ("\(path).\($0.path)", $0.content) }
    }
    return result
  }
}

extension DecodedReceipt {
  /// Whether a signature covers its own text: a response in JSON has none, whatever it holds.
  package var hasOwnSignature: Bool {
    switch envelope {
    case .json, .attributes: false
    case .pkcs7, .jws, .propertyList: true
    }
  }
}

extension VerifiedReceipt {
  /// Whether a signature covers its own text.
  package var hasOwnSignature: Bool { decoded.hasOwnSignature }

  /// How what its own text says is known.
  package var certainty: Certainty {
    guard hasOwnSignature, verification.checks.first?.status == .pass else { return .unsigned }
    return switch verification.status {
    case .apple: .signed
    case .custom: .signedByOtherRoot
    case .untrusted, .incomplete, .xcode, .absent: .unsigned
    }
  }
}

extension VerifiedReceipt {
  /// Whether checks rest on what it says inside of another text. It is relied on for its own signature. The checks of the
  /// signature tell of a bad one, but where texts are put together, it says nothing for the others. In a list, one that
  /// did not arrive as a whole proves nothing.
  func isCovered(in whole: VerifiedReceipt) -> Bool {
    guard hasOwnSignature,
      verification.status != .incomplete || !whole.decoded.form.isAroundSignedTexts
    else { return false }
    return verification.isTrusted || verification.status == .xcode
      || !whole.decoded.isTogether && !whole.verification.isTrusted
  }

  /// Whether a text inside a signed one arrived whole, and has no signature that holds.
  package var isUnprovenInside: Bool {
    hasOwnSignature && verification.isTrusted
      && allNested.contains {
        !$0.receipt.verification.isTrusted && $0.receipt.verification.status != .incomplete
      }
  }

  /// Whether a part of a text inside it is missing.
  package var isIncompleteInside: Bool {
    nested.contains {
      switch $0.content {
      case .failure(let error): error.isOfMissingPart
      case .success(let inner):
        inner.verification.status == .incomplete || inner.isIncompleteInside
      }
    }
  }

  /// The whole receipt in a text without a signature that is not what Apple signed. In a response, one that is signed
  /// decides. All texts that are put together must be genuine.
  package var forgedInside: (path: String, receipt: VerifiedReceipt)? {
    guard !hasOwnSignature, decoded.isTogether || !decoded.form.isAroundSignedTexts else {
      return nil
    }
    let inner = allNested
    guard decoded.isTogether || !inner.contains(where: { $0.receipt.certainty.isSigned }) else {
      return nil
    }
    return inner.first { $0.receipt.isForged }.map { ($0.path, $0.receipt) }
  }

  /// Whether all of it is here, and its signature does not hold or was taken away.
  private var isForged: Bool {
    guard !decoded.errors.contains(where: \.isOfMissingPart) else { return false }
    return switch verification.status {
    case .untrusted: verification.reason != .issuerMissing
    case .absent: hasOwnSignature
    case .apple, .custom, .xcode, .incomplete: false
    }
  }

  /// The app that it is for. A signed text decides over the text around it.
  package var bundleID: ReceiptString? { coveredBundleID ?? decoded.receipt.bundleID }

  /// The same, without what stands beside a signed text; that may be anything.
  package var coveredBundleID: ReceiptString? {
    guard !hasOwnSignature else { return decoded.receipt.bundleID }
    guard !signedInside.isEmpty else { return decoded.receipt.bundleID }
    return signedInside.lazy.compactMap(\.decoded.receipt.bundleID).first
  }

  /// The environment that it is from. A signed text decides over the text around it.
  var environment: Receipt.Environment? {
    let signed = hasOwnSignature ? [] : signedInside
    return signed.lazy.compactMap(\.decoded.receipt.environment).first
      ?? decoded.receipt.environment
  }

  /// The word for the environment that it names, without what stands beside a signed text. The signature of iOS 6 covers
  /// none.
  package var coveredEnvironment: ReceiptString? {
    guard !hasOwnSignature else {
      return decoded.form.signsDate ? decoded.receipt.environmentWord : nil
    }
    guard !signedInside.isEmpty else { return decoded.receipt.environmentWord }
    return signedInside.lazy.compactMap(\.decoded.receipt.environmentWord).first
  }

  /// The texts inside it with a signature that holds.
  private var signedInside: [VerifiedReceipt] {
    allNested.map(\.receipt).filter(\.certainty.isSigned)
  }
}

extension ReceiptVerifier {
  /// Verifies a receipt and all receipts inside it, each once.
  public func verifyAll(_ decoded: DecodedReceipt) -> VerifiedReceipt {
    // Pieces that were put together are inputs of their own. What stands inside a receipt has a signature.
    let inner = decoded.isTogether ? self : refusingUnsigned
    let nested = decoded.nested.map {
      VerifiedReceipt.Nested(path: $0.path, content: $0.content.map(inner.verifyAll))
    }
    let verification =
      decoded.isAroundSignedTexts
      ? Verification.combined(
        decoded, nested.map { ($0.path, $0.content.map(\.verification)) }) : verify(decoded)
    return VerifiedReceipt(decoded: decoded, verification: verification, nested: nested)
  }
}

extension DecodedReceipt {
  /// Whether it is a response around signed texts, without a signature of its own.
  var isAroundSignedTexts: Bool {
    if case .json = envelope { form.isAroundSignedTexts && !nested.isEmpty } else { false }
  }
}
