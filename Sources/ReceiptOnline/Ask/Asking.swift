internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptInsight

/// Asks Apple what a receipt cannot know: how its subscriptions stand now, what was bought since, and what was refunded.
struct Asking: Sendable {
  private let server: AppStoreServer
  private let subject: Subject
  private let bundleID: String

  /// A history may have any number of pages. So many are fetched, as long as all answers have fewer bytes than this.
  private static let maximumPages = 50
  private static let maximumSize = 32 << 20

  /// What Apple answered, each answer under the name of its call.
  struct Answers: Sendable {
    /// With what is signed of the receipt itself before them.
    fileprivate(set) var pieces: [Piece] = []
    /// Nothing of the receipt is signed.
    fileprivate(set) var isWithoutReceipt = false
    /// What the clock of a stand-in shows; `nil` for Apple's answers, which are of the present time.
    fileprivate(set) var date: ReceiptDate?
    /// What was not answered, for a person.
    fileprivate(set) var gaps: [String] = []

    fileprivate var size: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

    /// Adds an answer, unless it is an empty list. That says nothing, and has no signature.
    fileprivate mutating func add(_ name: String, _ bytes: [UInt8]) {
      let json = try? JSONValue(bytes)
      let list = json?["signedTransactions"] ?? json?["data"]
      guard list?.elements?.isEmpty != true else { return }
      pieces.append(Piece(name: name, bytes: bytes))
    }
  }

  /// - Throws: A `Fault` where the app is not known.
  init(_ server: AppStoreServer, about subject: Subject) throws(Fault) {
    self.server = server
    self.subject = subject
    switch (server.bundleID, subject.bundleID) {
    case (nil, nil):
      throw Fault("give --bundle-id: nothing here says which app it is about")
    case (let given?, let own?) where given != own:
      throw Fault(
        "the receipt is of \(own), and --bundle-id says \(given)",
        hint: "leave --bundle-id away, or give the receipt of that app")
    case (let given, let own): bundleID = given ?? own ?? ""
    }
  }

  func answers() async throws(Fault) -> Answers {
    var answers = try await signedAnswers()
    answers.date = await server.servers.date(by: server.client)
    return answers
  }

  private func signedAnswers() async throws(Fault) -> Answers {
    var answers = Answers()
    if let receipt = subject.receipt {
      answers.pieces = receipt.signedParts
      answers.isWithoutReceipt = answers.pieces.isEmpty
    }
    let patience = Patience()
    var transactionID = subject.transactionID
    if let orderID = subject.orderID {
      // Only the production environment knows orders.
      let call = ServerCall.orderLookup
      let piece = Piece(
        name: call.name,
        bytes: try await answer(call, orderID, at: server.servers.production, patience))
      answers.pieces.append(piece)
      guard let found = try? Subject(piece), let id = found.transactionID else {
        throw Fault(
          "Apple knows no order \(orderID) of this app",
          hint: "is it copied from the invoice, and from this app? Test purchases have no order")
      }
      transactionID = id
    }
    guard let transactionID else {
      // Nothing was bought.
      let id = subject.appTransactionID ?? ""
      let (_, first) = try await inEitherEnvironment(.appTransaction, id, patience)
      answers.pieces.append(first)
      return answers
    }
    let (environment, statuses) = try await inEitherEnvironment(
      .subscriptionStatuses, transactionID, patience)
    answers.add(statuses.name, statuses.bytes)
    for call in [ServerCall.transactionHistory, .refundHistory] {
      try await addPages(call, transactionID, at: environment, to: &answers, patience)
    }
    try await addAppTransaction(transactionID, at: environment, to: &answers, patience)
    if answers.pieces.isEmpty {
      // Histories leave out consumables of apps that do not ask for them (Apple,
      // SKIncludeConsumableInAppPurchaseHistory).
      let call = ServerCall.transactionInfo
      answers.pieces.append(
        Piece(
          name: call.name, bytes: try await answer(call, transactionID, at: environment, patience)))
    }
    return answers
  }

  // MARK: Calls

  private func get(
    _ call: ServerCall, _ id: String, query: String = "", at environment: ServerURL,
    _ patience: Patience
  ) async throws(Fault) -> AppStoreServer.Reply {
    try await server.get(
      call.path(for: id) + query, at: environment, about: bundleID, patience)
  }

