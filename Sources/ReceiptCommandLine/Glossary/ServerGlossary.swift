internal import ReceiptCore
internal import ReceiptInsight

/// What Apple's servers say: notifications, values of fields, errors. docs/storekit.md has the same rows.
enum ServerGlossary {
  static let notifications: [GlossaryEntry] =
    NotificationEvent.all.map { event in
      GlossaryEntry(
        .notification, event.name,
        aliases: event.otherType.map { [$0] } ?? [],
        place: event.carrier == .data ? "" : "with \(event.carrier.rawValue)",
        event.event, advice: event.advice, caution: event.caution,
        related: event.subtype == nil ? [] : [event.type, event.subtype].compactMap(\.self))
    }
    + NotificationV1Event.all.map { event in
      GlossaryEntry(
        .firstNotification, event.type, aliases: event.otherType.map { [$0] } ?? [], event.event,
        note: "In version 2: \(event.successors.joined(separator: " or "))", advice: event.advice,
        caution: event.caution)
    } + [missing]

  /// What people ask about those that they wait for most.
  private static let missing = GlossaryEntry(
    .notification, "a notification that does not come",
    "Apple sends it to the address in App Store Connect, that of the sandbox for TestFlight, and in production up to "
      + "five times more if your server does not answer with 200 to 206",
    advice:
      "ask Get Notification History what was sent, and what your server answered; Get All Subscription Statuses says at "
      + "any time how a subscription stands",
    related: ["EXPIRED", "REFUND", "DID_RENEW", "SUBSCRIBED", "CONSUMPTION_REQUEST", "TEST"])

  /// Environments are a kind of their own.
  static let values: [GlossaryEntry] =
    KnownValue.all.filter { !$0.fields.contains("environment") }.map { value in
      GlossaryEntry(
        .value, value.value, place: "of \(value.fields.joined(separator: ", "))", value.meaning,
        advice: value.advice, related: value.fields.map { "\($0) \(value.value)" })
    }

  static let errors: [GlossaryEntry] = APIError.all.map { error in
    GlossaryEntry(
      .apiError, error.code.map(String.init) ?? error.name,
      aliases: error.code == nil ? [] : [error.name], error.meaning,
      note: error.repetition.note, advice: error.advice, related: [error.name + "Error"])
  }
}

extension APIError.Repetition {
  /// Whether to send the request again, in words.
  fileprivate var note: String {
    switch self {
    case .never: "Sent again unchanged, the request fails again"
    case .retry: "The same request may be sent again"
    case .later: "The same request may work later"
    }
  }
}
