import ReceiptCore
import ReceiptInsight
import Testing

@Suite struct AppSettingsTests {
  private static let settings = AppSettings(
    bundleIDs: ["com.example.app", "com.example.beta"].map { ReceiptString($0) },
    products: [
      AppSettings.Product(
        id: ReceiptString("pro"), name: "Pro, yearly", unlocks: ["ads", "sync"], group: "main",
        level: 1),
      AppSettings.Product(id: ReceiptString("pro"), name: "again"),
      AppSettings.Product(id: ReceiptString("coins")),
    ])

  @Test("The settings of a product are found by its id")
  func products() {
    let pro = ReceiptString("pro")
    #expect(Self.settings.name(of: pro) == "Pro, yearly")
    #expect(Self.settings.unlocks(pro) == ["ads", "sync"])
    #expect(Self.settings.group(of: pro) == "main")
    #expect(Self.settings.level(of: pro) == 1)
  }

  @Test("A product without a name is called by its id", arguments: ["coins", "unknown"])
  func nameless(text: String) {
    let id = ReceiptString(text)
    #expect(Self.settings.name(of: id) == text)
    #expect(Self.settings.configuredName(of: id) == nil)
    #expect(Self.settings.unlocks(id).isEmpty)
    #expect(Self.settings.group(of: id) == nil)
    #expect(Self.settings.level(of: id) == nil)
  }

  @Test(
    "An id cannot end the quotation marks around it, nor begin others",
    arguments: Array("\"“”„‟«»‹›‘’‚「」『』＂〝〞〟"))
  func quotationMarks(mark: Character) {
    let id = ReceiptString("a\(mark)é\(mark)\u{301}")
    #expect(Self.settings.name(of: id) == "a'é'\u{301}")
  }

  @Test("Each bundle id of the app is allowed, and no other; without one, any is")
  func bundleIDs() {
    #expect(Self.settings.allows(bundleID: ReceiptString("com.example.beta")))
    #expect(!Self.settings.allows(bundleID: ReceiptString("com.example.Beta")))
    #expect(AppSettings().allows(bundleID: ReceiptString("com.other")))
  }

  /// A zone that puts its clocks forward by an hour at 2024-03-31T01:00:00Z, and back at
  /// 2024-10-27T01:00:00Z.
  private static let berlin = LocalTime(name: "Europe/Berlin") { date in
    ("2024-03-31T01:00:00Z"..<"2024-10-27T01:00:00Z").contains(date.description) ? 7200 : 3600
  }

  @Test(
    "A moment and what a clock shows then",
    arguments: [
      ("2024-03-31T00:59:59Z", "2024-03-31 01:59:59"),
      ("2024-03-31T01:00:00Z", "2024-03-31 03:00:00"),
      ("2024-10-26T23:30:00Z", "2024-10-27 01:30:00"),
      ("2024-10-27T01:30:00Z", "2024-10-27 02:30:00"),
      ("2024-12-31T23:00:00Z", "2025-01-01 00:00:00"),
    ])
  func clock(moment: String, shown: String) throws {
    let date = try #require(OwnershipTests.date(moment))
    #expect(Self.berlin.time(date) == shown)
    #expect(Self.berlin.day(date) == String(shown.prefix(10)))
    #expect(LocalTime.utc.clock(at: date) == date)
    #expect(Self.berlin.moment(showing: Self.berlin.clock(at: date)) == date)
  }

  @Test("A time that no clock shows is at most an hour away")
  func skipped() throws {
    let clock = try #require(OwnershipTests.date("2024-03-31T02:30:00Z"))
    #expect(Self.berlin.moment(showing: clock).description == "2024-03-31T01:30:00Z")
  }

  @Test("Ticks are round by the reader's clock, and an hour that it skips has none")
  func ticks() throws {
    let timeline = Timeline(
      PurchaseHistory([
        OwnershipTests.Record(id: "1", start: "2024-03-30T22:30:00Z", end: "2024-03-31T03:30:00Z")
          .purchase
      ]))
    let scale = try #require(TimeScale(timeline, with: [], in: Self.berlin))
    let ticks = scale.ticks(columns: 90)
    #expect(ticks.map(\.label) == ["2024-03-31", "01:00", "03:00", "04:00", "05:00"])
    #expect(ticks.map { Self.berlin.time($0.date).suffix(8) }.last == "05:00:00")
    #expect(ticks.first?.date.description == "2024-03-30T23:00:00Z")
    // In UTC it is two days, and in Berlin it is one that begins an hour earlier.
    let day = Timeline(
      PurchaseHistory([
        OwnershipTests.Record(id: "1", start: "2024-07-01T22:30:00Z", end: "2024-07-02T03:30:00Z")
          .purchase
      ]))
    #expect(TimeScale(day, with: [], in: Self.berlin)?.onlyDay == "2024-07-02")
    #expect(TimeScale(day, with: [])?.onlyDay == nil)
  }
}
