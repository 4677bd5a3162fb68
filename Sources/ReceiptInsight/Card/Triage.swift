internal import ReceiptCore

/// How urgent a receipt is among many, the worst first. The raw value is stable.
package enum Triage: String, Sendable, CaseIterable {
  /// Apple did not sign it, or not like this.
  case notApple = "not-apple"
  /// It cannot be read, or not to its end.
  case unreadable
  /// Genuine, but of another app or device.
  case otherApp = "other-app"
  /// Nothing proves it: without a signature, from Xcode, or an error.
  case noProof = "no-proof"
  /// It is about several customers.
  case severalCustomers = "several-customers"
  /// Nothing is held, or that is not known.
  case notActive = "not-active"
  /// From the sandbox.
  case test
  case fine

  /// The word in a list.
  package var text: String {
    switch self {
    case .notApple: "not Apple's"
    case .unreadable: "unreadable"
    case .otherApp: "another app"
    case .noProof: "no proof"
    case .severalCustomers: "several customers"
    case .notActive: "not active"
    case .test: "test"
    case .fine: "fine"
    }
  }

  /// The word behind a number.
  package func text(of count: Int) -> String { self == .test && count != 1 ? "tests" : text }
}

extension Triage {
  /// `1 not Apple's, 2 fine`, the worst first.
  package static func totals(of all: [Triage]) -> String {
    allCases.compactMap { kind in
      let count = all.count { $0 == kind }
      return count == 0 ? nil : "\(count) \(kind.text(of: count))"
    }.joined(separator: ", ")
  }
}

extension Card {
  package var triage: Triage {
    switch genuineness.code {
    case .notApple, .changed, .malformed: .notApple
    case .incomplete, .unreadable: .unreadable
    case .otherApp, .otherDevice: .otherApp
    case .xcode, .unsigned, .errorResponse, .issuerMissing: .noProof
    case _ where isOfSeveralCustomers: .severalCustomers
    case _ where isContradicted: .noProof
    case .test: .test
    // A response has no signature: only the own server knows where it came from.
    case .unsignedResponse where actions.first?.code != .installFromStore: .noProof
    case .apple, .otherRoot, .redactedCopy, .accepted, .unsignedResponse:
      // A response from the sandbox, or a transaction from there.
      actions.first?.code == .installFromStore
        && ![.otherRoot, .redactedCopy].contains(genuineness.code)
        ? .test
        : holdings.isEmpty || holdings.contains { $0.isHeld || $0.isOpen } ? .fine : .notActive
    }
  }
}

extension CardWords {
  /// What is owned, in a few words for a list.
  var brief: String {
    let holdings = judgement.holdings
    // Of several answers the first may hold only the renewal.
    if holdings.isEmpty, !renewedProduct.isEmpty { return "tells of the renewal\(renewedProduct)" }
    let told = holdings.filter { $0.code != .replaced }
    let first = told.filter { $0.isHeld || $0.isOpen }
    let shown = first.isEmpty ? (told.isEmpty ? holdings : told) : first
    let more = shown.count - Self.maximumBriefProducts
    let claim = shown.contains(where: \.isClaimed) ? "claims " : ""
    return claim
      + shown.prefix(Self.maximumBriefProducts).map(brief).joined(separator: ", ")
      + (more > 0 ? ", and \(more) more" : "")
  }

  private static let maximumBriefProducts = 2

  private func brief(_ holding: Holding) -> String {
    holding.isClaimed ? name(holding.productID) : "\(name(holding.productID)) \(state(holding))"
  }
}
