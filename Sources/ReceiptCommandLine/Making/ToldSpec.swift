internal import ReceiptCore
internal import ReceiptMaking

extension ReceiptMaker {
  /// The spec with the scenario added, if there is one.
  func told(
    _ spec: ReceiptSpec, _ style: MakeStyle, seed: [UInt8]
  ) throws(Failure) -> ReceiptSpec {
    guard let scenario else { return spec }
    if spec.isComplete || !spec.attributes.isEmpty || !spec.receipt.inApp.isEmpty {
      throw .spec(
        "this SPEC says itself what was bought; a scenario tells another story",
        hint: "with --scenario a SPEC may hold receipt without in_app, and no schema")
    }
    let environment = spec.receipt.environment
    if scenario.needsAppStore, environment != nil, environment != .production {
      throw .spec(
        "the story \(scenario.name) is about the version first bought, which only the App Store knows",
        hint: "leave environment away: sandbox always says 1.0, and Xcode says nothing")
    }
    var spec = spec
    if let created { spec.receipt.receiptCreationDate = created }
    let isDated = spec.receipt.receiptCreationDate != nil || spec.receipt.signedDate != nil
    let story = scenario.story(spec.receipt, seed: seed)
    spec.receipt = story.receipt
    if spec.renewals.isEmpty { spec.renewals = story.renewals }
    guard style.tellsOfEvent else { return spec }
    guard let news = story.news else {
      throw .spec(
        "the App Store sends no notification in the story \(scenario.name)",
        hint: "tell another story")
    }
    if style == .notificationV1 {
      spec.notification.notificationType =
        spec.notification.notificationType ?? news.notification.olderType
      guard spec.notification.notificationType != nil else {
        throw .spec(
          "version 1 of notifications has none for the last event in the story \(scenario.name)",
          hint: "tell another story, or make a jws-notification")
      }
      return spec
    }
    // A notification is about the latest event, and is sent at that time.
    spec.receipt.inApp = spec.receipt.inApp.suffix(1)
    if !isDated { spec.receipt.signedDate = news.date }
    let own = spec.notification
    spec.notification.notificationType =
      own.notificationType ?? news.notification.notificationType
    if own.notificationType == nil {
      spec.notification.subtype = own.subtype ?? news.notification.subtype
      spec.notification.status = own.status ?? news.notification.status
    }
    return spec
  }
}
