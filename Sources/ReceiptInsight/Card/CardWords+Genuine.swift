internal import ReceiptCore

/// Whether it is genuine.
extension CardWords {
  /// The beginning of a sentence that goes on with what is wrong. If it was a test, it says so first.
  private var yesBut: String {
    situation.environment == .sandbox ? "A test, nothing was paid, and" : "Yes, but"
  }

  var genuine: String {
    let genuineness = judgement.genuineness
    let app = genuineness.bundleID.map { " for \($0)" } ?? ""
    let date = genuineness.signedAt.map { " on \(day($0))" } ?? ""
    let detail = genuineness.detail.map { ": \($0)" } ?? ""
    if let part = genuineness.part, genuineness.isReliable {
      return
        "\(signed(part, app, date)) The rest\(situation.decoded.isTogether ? "" : " of the \(situation.noun)") is not signed: trust it only if your "
        + "own server got it from Apple."
    }
    switch genuineness.code {
    case .apple, .test, .otherRoot, .redactedCopy: return signed(nil, app, date) + event
    case .otherApp:
      let app = genuineness.bundleID?.description ?? "unknown"
      return "\(yesBut) for another app: \(app). \(signer) signed it\(date)."
    case .otherDevice:
      return "\(yesBut) it was not made for the device that you named. "
        + "\(signer) signed it\(date)\(app)."
    case .xcode:
      let isLocal = situation.receipt.environmentWord == ReceiptString("LocalTesting")
      return
        "No proof: \(isLocal ? "a local test" : "Xcode") made it\(app) for tests, as any developer can."
    case .notApple: return "No. \(sentence(genuineness.detail ?? "Apple did not sign it"))"
    case .changed:
      let what = situation.forgedInside.map(situation.title) ?? "it"
      return
        "No. \(sentence("\(what) is not what was signed: it was changed, or damaged on the way"))"
    case .malformed:
      return "Not as Apple makes it. \(signer) signed it, but its content is malformed\(detail)."
    case .incomplete where judgement.genuineness.isPartlySigned:
      return "Only in part. \(sentence(signedTexts(app, date)))\(unread ?? "")"
    case .incomplete:
      return "Not known: incomplete. \(sentence(genuineness.detail ?? "a part is missing"))"
    case .unsignedResponse: return unsignedResponse
    case .unsigned:
      return
        "Not signed: this is the content of \(article) without its signature\(claimedStore). It proves nothing."
        + (situation.decoded.notification?.event.map { " It says: \($0.event)." } ?? "")
    case .accepted: return accepted(app, date)
    case .errorResponse: return errorResponse
    case .issuerMissing:
      return "Not known. Its signature holds, but a certificate is missing that leads to Apple."
    case .unreadable: return "Not known: it cannot be read."
    }
  }

  private var signer: String {
    judgement.genuineness.isOwnRoot ? "Your own root" : "Apple"
  }

  /// - Parameter part: the place of the signed receipt in an unsigned response.
  private func signed(_ part: String?, _ app: String, _ date: String) -> String {
    let isSandbox =
      situation.environment == .sandbox || judgement.genuineness.code == .test
    let count =
      part == nil && situation.decoded.form.isAroundSignedTexts
      ? situation.nested.count { $0.decoded.hasOwnSignature } : 0
    let what =
      part.flatMap { _ in situation.proof.map(situation.title) }
      ?? (count > 1 ? "all \(count) signed texts in it" : "it")
    let last = count > 1 && !date.isEmpty ? ", the last\(date)" : date
    let noun = part == nil ? situation.noun : "receipt"
    let unpaid = isSandbox ? "; nothing was paid" : ""
    if judgement.genuineness.code == .redactedCopy {
      return
        "A redacted copy of a \(noun) that was genuine, says its maker. Your own root signed \(what)\(last)\(app)"
        + "\(unpaid)."
    }
    if judgement.genuineness.isOwnRoot {
      return "A test \(noun): your own root signed \(what)\(last)\(app)\(unpaid)."
    }
    if isSandbox {
      return "A test, nothing was paid: Apple's sandbox signed \(what)\(last)\(app)."
    }
    // The environment of a transaction of iOS 6 is not signed.
    let store =
      situation.environment != .production
      ? "" : situation.decoded.form.signsDate ? " (App Store)" : " (App Store, which is not signed)"
    return "Yes. Apple signed \(what)\(last)\(app)\(store)."
  }

