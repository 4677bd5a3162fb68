import Foundation
import ReceiptCore
import ReceiptInsight
import Testing

@testable import ReceiptCommandLine

/// Time zones by name, and the files of the system's zone database.
@Suite(.enabled(if: ZoneDatabase.isThere, "this machine has no time zone data"))
struct TimeZoneTests {
  private static func date(_ text: String) throws -> ReceiptDate {
    try #require(ReceiptDate(text.utf8), "\(text)")
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(ZoneDatabase.folder)/\(name)")))
  }

  @Test(
    "Clocks on both sides of a change, in tables and in the rule that follows them",
    arguments: [
      ("Europe/Berlin", "2024-03-31T00:59:59Z", "2024-03-31 01:59:59"),
      ("Europe/Berlin", "2024-03-31T01:00:00Z", "2024-03-31 03:00:00"),
      ("Europe/Berlin", "2024-10-27T00:59:59Z", "2024-10-27 02:59:59"),
      ("Europe/Berlin", "2024-10-27T01:00:00Z", "2024-10-27 02:00:00"),
      ("Europe/Berlin", "2070-03-30T00:59:59Z", "2070-03-30 01:59:59"),
      ("Europe/Berlin", "2070-03-30T01:00:00Z", "2070-03-30 03:00:00"),
      ("America/Los_Angeles", "2024-03-10T09:59:59Z", "2024-03-10 01:59:59"),
      ("America/Los_Angeles", "2024-03-10T10:00:00Z", "2024-03-10 03:00:00"),
      ("America/Los_Angeles", "2024-11-03T08:59:59Z", "2024-11-03 01:59:59"),
      ("America/Los_Angeles", "2024-11-03T09:00:00Z", "2024-11-03 01:00:00"),
      // South of the equator, summer includes New Year.
      ("Australia/Sydney", "2060-01-01T00:00:00Z", "2060-01-01 11:00:00"),
      ("Australia/Sydney", "2060-07-01T00:00:00Z", "2060-07-01 10:00:00"),
      // In Ireland, winter is the exception.
      ("Europe/Dublin", "2060-01-01T00:00:00Z", "2060-01-01 00:00:00"),
      ("Europe/Dublin", "2060-07-01T00:00:00Z", "2060-07-01 01:00:00"),
      ("Asia/Kolkata", "2024-01-01T00:00:00Z", "2024-01-01 05:30:00"),
      // Local mean time, before there were zones.
      ("Europe/Berlin", "1800-01-01T00:00:00Z", "1800-01-01 00:53:28"),
    ])
  func clocks(zone: String, moment: String, shown: String) throws {
    let localTime = try TimeZones.localTime(zone, on: Host())
    #expect(localTime.name == zone)
    #expect(localTime.time(try Self.date(moment)) == shown)
  }

