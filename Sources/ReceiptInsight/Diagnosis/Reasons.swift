internal import ReceiptCore

/// The facts behind the card, as few short lines as possible. What the card says is not repeated.
struct Reasons {
  let judgement: Judgement
  let remarks: [Remark]
  private let words: CardWords

  init(_ judgement: Judgement, _ remarks: [Remark]) {
    self.judgement = judgement
    self.remarks = remarks
    words = CardWords(judgement)
  }

  private var situation: Situation { judgement.situation }

  /// The largest number of lines.
  static let maximum = 8
  /// The largest number of lines of one kind.
  private static let maximumOfKind = 2

  func lines() -> [String] {
    let all =
      clock() + faults() + encodedTwice() + testInXcode()
      + Disagreements(judgement).clauses(maximum: Self.maximumOfKind).map(sentence)
      + purchases() + otherChains()
      + renewals() + offers()
      + emptyResponse() + emptyList() + endedBesideStatus() + style() + odd() + secrets()
      + sender()
    var seen: Set<String> = []
    return Array(all.filter { seen.insert($0).inserted }.prefix(Self.maximum))
  }

  /// What is wrong with the signature or the structure.
  private func faults() -> [String] {
    let decoded = situation.decoded
    switch judgement.genuineness.code {
    // The card has said it.
    case .incomplete, .errorResponse, .xcode, .unsigned, .unsignedResponse: return []
    case .changed:
      return situation.verification.checks.filter { $0.status == .fail }
        .prefix(Self.maximumOfKind).map { sentence($0.message) }
    default: break
    }
    // The card has told the customers apart.
    let errors = decoded.errors.filter { $0.code != .severalReceipts }
    guard let first = errors.first else { return [] }
    let more = errors.count - 1
    let rest = more == 0 ? "" : more == 1 ? " (and 1 more fault)" : " (and \(more) more faults)"
    return ["Damaged, and read as far as possible: \(first.message)\(rest)."]
  }

  /// What a server does that encodes a text that is base64 already.
  private func encodedTwice() -> [String] {
    let layers = situation.decoded.input.layers
    let encodings: [ReceiptInput.Layer] = [.base64, .base64URL]
    let isTwice = zip(layers, layers.dropFirst()).contains {
      encodings.contains($0) && encodings.contains($1)
    }
    return isTwice
      ? ["It is base64 in base64: it was encoded once too often. Apple refuses it like this."] : []
  }

  /// That Apple has never seen a test of Xcode.
  private func testInXcode() -> [String] {
    guard situation.environment == .xcode,
      [.incomplete, .unsigned, .xcode].contains(judgement.genuineness.code)
    else { return [] }
    let said =
      judgement.genuineness.code == .xcode ? "" : "It says that Xcode made it for tests: "
    return [
      "\(said)Apple's servers do not know it"
        + (situation.decoded.form == .appReceipt ? ", and verifyReceipt answers 21002." : ".")
    ]
  }

  /// How long products have been active, and how they were bought.
  private func purchases() -> [String] {
    guard judgement.genuineness.isTold else { return [] }
    let section = OwnershipSection(judgement)
    return judgement.holdings.lazy.compactMap { holding -> String? in
      let details = section.details(holding)
      return details.isEmpty
        ? nil : "\(words.name(holding.productID)): \(details.joined(separator: "; "))."
    }.prefix(Self.maximumOfKind).map(\.self)
  }

  /// Other subscriptions to a product, which its state does not tell of.
  private func otherChains() -> [String] {
    guard judgement.genuineness.isTold else { return [] }
    return judgement.holdings.lazy.compactMap { holding -> String? in
      guard let own = holding.record.originalTransactionID, let end = holding.record.expiresDate
      else { return nil }
      let other = judgement.history.records(of: holding.productID).last {
        $0.originalTransactionID != own && $0.expiresDate.map { $0 < end } ?? false
          && !$0.isTakenBack
      }
      guard let other, let original = other.originalTransactionID, let ended = other.expiresDate
      else { return nil }
      let verb = ended <= situation.now ? "ended on" : "runs until"
      return
        "Another subscription to \(words.name(holding.productID)) (original transaction \(original)) \(verb) \(words.day(ended))."
    }.prefix(Self.maximumOfKind).map(\.self)
  }

  private func renewals() -> [String] {
    guard judgement.genuineness.isTold else { return [] }
    // The card has said why a subscription ended.
    return RenewalSection.sentences(
      judgement,
      where: { renewal in
        !judgement.holdings.contains { renewal.isOf($0.record) && $0.hasKnownEnd }
      }
    ).prefix(Self.maximumOfKind).map(\.self)
  }

  /// What the style of a response says of the app that asked for it, or that of a notification of its age.
  private func style() -> [String] {
    var result: [String] = []
    if situation.decoded.findings.contains(where: { $0.id == .ios6Style }) {
      result.append(
        "It is in the style of iOS 6, about one transaction: the app sent transactionReceipt. In it "
          + "latest_receipt_info is one object, and only a subscription that renews has it. The response to the app "
          + "receipt lists all purchases.")
      result += situation.receipt.inApp.prefix(1).compactMap(restored)
      if situation.receipt.inApp.first.map({ $0.expiresDate == nil && !$0.isTakenBack }) ?? false {
        result.append(
          "It shows no later refund: look the transaction up with Get Transaction Info.")
      }
    }
    if situation.decoded.form == .notificationV1,
      situation.decoded.response?.latestExpiredReceiptInfo.isEmpty == false
    {
      result.append(
        "latest_expired_receipt_info is of a subscription that had ended, latest_receipt_info of one that runs. Apple sends "
          + "neither since March 2021: read unified_receipt.")
    }
    return result
  }