  /// A text without a signature of its own, which may have signed ones in it.
  private func accepted(_ app: String, _ date: String) -> String {
    let signed = situation.nested.filter(\.verification.isTrusted)
    guard situation.decoded.form.isAroundSignedTexts, !signed.isEmpty else {
      return "Not signed, but accepted as you asked: \(article)\(app)\(date)."
    }
    let isSandbox = situation.environment == .sandbox
    let texts = signedTexts(app, date)
    return (isSandbox ? "A test, nothing was paid: \(texts)." : sentence(texts))
      + " The rest of the \(situation.noun) is not signed, but accepted as you asked."
  }

  /// Who signed the texts in it whose signature holds.
  private func signedTexts(_ app: String, _ date: String) -> String {
    let signed = situation.nested.filter(\.verification.isTrusted)
    let isOwnRoot = signed.allSatisfy { $0.verification.status == .custom }
    let signer =
      isOwnRoot ? "your own root" : situation.environment == .sandbox ? "Apple's sandbox" : "Apple"
    let last = signed.count > 1 && !date.isEmpty ? ", the last\(date)" : date
    let count = signed.count > 1 ? "\(signed.count) texts" : "one text"
    return "\(signer) signed \(count) in it\(last)\(app)"
  }

  /// What a notification says.
  private var event: String {
    guard let notification = situation.decoded.notification,
      let type = notification.notificationType ?? notification.subtype
    else { return "" }
    if let event = notification.event {
      let isSeat = judgement.holdings.contains { $0.code == .seatTakenBack }
      return " \(sentence(isSeat ? "a seat was taken back from this person" : event.event))"
    }
    let name = notification.subtype.map { "\(type)/\($0)" } ?? type.description
    return " It tells of \(name), which Apple does not document."
  }

  /// What a notification of version 1 says.
  private var firstEvent: NotificationV1Event? {
    situation.decoded.notification?.notificationType?.text.flatMap(NotificationV1Event.of)
  }

  private var firstEventText: String? {
    guard let event = firstEvent, let notification = situation.decoded.notification else {
      return nil
    }
    guard event.type == "DID_CHANGE_RENEWAL_STATUS", let isOn = notification.autoRenewStatus else {
      return event.event
    }
    let date = notification.autoRenewStatusChangeDate.map { " on \(day($0))" } ?? ""
    return "automatic renewal was turned \(isOn ? "on" : "off")\(date)"
  }

  private var article: String {
    let noun =
      situation.decoded.form == .payload
      ? "receipt" : situation.noun == "content" ? "receipt" : situation.noun
    return (["a", "e", "i", "o", "u"].contains(noun.prefix(1)) ? "an " : "a ") + noun
  }

  /// What an unsigned text says of its store.
  private var claimedStore: String {
    situation.environment == .sandbox ? ", and it says that it is from the sandbox" : ""
  }

  /// A text in a list of signed ones that cannot be read.
  private var unread: String? {
    guard situation.decoded.form.isAroundSignedTexts else { return nil }
    let unread = situation.decoded.nested.filter { inner in
      if case .failure = inner.content { true } else { inner.missingPart != nil }
    }
    guard let first = unread.first else { return nil }
    return unread.count == 1
      ? " One text in it cannot be read: \(first.path)."
      : " \(unread.count) texts in it cannot be read; the first is \(first.path)."
  }

  private var unsignedResponse: String {
    let cut =
      situation.decoded.nested.first { $0.missingPart != nil }
      .map { " A part of the receipt in it (\($0.path)) is missing." } ?? unread ?? ""
    switch situation.decoded.form {
    case .notificationV1:
      return
        "Not signed: a notification of version 1, as text\(claimedStore). It proves nothing.\(cut)"
        + (firstEventText.map { " It says: \($0)." } ?? "")
    default:
      return situation.environment == .sandbox
        ? "Not signed: a response from Apple's sandbox, as text; nothing was paid.\(cut) Trust it only if your own "
          + "server got it."
        : "Not signed: a response from Apple's server, as text.\(cut) Trust it only if your own server got it."
    }
  }

  private var errorResponse: String {
    if let code = situation.decoded.apiResponse?.errorCode {
      let meaning = APIError.of(code: code).map { " (\($0.meaning))" } ?? ""
      return "Not known: Apple's server responded with error \(code)\(meaning)."
    }
    let status = situation.errorStatus ?? 0
    let meaning = VerifyReceiptStatus.explanation(of: status).map { " (\($0.meaning))" } ?? ""
    return "Not known: Apple's server responded with status \(status)\(meaning)."
  }
}