  @Test("Foundation reads the same from the database, in every zone that has a place")
  func foundation() throws {
    let list = try String(contentsOfFile: "\(ZoneDatabase.folder)/zone.tab", encoding: .utf8)
    let names = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: "\t").dropFirst(2).first.map(String.init)
    }
    #expect(names.count > 300)
    for name in names {
      let file = try #require(TimeZoneFile(Self.bytes(name)), "\(name)")
      let zone = try #require(TimeZone(identifier: name), "\(name)")
      // Every 61 days and 7 hours from 1975 to 2099.
      for seconds in stride(from: 157_766_400, to: 4_102_444_800, by: 5_295_600) {
        let ours = file.secondsFromGMT(
          at: ReceiptDate(millisecondsSince1970: Int64(seconds) * 1000))
        let theirs = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        #expect(ours == theirs, "\(name) at \(seconds)")
      }
    }
  }

  @Test("A zone that is not whole or is altered is refused or read, and never traps")
  func damaged() throws {
    let whole = try Self.bytes("Europe/Berlin")
    #expect(TimeZoneFile(whole) != nil)
    for count in whole.indices { #expect(TimeZoneFile(Array(whole[..<count])) == nil) }
    let moment = try Self.date("2024-07-01T00:00:00Z")
    for index in whole.indices {
      for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[index] = value
        _ = TimeZoneFile(bytes)?.secondsFromGMT(at: moment)
      }
    }
    // Version 1 has only 32 bits.
    var old = whole
    old[4] = 0
    #expect(TimeZoneFile(old) == nil)
  }

  @Test(
    "Rules of POSIX",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-07-01T00:00:00Z", 7200),
      ("<+0330>-3:30", "2024-07-01T00:00:00Z", 12_600),
      // March 1 is the 60th day in every year, with J.
      ("AAA0BBB,J60/0,J365", "2024-02-29T23:59:59Z", 0),
      ("AAA0BBB,J60/0,J365", "2024-03-01T00:00:00Z", 3600),
      ("AAA0BBB,J60/0,J365", "2023-03-01T00:00:00Z", 3600),
      // Without J, counted from 0, it is 60 in a leap year.
      ("AAA0BBB,59/0,364", "2024-02-29T00:00:00Z", 3600),
      ("AAA0BBB,59/0,364", "2023-02-28T23:59:59Z", 0),
      // An hour before the day begins.
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T00:59:59Z", -7200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T01:00:00Z", -3600),
      // All year: it ends in the hour after the last day, when it begins again.
      ("EST5EDT,0/0,J365/25", "2024-12-31T23:59:59Z", -14_400),
      ("EST5EDT,0/0,J365/25", "2025-01-01T04:30:00Z", -14_400),
      ("EST5EDT,0/0,J365/25", "2025-01-01T05:00:00Z", -14_400),
    ])
  func rules(rule: String, moment: String, offset: Int) throws {
    let read = try #require(TimeZoneRule(Array(rule.utf8)), "\(rule)")
    #expect(read.secondsFromGMT(at: try Self.date(moment)) == offset)
  }

  @Test(
    "What is no rule",
    arguments: [
      "", "CE-1", "CET", "CET-", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
      "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1",
      "CET-1CEST,J366,J1", "CET-1CEST,366,1", "CET-25", "CET-1:60", "<+01-1",
      "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0,", "CET-1CEST,M3.5.0,M10.5.0/",
    ])
  func noRule(text: String) { #expect(TimeZoneRule(Array(text.utf8)) == nil) }

  @Test(
    "Offsets, as far as there are any",
    arguments: [
      ("UTC", "UTC", 0), ("utc", "UTC", 0), ("Z", "UTC", 0), ("+00:00", "UTC", 0),
      ("+02:00", "UTC+02:00", 7200), ("-0330", "UTC-03:30", -12_600), ("+2", "UTC+02:00", 7200),
      ("UTC-8", "UTC-08:00", -28_800), ("+14:00", "UTC+14:00", 50_400),
      ("-14", "UTC-14:00", -50_400), ("+5:45", "UTC+05:45", 20_700),
    ])
  func offsets(text: String, name: String, seconds: Int) throws {
    let localTime = try TimeZones.localTime(text, on: Host())
    #expect(localTime.name == name)
    #expect(localTime.secondsFromGMT(at: .distantFuture) == seconds)
  }

  @Test(
    "What is no time zone",
    arguments: [
      "", "+", "+14:01", "-14:01", "+02:60", "+02:0", "+020", "+1:2:3", "+-2", "2",
      "../../../etc/passwd", "Europe/../Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin",
      "Europe//Berlin", "Europe/", "Europe", "zone.tab", "Berlin!", "Europe/Berlin\u{0}",
      String(repeating: "A", count: 65),
    ])
  func refused(text: String) {
    #expect(throws: TimeZones.Fault.self) { try TimeZones.localTime(text, on: Host()) }
  }

  // MARK: The command line

  private func bench() async throws -> Workbench {
    let bench = try Workbench()
    try bench.write(
      "spec.yml",
      Array(
        """
        receipt:
          bundle_id: com.example.tea
          environment: Production
          receipt_creation_date: 2024-11-01T00:00:00Z
          in_app:
            - {product_id: tea, transaction_id: "1", purchase_date: 2024-03-31T00:59:59Z}
            - {product_id: tea, transaction_id: "2", purchase_date: 2024-03-31T01:00:00Z}
        """.utf8))
    try await bench.run(["make", "spec.yml", "-o", "receipt", "--root", "roots.pem"])
      .expect(status: 0)
    return bench
  }

  private static let arguments = [
    "timeline", "receipt", "--trust-root", "roots.pem", "--at", "2024-11-02",
  ]

  @Test("A timeline in a time zone; JSON stays in UTC")
  func timeline() async throws {
    let bench = try await bench()
    let local = try await bench.run(Self.arguments + ["--time-zone", "Europe/Berlin"])
      .expect(status: 0).expectSilence()
    local.expect(output: "2024-03-31 01:59:59  bought").expect(
      output: "2024-03-31 03:00:00  bought"
    ).expect(output: "all times in Europe/Berlin")
    try await bench.run(Self.arguments + ["--time-zone", "-08:00"]).expect(status: 0)
      .expect(output: "2024-03-30 16:59:59  bought").expect(output: "all times in UTC-08:00")
    try await bench.run(Self.arguments).expect(status: 0).expect(output: "all times in UTC;")
    let json = Self.arguments + ["-f", "json"]
    let utc = try await bench.run(json).expect(status: 0)
    #expect(
      try await bench.run(json + ["--time-zone", "Asia/Tokyo"]).expect(status: 0).text == utc.text)
  }

  @Test(
    "An unknown time zone is told with what is accepted",
    arguments: [
      ("Europe/Berln", "is no known time zone\nreceipt: hint: did you mean Europe/Berlin?"),
      ("europe/berlin", "did you mean Europe/Berlin?"), ("Berlin", "did you mean Europe/Berlin?"),
      ("nowhere-at-all", "write UTC, an offset such as +02:00, or a name such as Europe/Berlin"),
      ("+25:00", "write UTC, an offset"), ("../Berlin", "write UTC, an offset"),
    ])
  func unknown(zone: String, message: String) async throws {
    for command in ["timeline", "diagnose"] {
      try await Workbench().run([command, "receipt", "--time-zone", zone]).expect(status: 64)
        .expect(message: message)
    }
  }

  @Test("A machine without time zone data is told so, and still knows offsets")
  func noDatabase() async throws {
    let bench = try await bench()
    let environment = ["TZDIR": bench.place("nothing")]
    try await bench.run(
      Self.arguments + ["--time-zone", "Europe/Berlin"], environment: environment
    ).expect(status: 64).expect(message: "this machine has no time zone data at")
    try await bench.run(Self.arguments + ["--time-zone", "+02:00"], environment: environment)
      .expect(status: 0)
    try bench.write("zones/Europe/Berlin", Array("TZif2".utf8))
    try await bench.run(
      Self.arguments + ["--time-zone", "Europe/Berlin"], environment: ["TZDIR": "zones"]
    ).expect(status: 64).expect(message: "is damaged")
  }

  @Test("Every moment of a diagnosis is on the clock that was asked for")
  func details() async throws {
    let bench = try Workbench()
    try bench.write("r", try TestReceipts.der())
    let told = try await bench.run([
      "diagnose", "r", "--details", "--at", "2018-12-01", "--time-zone", "Europe/Berlin",
    ])
    #expect(told.text.contains("it was made at 2018-11-29 09:30:50 Europe/Berlin"), "\(told)")
    #expect(!told.text.contains("UTC"), "\(told)")
  }
}

/// The zones that this machine knows.
private enum ZoneDatabase {
  static let folder = "/usr/share/zoneinfo"
  static let isThere = FileManager.default.fileExists(atPath: "\(folder)/Europe/Berlin")
}
