/// Whether a customer may use a product, and why.
public struct Access: Sendable, Codable {
  /// The answer. Only `granted` unlocks.
  public let answer: Answer
  /// Why.
  public let reason: Reason
  /// The known end of access. `nil` means that access lasts for ever, or that it is not given.
  public let until: ReceiptDate?
  /// How it is known.
  public let certainty: Certainty

  /// Whether the app may unlock the product.
  public var isGranted: Bool { answer == .granted }

  /// Whether there is access. The raw value is stable.
  public enum Answer: String, Sendable, CaseIterable, Codable {
    /// The customer has it.
    case granted
    /// The input gives no access. Only the reason says whether the customer lost it or never had it. A text that is not
    /// verified, not signed or of another app says nothing of the customer.
    case denied
    /// This input cannot tell. Ask for a newer one, or ask Apple's server.
    case unknown
  }

  /// Why there is access or not. The raw value is stable.
  public enum Reason: String, Sendable, CaseIterable, Codable {
    /// A subscription is in a period that was not withdrawn.
    case active
    /// A payment failed, and Apple asks to keep access.
    case grace
    /// A lasting purchase.
    case owned
    /// The signature does not hold, or the content is malformed.
    case notVerified = "not-verified"
    /// No signature covers it.
    case notSigned = "not-signed"
    /// It is of another app, or does not say of which.
    case wrongApp = "wrong-app"
    /// It is from another environment, a test, say, where a purchase was asked for; or it does not say from which.
    case wrongEnvironment = "wrong-environment"
    /// It is about several customers.
    case severalCustomers = "several-customers"
    /// No purchase of it is listed, in an input that lists all.
    case notBought = "not-bought"
    /// No purchase of it is listed, in an input that does not list all.
    case notListed = "not-listed"
    /// It was bought later.
    case notYet = "not-yet"
    /// The last period has ended, and no other followed.
    case ended
    /// The last known period has ended. A later one may not be listed.
    case endedAsListed = "ended-as-listed"
    /// It was refunded or taken back.
    case withdrawn
    /// The customer moved to another product.
    case replaced
    /// It is used up when it is delivered.
    case consumable
    /// A subscription that does not renew: only the app knows how long it lasts.
    case lengthUnknown = "length-unknown"
    /// The input does not say whether it lasts.
    case kindUnknown = "kind-unknown"
  }
}

extension Account {
  /// Whether the customer may use a product at the account's time.
  ///
  /// Access needs a verified signature, the right app and the right environment. Everything else is `denied` or
  /// `unknown`.
  ///
  /// - Parameters:
  ///   - productID: the product, as in App Store Connect.
  ///   - bundleID: the app's bundle identifier.
  ///   - environment: where it must have been bought: `production` for customers.
  public func access(
    to productID: ReceiptString, of bundleID: ReceiptString, in environment: Receipt.Environment
  ) -> Access {
    func deny(_ reason: Access.Reason, _ answer: Access.Answer = .denied) -> Access {
      Access(answer: answer, reason: reason, until: nil, certainty: identity.certainty)
    }
    guard identity.isVerified else {
      return deny(identity.isSigned ? .notVerified : .notSigned)
    }
    // Every signed text in it must be of the app and of the environment, and one of them must say so.
    guard identity.bundleIDs == [bundleID] else { return deny(.wrongApp) }
    guard identity.environments == [environment] else { return deny(.wrongEnvironment) }
    guard parties.count == 1 else { return deny(.severalCustomers, .unknown) }
    guard let (holding, _) = relied(of: productID, party: 0) else {
      if told(of: productID, party: 0) != nil { return deny(.notSigned, .unknown) }
      return parties[0].listedUntil == nil ? deny(.notListed, .unknown) : deny(.notBought)
    }
    return holding.access(isFresh: holding.asOf.map { now.since($0) <= Self.freshness } ?? false)
  }

  /// How long a text tells of today. Later, a payment may have succeeded, and a renewal may be on again.
  private static let freshness = TimeSpan(milliseconds: 86_400_000)
}

extension Holding {
  /// What follows from the state for access.
  ///
  /// - Parameter isFresh: whether the text that says so was made shortly before.
  fileprivate func access(isFresh: Bool) -> Access {
    let (answer, reason): (Access.Answer, Access.Reason) =
      switch state {
      case .active: (.granted, .active)
      case .grace: (.granted, .grace)
      case .owned: (.granted, .owned)
      case .billingRetry: isFresh ? (.denied, .ended) : (.unknown, .endedAsListed)
      case .lapsed(let ended?, _) where !isFresh && (asOf.map { $0 < ended } ?? true):
        (.unknown, .endedAsListed)
      case .lapsed, .between: (.denied, .ended)
      case .unknown: (.unknown, .endedAsListed)
      case .replaced: (.denied, .replaced)
      case .withdrawn(let withdrawal): (.denied, withdrawal.isUpgrade ? .replaced : .withdrawn)
      case .bought: (.unknown, .kindUnknown)
      case .consumable: (.denied, .consumable)
      case .lengthUnknown: (.unknown, .lengthUnknown)
      case .notYet: (.denied, .notYet)
      }
    return Access(
      answer: answer, reason: reason, until: answer == .granted ? until : nil,
      certainty: certainty)
  }
}
