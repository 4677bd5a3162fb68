internal import ReceiptCore

extension Endpoint {
  private static let images = "/inApps/v1/messaging/image/"
  private static let messages = "/inApps/v1/messaging/message/"
  private static let defaultMessage = "/inApps/v1/messaging/default/{productId}/{locale}"
  private static let realtimeURL = "/inApps/v1/messaging/realtime/url"

  /// Retention Messaging. As in the sandbox, images and messages are approved at once.
  static let messaging: [Endpoint] = [
    Endpoint("GET", images + "list", "Get Image List") { store, _ in
      .json(.object([.init(name: "imageIdentifiers", value: store.messaging.imageList)]))
    },
    Endpoint("PUT", images + "{imageIdentifier}", "Upload Image") {
      store, call throws(Refusal) in try store.messaging.upload(image: call)
    },
    Endpoint("DELETE", images + "{imageIdentifier}", "Delete Image") {
      store, call throws(Refusal) in try store.messaging.delete(image: call)
    },
    Endpoint("GET", messages + "list", "Get Message List") { store, _ in
      .json(.object([.init(name: "messageIdentifiers", value: store.messaging.messageList)]))
    },
    Endpoint("PUT", messages + "{messageIdentifier}", "Upload Message") {
      store, call throws(Refusal) in try store.messaging.upload(message: call)
    },
    Endpoint("DELETE", messages + "{messageIdentifier}", "Delete Message") {
      store, call throws(Refusal) in
      guard store.messaging.messages.removeValue(forKey: call[0]) != nil else {
        throw Refusal(.messageNotFound)
      }
      store.messaging.defaults = store.messaging.defaults.filter { $0.value != call[0] }
      return .done(200)
    },
    Endpoint("PUT", defaultMessage, "Configure Default Message") {
      store, call throws(Refusal) in try store.messaging.setDefault(call)
    },
    Endpoint("GET", defaultMessage, "Get Default Message") { store, call throws(Refusal) in
      guard let message = store.messaging.defaults[try Messaging.key(call)] else {
        throw Refusal(.defaultMessageNotFound)
      }
      return .json(.object([.init(name: "messageIdentifier", value: .string(message))]))
    },
    Endpoint("DELETE", defaultMessage, "Delete Default Message") { store, call throws(Refusal) in
      guard store.messaging.defaults.removeValue(forKey: try Messaging.key(call)) != nil else {
        throw Refusal(.defaultMessageNotFound)
      }
      return .done(200)
    },
    Endpoint("PUT", realtimeURL, "Configure Realtime URL") {
      store, call throws(Refusal) in try store.messaging.setURL(call)
    },
    Endpoint("GET", realtimeURL, "Get Realtime URL") { store, _ throws(Refusal) in
      guard let url = store.messaging.realtimeURL else { throw Refusal(.realtimeURLNotFound) }
      return .json(.object([.init(name: "realtimeURL", value: .string(url))]))
    },
    Endpoint("DELETE", realtimeURL, "Delete Realtime URL") { store, _ throws(Refusal) in
      guard store.messaging.realtimeURL != nil else { throw Refusal(.realtimeURLNotFound) }
      store.messaging.realtimeURL = nil
      return .done(200)
    },
    Endpoint("POST", "/inApps/v1/messaging/performanceTest", "Initiate Performance Test") {
      store, call throws(Refusal) in try store.startPerformanceTest(call)
    },
    Endpoint(
      "GET", "/inApps/v1/messaging/performanceTest/result/{requestId}",
      "Get Performance Test Results"
    ) { store, call throws(Refusal) in try store.messaging.performanceTestResult(call) },
  ]
}

// MARK: - Images and messages

extension Messaging {
  private static let signatureOfPNG: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let imageSizes = ["FULL_SIZE", "BULLET_POINT"]
  private static let headerPositions = ["ABOVE_BODY", "ABOVE_IMAGE"]
  private static let longestHeader = 66
  private static let longestBody = 144
  private static let longestAltText = 150
  private static let longestBulletPoint = 66
  private static let mostBulletPoints = 5
  private static let longestURL = 256

  fileprivate var imageList: JSONValue {
    .array(
      images.sorted { $0.key < $1.key }.map { image in
        .object([
          .init(name: "imageIdentifier", value: .string(image.key)),
          .init(name: "imageState", value: .string("APPROVED")),
          .init(name: "imageSize", value: .string(image.value)),
        ])
      })
  }

  fileprivate var messageList: JSONValue {
    .array(
      messages.keys.sorted().map { message in
        .object([
          .init(name: "messageIdentifier", value: .string(message)),
          .init(name: "messageState", value: .string("APPROVED")),
        ])
      })
  }

  fileprivate mutating func upload(image call: Call) throws(Refusal) -> Reply {
    guard Identifier.isUUID(call[0]) else { throw Refusal(.generalBadRequest) }
    let size = try call.values("imageSize", among: Self.imageSizes, .badImageSize).first
    guard images[call[0]] == nil else { throw Refusal(.imageExists) }
    guard images.count < Self.maximumCount else { throw Refusal(.maximumImages) }
    guard call.request.body.starts(with: Self.signatureOfPNG) else { throw Refusal(.invalidImage) }
    images[call[0]] = size ?? Self.imageSizes[0]
    return .done(200)
  }

  fileprivate mutating func delete(image call: Call) throws(Refusal) -> Reply {
    guard images[call[0]] != nil else { throw Refusal(.imageNotFound) }
    guard !messages.values.contains(where: { $0.contains(call[0]) }) else {
      throw Refusal(.imageInUse)
    }
    images[call[0]] = nil
    return .done(200)
  }