  private func answer(
    _ call: ServerCall, _ id: String, query: String = "", at environment: ServerURL,
    _ patience: Patience
  ) async throws(Fault) -> [UInt8] {
    switch try await get(call, id, query: query, at: environment, patience) {
    case .answer(let bytes): return bytes
    case .refused(let code): throw Fault(apple: code, in: call)
    }
  }

  /// Asks in production first, and in the sandbox if the id is unknown there, as Apple advises (Apple, "App Store
  /// Server API").
  private func inEitherEnvironment(
    _ call: ServerCall, _ id: String, _ patience: Patience
  ) async throws(Fault) -> (ServerURL, Piece) {
    let servers = server.servers
    let first = try await get(call, id, at: servers.production, patience)
    switch first {
    case .answer(let bytes):
      return (servers.production, Piece(name: call.name, bytes: bytes))
    case .refused(let code) where APIError.of(code: code)?.mayBeElsewhere ?? false:
      switch try await get(call, id, at: servers.sandbox, patience) {
      case .answer(let bytes): return (servers.sandbox, Piece(name: call.name, bytes: bytes))
      case .refused(let code) where APIError.of(code: code)?.mayBeElsewhere ?? false:
        throw Fault(
          "neither production nor the sandbox knows this id (error \(code) of \(call.name))",
          hint: "is it whole, and of this app?")
      case .refused(let code): throw Fault(apple: code, in: call)
      }
    case .refused(let code): throw Fault(apple: code, in: call)
    }
  }

  private func addPages(
    _ call: ServerCall, _ id: String, at environment: ServerURL, to answers: inout Answers,
    _ patience: Patience
  ) async throws(Fault) {
    var query = ""
    for number in 1... {
      let reply = try await get(call, id, query: query, at: environment, patience)
      guard case .answer(let bytes) = reply else {
        if case .refused(let code) = reply {
          answers.gaps.append(Fault(apple: code, in: call).message)
        }
        return
      }
      let name = number == 1 ? call.name : "\(call.name), page \(number)"
      answers.add(name, bytes)
      let page = try? JSONValue(bytes)
      guard page?["hasMore"]?.bool ?? false, let revision = page?["revision"]?.string else {
        return
      }
      guard number < Self.maximumPages, answers.size < Self.maximumSize else {
        answers.gaps.append("\(call.name) has more pages than the \(number) that were fetched")
        return
      }
      query = "?revision=\(FormFields.encoded(revision))"
    }
  }

  /// A customer who got the app long ago may have none.
  private func addAppTransaction(
    _ id: String, at environment: ServerURL, to answers: inout Answers, _ patience: Patience
  ) async throws(Fault) {
    let call = ServerCall.appTransaction
    switch try await get(call, id, at: environment, patience) {
    case .answer(let bytes):
      answers.pieces.append(Piece(name: call.name, bytes: bytes))
    case .refused(let code): answers.gaps.append(Fault(apple: code, in: call).message)
    }
  }
}

extension Asking {
  /// What would be sent, without a token.
  static func plan(
    _ subject: Subject, _ servers: AppleServers, bundleID: String?, keyID: String?
  ) -> String {
    let token =
      "Authorization: Bearer (a token for \(bundleID ?? "the bundle id")"
      + (keyID.map { ", signed with the key \($0))" } ?? ")")
    func request(_ call: ServerCall, _ id: String?) -> String {
      let path = id.map { call.path(for: $0) } ?? call.path
      return "\(call.method) \(servers.production.appending(path).text)\n\(token)\n"
    }
    var requests: [String] = []
    if let orderID = subject.orderID { requests.append(request(.orderLookup, orderID)) }
    let calls: [ServerCall] =
      subject.transactionID ?? subject.orderID == nil
      ? [.appTransaction]
      : [.subscriptionStatuses, .transactionHistory, .refundHistory, .appTransaction]
    // An order's transaction stands in the first answer.
    let id = subject.transactionID ?? (subject.orderID == nil ? subject.appTransactionID : nil)
    requests += calls.map { request($0, id) }
    return requests.joined(separator: "\n") + "\n"
      + "If Apple answers \(APIError.transactionIDNotFound), all but the order is asked at "
      + "\(servers.sandbox.text) instead."
  }
}

extension ServerCall {
  /// The path with an id, which is made of letters and digits.
  fileprivate func path(for id: String) -> String {
    guard let start = path.firstIndex(of: "{"), let end = path.firstIndex(of: "}") else {
      return path
    }
    return path[..<start] + FormFields.encoded(id) + path[path.index(after: end)...]
  }
}
