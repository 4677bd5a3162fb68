import ReceiptCore
import ReceiptStandIn
import Testing

/// Faults on request.
@Suite struct FaultTests {
  private static let path = "inApps/v1/transactions/100"

  private func answer(_ faults: String...) throws -> StandInAnswer {
    var bench = try Bench { $0.faults = faults.compactMap { StandInFault($0) } }
    return try bench.send("GET", Self.path)
  }

  @Test func aFaultIsReadFromItsWords() throws {
    let fault = try #require(StandInFault("half-body:5@/verifyReceipt"))
    #expect(fault.kind == .word(.halfBody))
    #expect(fault.percent == 5)
    #expect(fault.path == "/verifyReceipt")
    #expect(StandInFault("503")?.kind == .status(503))
    #expect(StandInFault("5000001:50")?.kind == .apiError(5_000_001))
    #expect(StandInFault("21005@/production")?.kind == .receiptStatus(21005))
    #expect(StandInFault("timeout")?.percent == 100)
    for word in StandInFault.Word.allCases {
      #expect(StandInFault(word.rawValue)?.kind == .word(word))
      #expect(!word.meaning.isEmpty)
    }
  }

  @Test(arguments: [
    "", "late", "399", "600", "3999999", "6000000", "20999", "21200", "timeout:0", "timeout:101",
    "timeout:", "timeout@verifyReceipt", "timeout:x@/", "@/", ":5",
  ])
  func otherWordsAreNoFault(_ text: String) {
    #expect(StandInFault(text) == nil)
  }

  @Test func eachWordDoesWhatItSays() throws {
    let usual = try answer()
    #expect(usual.status == 200)
    #expect(usual.cutAfter == nil)
    #expect(try answer("timeout").delayInMilliseconds == 120_000)
    #expect(try answer("slow").delayInMilliseconds == 3000)
    #expect(try answer("close").cutAfter == 0)
    let half = try answer("half-body")
    #expect(half.cutAfter == half.body.count / 2)
    #expect(half.body == usual.body)
    #expect(try answer("empty-body").body.isEmpty)
    let wrong = try answer("wrong-body")
    #expect(wrong.contentType == "text/html")
    #expect((try? JSONValue(wrong.body)) == nil)
    let type = try answer("wrong-type")
    #expect(type.contentType == "text/plain")
    #expect(type.body == usual.body)
  }

  @Test func statusesAreAsApplesAre() throws {
    let refused = try answer("401")
    #expect(refused.status == 401)
    #expect(refused.body.isEmpty)
    let limited = try answer("429")
    #expect(limited.status == 429)
    #expect(try JSONValue(limited.body)["errorCode"]?.integer == 4_290_000)
    let wait = try #require(limited.headers.first { $0.name == "Retry-After" })
    #expect(Int64(wait.value) == Bench.start.millisecondsSince1970 + 1000)
    let broken = try answer("500")
    #expect(try JSONValue(broken.body)["errorCode"]?.integer == 5_000_000)
    #expect(try answer("503").body.isEmpty)
    let coded = try answer("4040002")
    #expect(coded.status == 404)
    #expect(try JSONValue(coded.body)["errorCode"]?.integer == 4_040_002)
  }

  @Test func aFaultHasItsPath() throws {
    #expect(try answer("500@/inApps/v1/transactions").status == 500)
    #expect(try answer("500@/inApps/v2").status == 200)
    #expect(try answer("500@/inApps/v2", "503").status == 503)
    #expect(try answer("500@/sandbox").status == 200)
    var bench = try Bench { $0.faults = [StandInFault(.receiptStatus(21005), path: "/verify")] }
    let answer = bench.send("POST", "production/verifyReceipt", token: nil)
    #expect(try JSONValue(answer.body)["status"]?.integer == 21005)
  }

  /// No other service answers as one does.
  @Test func aFaultIsOfItsService() throws {
    #expect(try answer("21005").status == 200)
    #expect(try JSONValue(answer("21005").body)["status"] == nil)
    var bench = try Bench { $0.faults = [StandInFault(.apiError(4_040_010))] }
    for path in ["verifyReceipt", "sandbox/verifyReceipt"] {
      let answer = bench.send("POST", path, token: nil)
      #expect(try JSONValue(answer.body)["status"]?.integer == 21000)
    }
    #expect(try bench.error("GET", "inApps/v1/transactions/100") == 4_040_010)
  }

  @Test func aFaultHasItsRate() throws {
    var bench = try Bench { $0.faults = [StandInFault(.status(503), percent: 25)] }
    var statuses: [Int] = []
    for _ in 0..<1000 {
      statuses.append(bench.send("GET", "verifyReceipt", token: nil).status)
    }
    let faults = statuses.filter { $0 == 503 }.count
    #expect((200...300).contains(faults))
  }

  @Test func theControlSurfaceHasNoFaults() throws {
    var bench = try Bench { $0.faults = [StandInFault(.status(503))] }
    #expect(try bench.send("GET", "stand-in/clock").status == 200)
  }
}
