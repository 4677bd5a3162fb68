import ReceiptCore
import ReceiptMaking
import ReceiptStandIn
import Testing

/// Requests that mean harm. Each gets an answer.
@Suite struct HostileRequestTests {
  private static let segments = [
    "..", ".", "", "\0", "%2e%2e", "a b", "é", "\u{202E}", String(repeating: "9", count: 1 << 16),
    "-1", "{transactionId}", "100\r\nX: y", "9223372036854775808", "list", "mass", "test",
  ]

  @Test(arguments: ["GET", "POST", "PUT", "DELETE", "PATCH", "", "get", "G\0T"])
  func anyPathIsAnswered(_ method: String) throws {
    var bench = try Bench()
    let token = try Bench.token()
    var statuses: Set<Int> = []
    for address in StandIn.appleAddresses + StandIn.ownAddresses {
      let path = address.path.split(separator: "/").map(String.init)
      for hostile in Self.segments {
        let filled = path.map { $0.hasPrefix("{") ? hostile : $0 }
        for path in [filled, filled + [hostile], [hostile] + filled, ["sandbox"] + filled] {
          let answer = bench.standIn.answer(
            StandInRequest(method, path, bearerToken: token), at: Bench.start)
          statuses.insert(answer.status)
        }
      }
    }
    #expect(statuses.isSubset(of: [200, 202, 400, 403, 404, 405]))
  }

