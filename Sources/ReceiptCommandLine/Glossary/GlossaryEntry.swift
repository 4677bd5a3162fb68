internal import ReceiptInsight

/// One meaning of one word.
struct GlossaryEntry: Sendable {
  let kind: Kind
  /// The word as it is written.
  let word: String
  /// Other spellings of it, and other names of the same thing.
  let aliases: [String]
  /// Where it is found: `in_app, in a purchase`; empty where the kind says it.
  let place: String
  /// What it means, in a sentence or two without a full stop.
  let meaning: String
  /// How sure that is, where Apple has not said it all, or what else belongs to it.
  let note: String?
  /// What to do about it, where there is something to do.
  let advice: String?
  /// What not to do, where a mistake is near.
  let caution: String?
  /// The values that a field may have.
  let values: [KnownValue]
  /// Words that are not its name but lead to it, the closest first: the type and the subtype of a notification.
  let related: [String]

  init(
    _ kind: Kind, _ word: String, aliases: [String] = [], place: String = "", _ meaning: String,
    note: String? = nil, advice: String? = nil, caution: String? = nil,
    values: [KnownValue] = [], related: [String] = []
  ) {
    self.kind = kind
    self.word = word
    self.aliases = aliases
    self.place = place
    self.meaning = meaning
    self.note = note
    self.advice = advice
    self.caution = caution
    self.values = values
    self.related = related
  }

  /// The word and its other spellings.
  var names: [String] { [word] + aliases }

  /// Whether a word says by itself what the entry is called.
  func hasName(_ text: String) -> Bool {
    names.contains { Glossary.key($0) == Glossary.key(text) }
  }

  /// What a word is the name of, in the order in which meanings are listed. The raw value is stable.
  enum Kind: String, Sendable, CaseIterable {
    case status, attribute, notification
    case firstNotification = "notification-v1"
    case field, value
    case apiError = "api-error"
    case storeKitError = "storekit-error"
    case libraryError = "library-error"
    case term, environment
    case receiptType = "receipt-type"
    case form, layer, check, verdict, signature, reason, error, finding, remark, anomaly, event,
      state, action
    case exitCode = "exit-code"
  }
}

extension GlossaryEntry.Kind {
  /// The kind for a person, of one.
  var title: String { words.title }
  /// The kind as a heading over many.
  var heading: String { words.heading }

  private var words: (title: String, heading: String) {
    switch self {
    case .status: ("status code of verifyReceipt", "status codes of verifyReceipt")
    case .attribute: ("attribute", "attributes of app receipts")
    case .notification: ("server notification", "notifications of version 2, by type and subtype")
    case .firstNotification: ("server notification of version 1", "notifications of version 1")
    case .field: ("field", "fields of StoreKit 2, of Apple's servers and of iOS 6")
    case .value: ("value", "values of fields")
    case .apiError: ("error of the App Store Server API", "errors of the App Store Server API")
    case .storeKitError: ("error of StoreKit", "errors of StoreKit on the device")
    case .libraryError:
      (
        "error of a library or a system",
        "errors of libraries and systems between the app and Apple"
      )
    case .term: ("term", "terms")
    case .environment: ("environment", "environments")
    case .receiptType: ("receipt type", "receipt types")
    case .form: ("form of receipt", "forms of receipts")
    case .layer: ("layer around a receipt", "layers around a receipt")
    case .check: ("check", "checks")
    case .verdict: ("status of a check", "statuses of a check")
    case .signature: ("status of a signature", "statuses of a signature")
    case .reason: ("reason", "reasons why a check did not pass")
    case .error: ("error code", "error codes")
    case .finding: ("finding", "findings")
    case .remark: ("remark of diagnose", "remarks of diagnose")
    case .anomaly: ("anomaly in a dump", "anomalies in a dump")
    case .event: ("event in a diff", "events in a diff")
    case .state: ("state", "states of receipts and products, in answers of diagnose")
    case .action: ("what to do, in an answer of diagnose", "what to do, in answers of diagnose")
    case .exitCode: ("exit code", "exit codes")
    }
  }
}