  fileprivate mutating func upload(message call: Call) throws(Refusal) -> Reply {
    guard Identifier.isUUID(call[0]) else { throw Refusal(.generalBadRequest) }
    let body = try call.object()
    guard messages[call[0]] == nil else { throw Refusal(.messageExists) }
    guard messages.count < Self.maximumCount else { throw Refusal(.maximumMessages) }
    try Self.check(body["header"], Self.longestHeader, .headerTooLong)
    try Self.check(body["body"], Self.longestBody, .bodyTooLong)
    var used: [String] = []
    let image = body["image"].flatMap { $0.isNothing ? nil : $0 }
    if let image { used.append(try usedImage(image)) }
    if let position = body["headerPosition"], !position.isNothing {
      guard let word = position.string, Self.headerPositions.contains(word) else {
        throw Refusal(.generalBadRequest)
      }
      guard word != "ABOVE_IMAGE" || image != nil else { throw Refusal(.aboveImageNeedsImage) }
    }
    if let points = body["bulletPoints"], !points.isNothing {
      guard let points = points.elements else { throw Refusal(.generalBadRequest) }
      guard points.count <= Self.mostBulletPoints else { throw Refusal(.tooManyBulletPoints) }
      for point in points {
        try Self.check(point["text"], Self.longestBulletPoint, .bulletPointTooLong)
        used.append(try usedImage(point))
      }
    }
    messages[call[0]] = used
    return .done(200)
  }

  /// A text of a message, which must be there.
  private static func check(
    _ value: JSONValue?, _ longest: Int, _ refusal: Refusal.Name
  ) throws(Refusal) {
    guard let text = value?.string else { throw Refusal(.generalBadRequest) }
    guard text.unicodeScalars.count <= longest else { throw Refusal(refusal) }
  }

  /// The image of a message or of a bullet point.
  private func usedImage(_ value: JSONValue) throws(Refusal) -> String {
    try Self.check(value["altText"], Self.longestAltText, .altTextTooLong)
    guard let id = value["imageIdentifier"]?.string else { throw Refusal(.generalBadRequest) }
    guard images[id] != nil else { throw Refusal(.imageNotFound) }
    return id
  }
}

// MARK: - Their use

extension Messaging {
  /// The product and the language in a path.
  fileprivate static func key(_ call: Call) throws(Refusal) -> Key {
    let parts = call[1].utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    // The form of language tags, such as zh-Hant-TW (RFC 5646 §2.1).
    guard let language = parts.first, (2...3).contains(language.count), parts.count <= 3,
      parts.allSatisfy({ (2...8).contains($0.count) && $0.allSatisfy(Text.isAlphanumeric) })
    else { throw Refusal(.invalidLocale) }
    return Key(product: call[0], locale: call[1])
  }

  fileprivate mutating func setDefault(_ call: Call) throws(Refusal) -> Reply {
    let key = try Self.key(call)
    guard let message = try call.object()["messageIdentifier"]?.string else {
      throw Refusal(.generalBadRequest)
    }
    guard messages[message] != nil else { throw Refusal(.messageNotFound) }
    guard defaults[key] != nil || defaults.count < Self.maximumCount else {
      throw Refusal(.maximumMessages)
    }
    defaults[key] = message
    return .done(200)
  }

  fileprivate mutating func setURL(_ call: Call) throws(Refusal) -> Reply {
    guard let url = try call.object()["realtimeURL"]?.string, url.hasPrefix("https://"),
      url.utf8.count <= Self.longestURL
    else { throw Refusal(.badRealtimeURL) }
    realtimeURL = url
    return .done(200)
  }

  /// What a performance test does: figures as Apple's examples have them.
  fileprivate static let testConfig = numbers([
    ("maxConcurrentRequests", 50), ("totalRequests", 500), ("totalDuration", 10_000),
    ("responseTimeThreshold", 700), ("successRateThreshold", 98),
  ])

  private static let responseTimes = numbers([
    ("average", 100), ("p50", 100), ("p90", 150), ("p95", 170), ("p99", 200),
  ])

  private static func numbers(_ values: [(name: String, value: Int)]) -> JSONValue {
    .object(values.map { .init(name: $0.name, value: .number(String($0.value))) })
  }

  fileprivate func performanceTestResult(_ call: Call) throws(Refusal) -> Reply {
    guard Identifier.isUUID(call[0]) else { throw Refusal(.invalidRequestID) }
    guard tests.contains(call[0]), let realtimeURL else {
      throw Refusal(.performanceTestNotFound)
    }
    return .json(
      .object([
        .init(name: "config", value: Self.testConfig),
        .init(name: "target", value: .string(realtimeURL)),
        .init(name: "result", value: .string("PASS")),
        .init(name: "successRate", value: .number("100")),
        .init(name: "numPending", value: .number("0")),
        .init(name: "responseTimes", value: Self.responseTimes),
        .init(name: "failures", value: .object([])),
      ]))
  }
}

extension Store {
  /// Begins a test of the developer's server, which always passes: nothing is sent.
  fileprivate mutating func startPerformanceTest(_ call: Call) throws(Refusal) -> Reply {
    guard let id = try call.object()["originalTransactionId"]?.string,
      let place = try? transaction(id, call),
      purchase(place.customer, place.transaction).expiresDate != nil
    else { throw Refusal(.invalidPerformanceTest) }
    guard messaging.realtimeURL != nil else { throw Refusal(.realtimeURLNotFound) }
    messaging.testCount += 1
    let request = uuid(for: "performance test \(messaging.testCount)")
    if messaging.tests.count == Messaging.maximumCount { messaging.tests.removeFirst() }
    messaging.tests.append(request)
    return .json(
      .object([
        .init(name: "config", value: Messaging.testConfig),
        .init(name: "requestId", value: .string(request)),
      ]))
  }
}