  /// Bodies, each with the most time that it may take: none is read twice.
  private static let bodies: [(name: String, bytes: [UInt8])] = [
    ("zeros", [UInt8](repeating: 0, count: 16 << 20)),
    ("open lists", [UInt8](repeating: UInt8(ascii: "["), count: 16 << 20)),
    ("open objects", Array(String(repeating: #"{"a":"#, count: 1 << 20).utf8)),
    (
      "one name many times", Array(("{" + String(repeating: #""a":1,"#, count: 1 << 20) + "}").utf8)
    ),
    (
      "base64",
      Array((#"{"receipt-data":""# + String(repeating: "MIIB", count: 4 << 20) + #""}"#).utf8)
    ),
    ("quotes", [UInt8](repeating: UInt8(ascii: "\""), count: 16 << 20)),
    ("no UTF-8", [UInt8](repeating: 0xFF, count: 1 << 20)),
    (
      "a large number",
      Array((#"{"extendByDays":"# + String(repeating: "9", count: 1 << 20) + "}").utf8)
    ),
  ]

  @Test(arguments: bodies.map(\.name))
  func anyBodyIsAnswered(_ name: String) throws {
    var bench = try Bench()
    let token = try Bench.token()
    let body = try #require(Self.bodies.first { $0.name == name }).bytes
    let requests = [
      ("POST", "verifyReceipt"), ("POST", "inApps/v1/notifications/history"),
      ("PUT", "inApps/v1/subscriptions/extend/100"), ("POST", "stand-in/clock"),
      ("PUT", "inApps/v2/transactions/consumption/300"),
      ("PUT", "inApps/v1/messaging/image/\(ServerAPITests.id)"),
    ]
    let statuses = requests.map { method, path in
      bench.send(method, path, token: token, body: body).status
    }
    #expect(statuses == [200, 400, 400, 400, 400, 400])
  }

  /// What is asked for is kept, so it has a limit.
  @Test(arguments: [(16 << 10, 200), ((16 << 10) + 1, 400)])
  func aBodyHasALimit(_ size: Int, _ status: Int) throws {
    var bench = try Bench()
    let start =
      #"{"extendByDays":1,"extendReasonCode":1,"requestIdentifier":"\#(ServerAPITests.id)","productId":""#
    let body = start + String(repeating: "p", count: size - start.utf8.count - 2) + "\"}"
    let answer = bench.send(
      "POST", "inApps/v1/subscriptions/extend/mass", token: try Bench.token(),
      body: Array(body.utf8))
    #expect(answer.status == status)
  }

  @Test func manyPairsInTheQueryAreAnswered() throws {
    var bench = try Bench()
    let query = Array(repeating: (name: "productId", value: "x"), count: 100_000)
    #expect(try bench.send("GET", "inApps/v2/history/100", query: query).status == 200)
    let revisions = Array(repeating: (name: "revision", value: "0"), count: 100_000)
    #expect(try bench.error("GET", "inApps/v2/history/100", query: revisions) == 4_000_005)
  }

  @Test(arguments: [
    "9223372036854775807_x", "-9223372036854775808", "99999999999999999999", "_", "0_", "1_2_3",
    "\0", "1780272000000_\u{FFFF}",
  ])
  func anyRevisionIsAnswered(_ revision: String) throws {
    var bench = try Bench()
    let answer = try bench.send("GET", "inApps/v2/history/100", query: [("revision", revision)])
    #expect([200, 400].contains(answer.status))
  }

  @Test(arguments: [
    #"{"now": "9999-12-31T23:59:59Z"}"#, #"{"by": "P1000000Y"}"#, #"{"by": "P999999W"}"#,
    #"{"by": "PT1000000S"}"#, #"{"now": "99999-01-01"}"#, #"{"by": "P9223372036854775807D"}"#,
    #"{"by": "P1000000Y1000000M1000000DT1000000H"}"#, #"{"by": "P"}"#, #"{"by": "PT"}"#,
    #"{"by": ""}"#, #"{"by": "P1M1D"}"#, #"{"now": 7}"#,
  ])
  func anyMoveOfTheClockIsAnswered(_ body: String) throws {
    var bench = try Bench()
    let answer = try bench.send("POST", "stand-in/clock", json: body)
    #expect([200, 400].contains(answer.status))
    #expect(try bench.send("GET", "inApps/v1/subscriptions/100").status == 200)
    try bench.control("billing", #"{"transactionId": "200", "fails": false}"#, expected: 400)
  }

  @Test(arguments: [
    ("P28D", 200), ("P29D", 400), ("PT1S", 200), ("P1000000Y", 400), ("P1Y", 400), ("", 400),
  ])
  func graceIsOneThatAppleOffers(length: String, status: Int) throws {
    var bench = try Bench()
    try bench.control(
      "billing", #"{"transactionId": "100", "fails": true, "grace": "\#(length)"}"#,
      expected: status)
  }

  @Test func theLastDateIsTheLast() throws {
    var bench = try Bench { $0.speed = .max }
    let late = ReceiptDate(millisecondsSince1970: .max)
    #expect(bench.standIn.move(to: late).count > 0)
    _ = bench.standIn.move(to: ReceiptDate(millisecondsSince1970: .min))
    let answer = bench.standIn.answer(StandInRequest("GET", ["stand-in", "clock"]), at: late)
    #expect(try JSONValue(answer.body)["now"]?.string == "2049-12-31T00:00:00Z")
  }

  // MARK: Scenarios

  @Test(arguments: [
    "receipt: {bundle_id: com.example.tea}", "{}", "receipt: {in_app: [{}, {}]}",
    "receipt: {bundle_id: com.example.tea, in_app: [{transaction_id: \"\", expires_date: 2026-06-15}]}",
    "receipt: {bundle_id: com.example.tea, in_app: [{transaction_id: \"x\", purchase_date: 2027-01-01, expires_date: 2026-06-15}]}",
    "receipt: {bundle_id: com.example.tea, in_app: [{purchase_date: 9999-12-31, expires_date: 9999-12-31}]}",
    "receipt: {bundle_id: com.example.tea, in_app: [{purchase_date: 0001-01-01, expires_date: 9999-12-31}]}",
    "receipt: {bundle_id: com.example.tea, environment: Xcode, in_app: [{expires_date: 2026-06-15}]}",
    "receipt: {bundle_id: com.example.tea, in_app: [{quantity: 9223372036854775807, revoked_seat_quantity: -9223372036854775808, invitation_management: DEVELOPER, transaction_id: \"100\", expires_date: 2026-06-15}]}",
    "receipt: {bundle_id: com.example.tea, in_app: [{billing_period_number: 9223372036854775807, total_billing_periods: 9223372036854775807, transaction_id: \"100\", expires_date: 2026-06-15}]}",
  ])
  func anyScenarioHasAFuture(_ text: String) throws {
    var bench = try Bench(text)
    try bench.control("clock", #"{"by": "P2Y"}"#)
    _ = try bench.send("GET", "groups/v1/transactions/100/seats")
    let customers = try bench.json("GET", "stand-in/customers")["customers"]
    #expect(customers?.elements?.count == 1)
    try bench.control("clock", #"{"now": "2049-12-30"}"#)
    #expect(try bench.send("GET", "stand-in/customers/tea/receipt").status == 200)
  }

  @Test(arguments: [
    Int64.max, .min, ReceiptDate.writable.upperBound + 1, ReceiptDate.writable.lowerBound - 1,
  ])
  func datesThatCannotBeWrittenAreRefused(_ milliseconds: Int64) throws {
    let date = ReceiptDate(millisecondsSince1970: milliseconds)
    var receipt = Receipt()
    receipt.inApp = [InAppPurchase()]
    receipt.inApp[0].expiresDate = date
    var renewal = RenewalInfo()
    renewal.gracePeriodExpiresDate = date
    var running = Receipt()
    running.inApp = [InAppPurchase()]
    running.inApp[0].expiresDate = ReceiptDate(dateOrDay: "2026-06-15")
    let scenarios = [
      StandInScenario(name: "end", receipt), StandInScenario(name: "grace", running, [renewal]),
    ]
    let options = StandInOptions(
      authority: try TestAuthority.wellKnown(), developer: try TestDeveloperKey.developer())
    for scenario in scenarios {
      #expect(throws: ReceiptError.self) {
        _ = try StandIn(scenarios: [scenario], options: options, at: Bench.start)
      }
    }
  }

  @Test(arguments: [(100, true), (101, false)])
  func aCustomerHasNotTooManySubscriptions(_ count: Int, _ isFine: Bool) throws {
    let periods = (1...count).map {
      "{transaction_id: \"\($0)\", product_id: p\($0), expires_date: 2026-06-15}"
    }
    let text = "receipt: {bundle_id: com.example.tea, in_app: [\(periods.joined(separator: ", "))]}"
    let bench = try? Bench(text)
    #expect((bench != nil) == isFine)
  }

  @Test func twoCustomersCannotHaveOneTransaction() {
    #expect(throws: ReceiptError.self) {
      _ = try Bench([("one", Bench.tea), ("two", Bench.tea)])
    }
  }

  @Test func customersWithoutIdentifiersGetTheirOwn() throws {
    let text = "receipt: {bundle_id: com.example.tea, in_app: [{expires_date: 2026-06-15}]}"
    var bench = try Bench([("one", text), ("two", text)])
    let customers = try bench.json("GET", "stand-in/customers")["customers"]?.elements ?? []
    let ids = customers.map { $0["transactions"]?.elements?.first?["transactionId"]?.string }
    #expect(ids.count == 2)
    #expect(ids.first != ids.last)
  }

  @Test func aFileMayHoldSeveralCustomers() throws {
    let text = "[{receipt: {bundle_id: com.example.tea}}, {receipt: {bundle_id: com.example.tea}}]"
    var bench = try Bench(text)
    let customers = try bench.json("GET", "stand-in/customers")["customers"]?.elements ?? []
    #expect(customers.map { $0["name"]?.string } == ["tea", "tea-2"])
  }
}
