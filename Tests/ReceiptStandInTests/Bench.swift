import Foundation
import ReceiptCommandLine
import ReceiptCore
import ReceiptMaking
import ReceiptStandIn
import Testing

/// A stand-in with a clock that the test moves, and a developer who has the test key.
struct Bench {
  var standIn: StandIn
  /// The real time, which is also what the clock shows at the start.
  static let start = ReceiptDate(millisecondsSince1970: 1_780_272_000_000)
  static let bundle = "com.example.tea"
  static let secret = "0123456789abcdef0123456789abcdef"

  /// One customer with a monthly subscription that renews, a finished purchase for ever, and coins.
  static let tea = """
    receipt:
      bundle_id: com.example.tea
      original_application_version: "1.4"
      in_app:
        - {transaction_id: "100", product_id: com.example.tea.monthly, purchase_date: 2026-05-15, expires_date: 2026-06-15, product_type: auto-renewable-subscription}
        - {transaction_id: "200", product_id: com.example.tea.unlock, purchase_date: 2026-05-01, product_type: non-consumable}
        - {transaction_id: "300", product_id: com.example.tea.coins, purchase_date: 2026-05-20, product_type: consumable}
    """

  init(_ specs: [(name: String, text: String)], _ change: (inout StandInOptions) -> Void = { _ in })
    throws
  {
    var options = StandInOptions(
      authority: try TestAuthority.wellKnown(), developer: try TestDeveloperKey.developer())
    options.speed = 0
    options.hasNotificationURL = true
    change(&options)
    let scenarios = try specs.flatMap { spec in
      try SpecFolder.read(Array(spec.text.utf8), named: spec.name + ".yaml").map {
        StandInScenario(name: $0.name, $0.receipt, $0.renewals)
      }
    }
    standIn = try StandIn(scenarios: scenarios, options: options, at: Self.start)
  }

  init(_ text: String = Bench.tea, _ change: (inout StandInOptions) -> Void = { _ in }) throws {
    try self.init([("tea", text)], change)
  }

  // MARK: Requests

  /// A token of the test developer.
  static func token(
    header: String? = nil, payload: String? = nil, seconds: Int64 = 300
  ) throws -> String {
    let now = start.millisecondsSince1970 / 1000
    let header =
      header ?? #"{"alg":"ES256","kid":"\#(TestDeveloperKey.keyID)","typ":"JWT"}"#
    let payload =
      payload
      ?? #"{"bid":"\#(bundle)","iss":"\#(TestDeveloperKey.issuer)","aud":"appstoreconnect-v1","iat":\#(now),"exp":\#(now + seconds)}"#
    var jws = JWSTemplate(certificates: [], payload: Array(payload.utf8))
    jws.headerOctets = Array(header.utf8)
    let key = try #require(PEM.privateKey(in: Array(TestDeveloperKey.pem.utf8)))
    try jws.sign(with: SigningKey(key))
    return String(decoding: jws.encoded, as: UTF8.self)
  }

  mutating func send(
    _ method: String, _ path: String, query: [(name: String, value: String)] = [],
    token: String?, body: [UInt8] = []
  ) -> StandInAnswer {
    let segments = path.split(separator: "/").map(String.init)
    return standIn.answer(
      StandInRequest(method, segments, query: query, bearerToken: token, body: body),
      at: Self.start)
  }

  mutating func send(
    _ method: String, _ path: String, query: [(name: String, value: String)] = [],
    json: String? = nil
  ) throws -> StandInAnswer {
    send(
      method, path, query: query, token: try Self.token(), body: Array((json ?? "").utf8))
  }

  /// The JSON of an answer, which must be a success.
  mutating func json(
    _ method: String, _ path: String, query: [(name: String, value: String)] = [],
    json: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let answer = try send(method, path, query: query, json: json)
    #expect(answer.status == 200, sourceLocation: sourceLocation)
    #expect(answer.contentType == "application/json", sourceLocation: sourceLocation)
    return try JSONValue(answer.body)
  }

  /// The number of the error that a request gets; `nil` if it gets none.
  mutating func error(
    _ method: String, _ path: String, query: [(name: String, value: String)] = [],
    json: String? = nil
  ) throws -> Int64? { try code(send(method, path, query: query, json: json)) }

  /// Moves the clock, or does something else by the control surface.
  mutating func control(
    _ path: String, _ json: String, expected status: Int = 200,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let answer = try send("POST", "stand-in/" + path, json: json)
    #expect(
      answer.status == status, "\(String(decoding: answer.body, as: UTF8.self))",
      sourceLocation: sourceLocation)
  }

  // MARK: Signed texts

  /// The payload of a JWS that was signed under the test root.
  static func payload(_ jws: JSONValue?) throws -> JSONValue {
    let text = try #require(jws?.string)
    return try payload(Array(text.utf8))
  }

  static func payload(_ jws: [UInt8]) throws -> JSONValue {
    let decoded = try ReceiptDecoder().decode(jws)
    let verification = verifier.verify(decoded)
    #expect(verification.status == .custom)
    guard case .jws(let jws) = decoded.envelope else { throw CocoaError(.fileReadCorruptFile) }
    return jws.payload
  }

  static let verifier: ReceiptVerifier = {
    let roots = (try? AuthorityFiles.rootsText(of: .wellKnown())) ?? ""
    return ReceiptVerifier(trustRoots: (try? TrustAnchor.custom(Array(roots.utf8))) ?? [])
  }()

  /// What is posted until nothing more is due. Each notification is delivered, with this result.
  mutating func deliver(_ result: StandInNotification.Result = .success) throws -> [JSONValue] {
    var payloads: [JSONValue] = []
    while true {
      let due = standIn.move(to: Self.start)
      guard !due.isEmpty else { return payloads }
      for notification in due {
        let body = try JSONValue(notification.body)
        payloads.append(try Self.payload(body["signedPayload"]))
        standIn.record(result, of: notification)
      }
    }
  }

  /// The names of the notifications that are posted now.
  mutating func events() throws -> [String] {
    try deliver().map { payload in
      [payload["notificationType"]?.string, payload["subtype"]?.string].compactMap(\.self)
        .joined(separator: "/")
    }
  }

  /// The status of the first subscription.
  mutating func status(_ id: String = "100") throws -> Int64? {
    let json = try json("GET", "inApps/v1/subscriptions/" + id)
    return json["data"]?.elements?.first?["lastTransactions"]?.elements?.first?["status"]?.integer
  }
}