  /// That a transaction is not the first, which the same customer must have.
  private func restored(_ purchase: InAppPurchase) -> String? {
    // Masked ids differ without a meaning.
    guard let id = purchase.transactionID, let first = purchase.originalTransactionID, id != first,
      [id, first].allSatisfy({ $0.description.utf8.allSatisfy { $0 &- 0x30 < 10 } })
    else { return nil }
    return
      "Transaction \(id) was restored or renewed: the first one was \(first). Let your server look whether another "
      + "customer has that one."
  }

  /// Why a response without a purchase need not be the last word.
  private func emptyResponse() -> [String] {
    guard situation.decoded.form == .verifyReceipt, situation.history.records.isEmpty else {
      return []
    }
    var result: [String] = []
    if let finding = situation.decoded.findings.first(where: { $0.id == .libraryStatus }) {
      result.append(sentence(finding.message))
    }
    // What did not arrive is not empty.
    guard situation.decoded.response?.status == 0, situation.decoded.errors.isEmpty else {
      return result
    }
    let receipt = situation.receipt
    if let made = receipt.receiptCreationDate, let first = receipt.originalPurchaseDate,
      made >= first, made.since(first) < Self.download
    {
      result.append(
        "The receipt was made \(made.since(first)) after the app was first got: it is that of the download. "
          + "Let the app refresh it; asking again with this one gives the same.")
    } else {
      result.append(
        "Apple accepts the receipt (status 0). An empty in_app is normal without purchases. What was bought after "
          + "it was made is not in it, nor are used-up consumables: let the app refresh it, and ask again."
      )
    }
    return result
  }

  /// What an empty list of the newest purchases does not say.
  private func emptyList() -> [String] {
    guard case .json(let value) = situation.decoded.input.kind,
      situation.decoded.form == .verifyReceipt, situation.decoded.response?.status == 0,
      situation.decoded.errors.isEmpty,
      value["latest_receipt_info"]?.elements?.isEmpty == true
    else { return [] }
    return [
      "latest_receipt_info is empty, which is normal for a receipt without an auto-renewable subscription."
    ]
  }

  /// What status 0 does not say.
  private func endedBesideStatus() -> [String] {
    let last = judgement.holdings.first
    guard situation.decoded.response?.status == VerifyReceiptStatus.valid, last?.code == .lapsed,
      judgement.genuineness.isTold
    else { return [] }
    return ["Status 0 speaks of the receipt: a subscription in it may have ended all the same."]
  }

  /// So soon after an app was got, nothing is bought in it.
  private static let download = TimeSpan(milliseconds: 120_000)

  /// What must not be passed on.
  private func secrets() -> [String] {
    situation.decoded.findings.contains { $0.id == .sharedSecret }
      ? ["It holds your shared secret (password): do not pass it on, and change it if you did."]
      : []
  }

  private func offers() -> [String] {
    guard judgement.genuineness.isTold else { return [] }
    return IntroductoryOffers(situation, judgement).groups.prefix(Self.maximumOfKind).map {
      let group = $0.name.map { "group \($0)" } ?? words.list($0.products)
      guard let used = $0.used else {
        return
          "Introductory offer of \(group): not used, so it is probably still available."
      }
      let offer = used.isTrialPeriod == true ? "Free trial" : "Introductory offer"
      return
        "\(offer) of \(group): used\(used.purchaseDate.map { ", it began on \(words.day($0))" } ?? "")\(words.introductoryMark(of: used))."
    }
  }

  /// Warnings about the content.
  private func odd() -> [String] {
    guard judgement.genuineness.isTold else { return [] }
    var seen: Set<String> = []
    return remarks.filter { $0.severity == .warning && seen.insert($0.id).inserted }
      .prefix(Self.maximumOfKind).map { "Odd: \($0.message) [\($0.id)]." }
  }

  /// A genuine receipt does not say who sent it.
  private func sender() -> [String] {
    guard [.apple, .otherRoot].contains(judgement.genuineness.code), situation.isStore,
      situation.deviceCheck?.status != .pass, judgement.holdings.contains(where: \.isHeld)
    else { return [] }
    let means: String
    switch situation.decoded.form {
    case .appReceipt: means = "its device hash"
    case .transaction, .appTransaction: means = "appAccountToken"
    default: return []
    }
    return [
      "Anyone can copy a genuine \(situation.noun). If in doubt, ask your developers to compare \(means), or to "
        + "look for its transactions among other customers."
    ]
  }

  /// A receipt from the future, by the clock of this computer.
  private func clock() -> [String] {
    guard situation.isToday, let made = situation.madeAt, situation.isLater(made) else {
      return []
    }
    return ["It is dated \(words.moment(made)), after the clock of this computer: check the clock."]
  }
}
