import Testing

@testable import ReceiptCommandLine
@testable import ReceiptCore
@testable import ReceiptInsight

/// Compares the tables of StoreKit 2 and Apple's servers with what Apple documents.
@Suite struct StoreKitFactsTests {
  private static func explained(_ word: String, as kind: GlossaryEntry.Kind) -> [GlossaryEntry] {
    Glossary.meanings(of: word).filter { $0.kind == kind }
  }

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      if letter.isUppercase, text.last?.isLowercase == true { text.append("_") }
      text += letter.lowercased()
    }
  }

  @Test("every payload field is explained, in Apple's spelling and in snake case")
  func fields() throws {
    let facts = try StoreKitFact.all("field")
    #expect(facts.count > 200)
    for fact in facts {
      let entries = Self.explained(fact.name, as: .field)
      #expect(
        entries.contains { $0.names.contains(fact.name) }, "\(fact)")
      #expect(!Self.explained(Self.snakeCase(fact.name), as: .field).isEmpty, "\(fact)")
    }
  }

  /// Objects of a payload and their fields are keys with dots; lists of objects are kept as Apple writes them.
  private static let places: [String: (form: ReceiptForm, prefix: String)] = [
    "transaction": (.transaction, ""), "renewalInfo": (.renewalInfo, ""),
    "appTransaction": (.appTransaction, ""), "realtimeRequest": (.realtimeRequest, ""),
    "transaction.commitmentInfo": (.transaction, "commitmentInfo."),
    "transaction.multiSeatInfo": (.transaction, "multiSeatInfo."),
    "transaction.advancedCommerceInfo": (.transaction, "advancedCommerceInfo."),
    "renewalInfo.commitmentInfo": (.renewalInfo, "commitmentInfo."),
    "renewalInfo.multiSeatInfo": (.renewalInfo, "multiSeatInfo."),
    "renewalInfo.advancedCommerceInfo": (.renewalInfo, "advancedCommerceInfo."),
    "notification": (.notification, ""), "summary": (.notification, "summary."),
    "data": (.notification, "data."), "appData": (.notification, "appData."),
    "externalPurchaseToken": (.notification, "externalPurchaseToken."),
    "unclaimInfo": (.notification, "unclaimInfo."), "notificationV1": (.notificationV1, ""),
    "apiError": (.apiError, ""), "seatInfo": (.apiAnswer, ""), "seatClaim": (.apiAnswer, ""),
    "extension": (.apiAnswer, ""),
  ]

  @Test("each documented field of a payload is a row of a table, of its kind")
  func tables() throws {
    var tested = 0
    for fact in try StoreKitFact.all("field") {
      guard let (form, prefix) = Self.places[fact.place] else { continue }
      // A field under StoreKit's own name, whose key in JSON is unknown.
      if fact.name.hasPrefix("bundle") && fact.name != "bundleId" && fact.name != "bundleVersion"
        || fact.name == "willUnbundle"
        // A date of version 1 is one field under three keys.
        || fact.name.hasPrefix("auto_renew_status_change_date")
      {
        continue
      }
      tested += 1
      let key = prefix + fact.name
      // A receipt's fields are named within the object that the notification carries.
      let keys = form == .notification ? [key, fact.name] : [key]
      let kind = keys.lazy.compactMap { key in
        Self.kind(of: key, in: Field<Receipt>.all, form)
          ?? Self.kind(of: key, in: Field<InAppPurchase>.all, form)
          ?? Self.kind(of: key, in: Field<RenewalInfo>.all, form)
          ?? Self.kind(of: key, in: Field<ServerNotification>.all, form)
          ?? Self.kind(of: key, in: Field<APIResponse>.all, form)
      }.first
      switch fact.detail {
      // What holds other fields, or is read as a receipt of its own.
      case "object", "jws", "base64", "secret": break
      case _
      where ["offerIdentifier", "signedDate", "bid", "bvrs", "environment"].contains(fact.name):
        break
      default: #expect(kind.map { Self.fits($0, fact.detail) } == true, "\(fact) \(fact.detail)")
      }
    }
    #expect(tested > 150)
  }

  private static func kind<Model>(
    of key: String, in table: [Field<Model>], _ form: ReceiptForm
  ) -> FieldKind? {
    table.first { $0.names.payloads[form] == key }?.kind
  }

  private static func fits(_ kind: FieldKind, _ type: String) -> Bool {
    switch type {
    case "string", "uuid", "duration":
      [.text, .idText, .id, .optionalID, .productType, .flag].contains(kind)
    case "number", "milliunits": [.number, .id, .idText, .numericFlag].contains(kind)
    case "date": kind == .date
    case "flag": [.flag, .numericFlag].contains(kind)
    case "strings", "uuids": kind == .texts
    case "objects": kind == .json
    default: false
    }
  }

  @Test("values are those that are documented, and each is explained")
  func values() throws {
    let facts = try StoreKitFact.all("value")
    let known = KnownValue.all.flatMap { value in value.fields.map { "\($0) \(value.value)" } }
    #expect(known.count == Set(known).count)
    #expect(Set(known) == Set(facts.map { "\($0.place) \($0.name)" }))
    for fact in facts {
      let kind: GlossaryEntry.Kind =
        ["environment", "receiptType"].contains(fact.place) ? .environment : .value
      #expect(!Self.explained(fact.name, as: kind).isEmpty, "\(fact)")
      // The field lists its values. Only the last part of its name stands in a payload.
      let field = String(fact.place.split(separator: ".").last ?? "")
      let listed = Self.explained(field, as: .field).flatMap(\.values)
      #expect(listed.contains { $0.value == fact.name }, "\(fact)")
    }
  }

  @Test("notifications are those that are documented, with their carrier, and each is explained")
  func events() throws {
    let facts = try StoreKitFact.all("event")
    let second = NotificationEvent.all.flatMap { event in
      ([event.name] + [event.otherType].compactMap(\.self)).map {
        StoreKitFact(kind: "event", place: "2", name: $0, detail: event.carrier.rawValue)
      }
    }
    let first = NotificationV1Event.all.flatMap { event in
      ([event.type] + [event.otherType].compactMap(\.self)).map {
        StoreKitFact(kind: "event", place: "1", name: $0, detail: event.family.rawValue)
      }
    }
    #expect(Set(first + second) == Set(facts) && first.count + second.count == facts.count)
    for fact in facts {
      let kind: GlossaryEntry.Kind = fact.place == "2" ? .notification : .firstNotification
      #expect(
        Self.explained(fact.name, as: kind).first?.names.contains(fact.name) == true, "\(fact)")
      for part in fact.name.split(separator: "/") {
        #expect(!Self.explained(String(part), as: kind).isEmpty, "\(fact)")
      }
    }
  }

  @Test("the events of version 1 name their successors in version 2")
  func successors() {
    for event in NotificationV1Event.all {
      #expect(!event.successors.isEmpty, "\(event.type)")
      for name in event.successors {
        #expect(NotificationEvent.all.contains { $0.name == name }, "\(event.type): \(name)")
      }
      #expect(NotificationV1Event.of(type: event.type)?.event == event.event)
    }
    #expect(NotificationV1Event.of(type: "RENEWAL")?.type == "DID_RECOVER")
  }

  @Test("a combination is found by type and subtype, never by the type alone")
  func combinations() {
    func event(_ type: String, _ subtype: String?) -> String? {
      NotificationEvent.of(type: type, subtype: subtype)?.name
    }
    for known in NotificationEvent.all where known.type != nil {
      #expect(event(known.type ?? "", known.subtype) == known.name)
    }
    #expect(event("MIGRATE", nil) == "MIGRATION")
    #expect(event("DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY") == "INCREASE_QUANTITY")
    #expect(event("NEW_TYPE", "DECREASE_QUANTITY") == "DECREASE_QUANTITY")
    #expect(event("RENEWAL_EXTENSION", nil) == nil)
    #expect(event("EXPIRED", "NEW_SUBTYPE") == nil)
    #expect(event("NEW_TYPE", nil) == nil)
  }

  @Test("errors are those that are documented, and each is explained by number and name")
  func errors() throws {
    let facts = try StoreKitFact.all("error")
    let known = APIError.all.map {
      StoreKitFact(
        kind: "error", place: $0.code.map(String.init) ?? "-", name: $0.name,
        detail: $0.repetition.rawValue)
    }
    #expect(Set(known) == Set(facts) && known.count == facts.count)
    for error in APIError.all {
      for word in [error.name, error.name + "Error", error.code.map(String.init) ?? error.name] {
        #expect(Self.explained(word, as: .apiError).map(\.meaning) == [error.meaning], "\(word)")
      }
      if let code = error.code {
        #expect(APIError.of(code: Int64(code))?.name == error.name)
        // The HTTP status comes first.
        #expect((400...500).contains(code / 10_000))
      }
    }
    #expect(APIError.of(code: 4_040_011) == nil)
  }

  @Test("errors and states of StoreKit on the device are those that are documented")
  func device() throws {
    let facts = try StoreKitFact.all("device")
    let known = StoreKitErrorGlossary.entries + StoreKitErrorGlossary.states
    #expect(known.count == facts.count)
    for fact in facts {
      let entry = known.first {
        $0.word == fact.name
          && ($0.place.hasSuffix(fact.place)
            || $0.place.contains("\(fact.place), ") && $0.place.hasSuffix(" \(fact.detail)"))
      }
      #expect(entry != nil, "\(fact)")
      for word in [fact.name, "\(fact.place) \(fact.name)"] {
        #expect(!Glossary.meanings(of: word).isEmpty, "\(word)")
      }
    }
    #expect(Glossary.meanings(of: "SKErrorDomain Code=2").map(\.word) == ["paymentCancelled"])
    #expect(Glossary.meanings(of: "SKErrorPaymentCancelled").map(\.word) == ["paymentCancelled"])
  }

  @Test(
    "what this tool prints and its users say is explained",
    arguments: [
      "trial", "introductory offer", "grace", "grace period", "billing retry", "consumable",
      "non-consumable", "auto-renewable", "non-renewing", "restore", "refund", "revoked",
      "family sharing", "upgrade", "replaced", "not-recorded", "x5c", "WWDR", "JWS", "notification",
      "sandbox", "TestFlight", "shared secret", "storefront", "seat", "bundle", "suite",
      "commitment", "win-back offer", "offer code", "app transaction", "original transaction id",
      "web order line item id", "milliunits",
    ])
  func terms(word: String) {
    #expect(!Self.explained(word, as: .term).isEmpty)
  }

  @Test(
    "the likeliest meaning comes first",
    arguments: [
      ("PRICE_INCREASE", "PRICE_INCREASE/PENDING"),
      ("GRACE_PERIOD", "DID_FAIL_TO_RENEW/GRACE_PERIOD"),
      ("grace period", "grace period"), ("REFUND", "REFUND"), ("refund", "refund"),
      ("DID_RENEW", "DID_RENEW"), ("SUBSCRIBED, INITIAL_BUY", "SUBSCRIBED/INITIAL_BUY"),
      ("INITIAL_BUY", "INITIAL_BUY"), ("status 4", "4"), ("original_transaction_id", "1705"),
    ])
  func order(word: String, first: String) {
    #expect(Glossary.meanings(of: word).first?.word == first)
  }
}
