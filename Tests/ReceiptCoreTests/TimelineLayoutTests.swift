import Testing

@testable import ReceiptCore
@testable import ReceiptInsight

/// How purchases are laid out over time: the tracks and their scale.
@Suite struct TimelineLayoutTests {
  typealias Record = OwnershipTests.Record

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var records: [Record]
    /// The content of each track: kind, from, to.
    var tracks: [String: [String]]

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "a trial, then periods that follow each other are one stretch",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-08", trial: true),
        Record(id: "2", start: "2024-03-08", end: "2024-04-08"),
        Record(id: "3", start: "2024-04-08", end: "2024-05-08"),
      ],
      tracks: [
        "month": ["trial 2024-03-01 2024-03-08 1", "paid 2024-03-08 2024-05-08 2-3"]
      ]),
    Case(
      name: "the order of the records does not matter",
      records: [
        Record(id: "3", start: "2024-04-08", end: "2024-05-08"),
        Record(id: "1", start: "2024-03-08", end: "2024-04-08"),
      ], tracks: ["month": ["paid 2024-03-08 2024-05-08 1-3"]]),
    Case(
      name: "a hole of a minute is one",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-02"),
        Record(id: "2", start: "2024-03-02T00:01:00Z", end: "2024-03-03"),
      ],
      tracks: [
        "month": [
          "paid 2024-03-01 2024-03-02 1", "gap 2024-03-02 2024-03-02T00:01:00Z ",
          "paid 2024-03-02T00:01:00Z 2024-03-03 2",
        ]
      ]),
    Case(
      name: "a shorter one does not count",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-02"),
        Record(id: "2", start: "2024-03-02T00:00:59Z", end: "2024-03-03"),
      ], tracks: ["month": ["paid 2024-03-01 2024-03-03 1-2"]]),
    Case(
      name: "a period within a longer one does not shorten it",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-31"),
        Record(id: "2", start: "2024-03-10", end: "2024-03-11"),
        Record(id: "3", start: "2024-03-31", end: "2024-04-30"),
      ], tracks: ["month": ["paid 2024-03-01 2024-04-30 1-2-3"]]),
    Case(
      name: "the introductory price is a kind of its own",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-08", intro: true),
        Record(id: "2", start: "2024-03-08", end: "2024-03-15"),
      ],
      tracks: [
        "month": ["intro 2024-03-01 2024-03-08 1", "paid 2024-03-08 2024-03-15 2"]
      ]),
    Case(
      name:
        "a period runs until its money is given back, and the hole begins where it would have ended",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-08"),
        Record(id: "2", start: "2024-03-08", end: "2024-03-15", cancelled: "2024-03-09"),
        Record(id: "3", start: "2024-03-22", end: "2024-03-29"),
      ],
      tracks: [
        "month": [
          "paid 2024-03-01 2024-03-09 1-2", "refunded 2024-03-09 2024-03-15 2",
          "gap 2024-03-15 2024-03-22 ", "paid 2024-03-22 2024-03-29 3",
        ]
      ]),
    Case(
      name: "a refund before the beginning takes all of the period",
      records: [Record(id: "1", start: "2024-03-08", end: "2024-03-15", cancelled: "2024-03-01")],
      tracks: ["month": ["refunded 2024-03-08 2024-03-15 1"]]),
    Case(
      name: "a refund after the end is seen there",
      records: [Record(id: "1", start: "2024-03-01", end: "2024-03-08", cancelled: "2024-03-10")],
      tracks: ["month": ["paid 2024-03-01 2024-03-08 1", "refunded 2024-03-08 2024-03-08 1"]]),
    Case(
      name: "bought again in a period that was given back",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-31", cancelled: "2024-03-05"),
        Record(id: "2", start: "2024-03-10", end: "2024-04-10"),
      ],
      tracks: [
        "month": [
          "paid 2024-03-01 2024-03-05 1", "refunded 2024-03-05 2024-03-31 1",
          "paid 2024-03-10 2024-04-10 2",
        ]
      ]),
    Case(
      name: "an upgrade cuts a period, and what remains of it was replaced",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-31", cancelled: "2024-03-11"),
        Record(product: "year", id: "2", start: "2024-03-11", end: "2025-03-11"),
      ],
      tracks: [
        "month": ["paid 2024-03-01 2024-03-11 1", "replaced 2024-03-11 2024-03-31 1 by year"],
        "year": ["paid 2024-03-11 2025-03-11 2"],
      ]),
    Case(
      name: "an upgrade at the very beginning leaves nothing paid",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-31", cancelled: "2024-03-01"),
        Record(product: "year", id: "2", start: "2024-03-01", end: "2025-03-01"),
      ],
      tracks: [
        "month": ["replaced 2024-03-01 2024-03-31 1 by year"],
        "year": ["paid 2024-03-01 2025-03-01 2"],
      ]),
    Case(
      name: "no hole where another product of the subscription ran",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-03-08"),
        Record(product: "year", id: "2", start: "2024-03-08", end: "2024-03-15"),
        Record(id: "3", start: "2024-03-15", end: "2024-03-22"),
      ],
      tracks: [
        "month": ["paid 2024-03-01 2024-03-08 1", "paid 2024-03-15 2024-03-22 3"],
        "year": ["paid 2024-03-08 2024-03-15 2"],
      ]),
    Case(
      name: "what never ends has no end, and nothing comes after it",
      records: [
        Record(id: "1", start: "2024-03-01", end: "4001-01-01"),
        Record(id: "2", start: "2024-04-01", end: "2024-05-01"),
      ],
      tracks: [
        "month": ["paid 2024-03-01 never 1", "paid 2024-04-01 2024-05-01 2"]
      ]),
    Case(
      name: "an end before the beginning is kept as it is",
      records: [Record(id: "1", start: "2024-03-08", end: "2024-03-01")],
      tracks: ["month": ["paid 2024-03-08 2024-03-01 1"]]),
    Case(
      name: "the other product may begin a little later, and run in several periods",
      records: [
        Record(id: "1", start: "2024-01-01", end: "2024-02-01"),
        Record(product: "year", id: "2", start: "2024-02-01T00:00:30Z", end: "2024-03-01"),
        Record(product: "year", id: "3", start: "2024-03-01", end: "2024-04-01"),
        Record(id: "4", start: "2024-04-01", end: "2024-05-01"),
      ],
      tracks: [
        "month": ["paid 2024-01-01 2024-02-01 1", "paid 2024-04-01 2024-05-01 4"],
        "year": ["paid 2024-02-01T00:00:30Z 2024-04-01 2-3"],
      ]),
    Case(
      name: "the part of a hole in which nothing ran is one",
      records: [
        Record(id: "1", start: "2024-01-01", end: "2024-02-01"),
        Record(product: "year", id: "2", start: "2024-02-01", end: "2024-03-01"),
        Record(id: "3", start: "2024-10-01", end: "2024-11-01"),
      ],
      tracks: [
        "month": [
          "paid 2024-01-01 2024-02-01 1", "gap 2024-03-01 2024-10-01 ",
          "paid 2024-10-01 2024-11-01 3",
        ], "year": ["paid 2024-02-01 2024-03-01 2"],
      ]),
    Case(
      name: "another subscription fills no hole",
      records: [
        Record(id: "1", start: "2024-01-01", end: "2024-02-01"),
        Record(product: "year", id: "2", original: "2", start: "2024-02-01", end: "2024-03-01"),
        Record(id: "3", start: "2024-03-01", end: "2024-04-01"),
      ],
      tracks: [
        "month": [
          "paid 2024-01-01 2024-02-01 1", "gap 2024-02-01 2024-03-01 ",
          "paid 2024-03-01 2024-04-01 3",
        ], "year": ["paid 2024-02-01 2024-03-01 2"],
      ]),
    Case(
      name: "what StoreKit 2 calls upgraded was replaced, at a time that it does not say",
      records: [Record(id: "1", start: "2024-03-01", end: "2024-03-08", isUpgraded: true)],
      tracks: ["month": ["replaced 2024-03-01 2024-03-08 1"]]),
    Case(
      name: "an upgraded period ran until the next product began",
      records: [
        Record(id: "1", start: "2024-03-01", end: "2024-04-01", isUpgraded: true),
        Record(product: "year", id: "2", start: "2024-03-11", end: "2025-03-11"),
      ],
      tracks: [
        "month": ["paid 2024-03-01 2024-03-11 1", "replaced 2024-03-11 2024-04-01 1 by year"],
        "year": ["paid 2024-03-11 2025-03-11 2"],
      ]),
    Case(
      name: "what has no end is a purchase",
      records: [
        Record(product: "unlock", id: "1", start: "2024-03-01"),
        Record(
          product: "unlock", id: "2", original: "2", start: "2024-03-02", cancelled: "2024-03-03"),
      ], tracks: ["unlock": ["bought 2024-03-01", "refunded 2024-03-02"]]),
  ]

  @Test("Every case is laid out as expected", arguments: cases)
  func tracks(_ item: Case) {
    let timeline = Timeline(PurchaseHistory(item.records.map(\.purchase)))
    var found: [String: [String]] = [:]
    for track in timeline.tracks {
      found[track.productID.description] =
        track.stretches.map { stretch in
          let ids = stretch.records.compactMap(\.transactionID?.description)
          return "\(stretch.kind.rawValue) \(Self.text(stretch.start)) "
            + "\(stretch.end.map(Self.text) ?? "never") \(ids.joined(separator: "-"))"
            + (stretch.replacement.map { " by \($0)" } ?? "")
        }
        + track.purchases.map {
          "\($0.withdrawal != nil ? "refunded" : "bought") \(Self.text($0.date))"
        }
    }
    #expect(found == item.tracks)
  }

  @Test(
    "What is bought once has no period, whatever end is said of it",
    arguments: [
      (.nonConsumable, 0), (.consumable, 0), (.autoRenewableSubscription, 1), (nil, 1),
    ] as [(ProductType?, Int)])
  func boughtOnce(type: ProductType?, stretches: Int) {
    var record = Record(id: "1", start: "2024-03-01", end: "2024-03-08").purchase
    record.productType = type
    let track = Timeline(PurchaseHistory([record])).tracks.first
    #expect(track?.stretches.count == stretches)
    #expect(track?.purchases.count == 1 - stretches)
  }

  private static func text(_ date: ReceiptDate) -> String {
    date.description.hasSuffix("T00:00:00Z") ? date.dayText : date.description
  }

  @Test("Offers and grace periods are separate kinds")
  func offers() throws {
    func kind(_ change: (inout InAppPurchase) -> Void) -> Timeline.Kind? {
      var record = Record(id: "1", start: "2024-03-01", end: "2024-03-08").purchase
      change(&record)
      return Timeline(PurchaseHistory([record])).tracks.first?.stretches.first?.kind
    }
    #expect(kind { _ in } == .paid)
    #expect(kind { $0.promotionalOfferID = ReceiptString("spring") } == .offer)
    #expect(kind { $0.offerCodeRefName = ReceiptString("code") } == .offer)
    #expect(kind { $0.offerType = 2 } == .offer)
    #expect(kind { $0.offerType = 1 } == .intro)
    #expect(kind { $0.price = 0 } == .offer)
    #expect(kind { $0.price = 990 } == .paid)
    #expect(
      kind { record in
        record.isInIntroOfferPeriod = true
        record.offerType = 1
      } == .intro)
    #expect(
      kind { record in
        record.isTrialPeriod = true
        record.price = 0
      } == .trial)

    func grace(_ end: String, _ product: String = "month") -> [String] {
      var renewal = RenewalInfo()
      renewal.productID = ReceiptString(product)
      renewal.gracePeriodExpiresDate = OwnershipTests.date(end)
      let record = Record(id: "1", start: "2024-03-01", end: "2024-03-08").purchase
      return Timeline(PurchaseHistory([record]), renewals: [renewal]).tracks.flatMap(\.stretches)
        .map { "\($0.kind.rawValue) \(Self.text($0.start)) \($0.end.map(Self.text) ?? "")" }
    }
    #expect(grace("2024-03-14") == ["paid 2024-03-01 2024-03-08", "grace 2024-03-08 2024-03-14"])
    // A grace period that was followed by a payment, and that of another product, add nothing.
    #expect(grace("2024-03-08").count == 1 && grace("2024-03-14", "year").count == 1)
  }

  @Test("Fifty products have a track; further ones and purchases without a date are counted")
  func limits() {
    func timeline(_ count: Int) -> Timeline {
      Timeline(
        PurchaseHistory(
          (0..<count).map {
            Record(product: "p\($0)", id: "\($0)", start: "2024-03-01").purchase
          }))
    }
    #expect(timeline(50).tracks.count == 50 && timeline(50).omittedProducts == 0)
    #expect(timeline(51).tracks.count == 50 && timeline(51).omittedProducts == 1)
    // A subscription and the latest purchase are never left out.
    let many =
      (0..<60).map { Record(product: "p\($0)", id: "\($0)", start: "2024-03-01").purchase }
      + [
        Record(product: "old", id: "x", start: "2020-03-01", end: "2020-04-01").purchase,
        Record(product: "new", id: "y", start: "2024-04-01").purchase,
      ]
    let names = Timeline(PurchaseHistory(many)).tracks.map(\.productID.description)
    #expect(names.first == "old" && names.last == "new" && names.count == 50)
    var undated = InAppPurchase()
    undated.productID = ReceiptString("p")
    var nameless = InAppPurchase()
    nameless.purchaseDate = OwnershipTests.date("2024-03-01")
    let rest = Timeline(PurchaseHistory([undated, nameless]))
    #expect(rest.undated == 2 && rest.tracks.isEmpty && rest.span == nil)
    #expect(TimeScale(rest, with: []) == nil)
  }

  // MARK: The scale

  private static func scale(
    _ start: String, _ end: String, with moments: [String] = []
  ) throws -> TimeScale {
    let timeline = Timeline(
      PurchaseHistory([Record(id: "1", start: start, end: end).purchase]))
    return try #require(TimeScale(timeline, with: moments.compactMap(OwnershipTests.date)))
  }

  @Test(
    "Ticks are round, as many as fit, with the shortest labels",
    arguments: [
      ("2024-03-01", "2024-03-01T00:00:40Z", "00:00:00 00:00:15 00:00:30"),
      ("2018-11-29T08:27:26Z", "2018-11-29T09:29:26Z", "08:30 08:45 09:00 09:15"),
      ("2024-02-28T12:00:00Z", "2024-03-01T11:00:00Z", "12:00 2024-02-29 12:00 2024-03-01"),
      ("2024-02-27T01:00:00Z", "2024-03-01T23:00:00Z", "2024-02-28 2024-02-29 2024-03-01"),
      ("2023-11-15", "2024-04-15", "2023-12 2024-01 2024-02 2024-03 2024-04"),
      ("2023-11-15", "2024-06-15", "2024-01 2024-04"),
      ("2019-06-01", "2024-06-01", "2020 2021 2022 2023 2024"),
      ("1990-06-01", "2030-06-01", "2000 2010 2020 2030"),
      ("0001-01-01", "4000-12-31", "1000 2000 3000 4000"),
    ])
  func ticks(_ start: String, _ end: String, _ labels: String) throws {
    let scale = try Self.scale(start, end)
    let ticks = scale.ticks(columns: 52)
    #expect(ticks.map(\.label).joined(separator: " ") == labels)
    #expect(ticks.allSatisfy { scale.contains($0.date) })
    #expect(ticks.map(\.date) == ticks.map(\.date).sorted())
  }

  @Test("A scale without room for a label has no ticks")
  func noRoom() throws {
    #expect(try Self.scale("2019-06-01", "2024-06-01").ticks(columns: 6).isEmpty)
  }

  @Test("A nearby moment extends the scale, and a distant one does not")
  func near() throws {
    // A third of 30 days is 10 days.
    let near = try Self.scale("2024-03-01", "2024-03-31", with: ["2024-04-10"])
    #expect(near.end.dayText == "2024-04-10")
    let far = try Self.scale("2024-03-01", "2024-03-31", with: ["2024-04-10T00:00:01Z"])
    #expect(far.end.dayText == "2024-03-31")
    let before = try Self.scale("2024-03-01", "2024-03-31", with: ["2024-02-20"])
    #expect(before.start.dayText == "2024-02-20")
    // A period that never ends runs until then.
    let endless = try Self.scale("2024-03-01", "4001-01-01", with: ["2025-04-10"])
    #expect(endless.end.dayText == "2025-04-10")
    // There is nothing to squeeze.
    let purchase = Timeline(PurchaseHistory([Record(id: "1", start: "2018-03-01").purchase]))
    let now = try #require(OwnershipTests.date("2024-03-01"))
    #expect(TimeScale(purchase, with: [now])?.end == now)
  }

  @Test("One-time purchases are not squeezed by a much later moment either")
  func purchases() throws {
    let timeline = Timeline(
      PurchaseHistory(
        ["2024-01-01", "2024-01-07"].enumerated().map {
          Record(id: "\($0)", original: "\($0)", start: $1).purchase
        }))
    let now = try #require(OwnershipTests.date("2026-03-01"))
    #expect(TimeScale(timeline, with: [now])?.end.dayText == "2024-01-07")
  }

  @Test("A single moment is in the middle of one day")
  func single() throws {
    let purchase = Timeline(PurchaseHistory([Record(id: "1", start: "2018-03-01").purchase]))
    let scale = try #require(TimeScale(purchase, with: []))
    let moment = try #require(OwnershipTests.date("2018-03-01"))
    #expect(scale.position(of: moment) == 0.5)
    #expect(scale.position(of: scale.start) == 0 && scale.position(of: scale.end) == 1)
    #expect(scale.onlyDay == nil)
    #expect(try Self.scale("2024-03-01", "2024-03-01T12:00:00Z").onlyDay == "2024-03-01")
  }

  @Test("Any dates give enough ticks, and not too many")
  func anyDates() throws {
    var random = SystemRandomNumberGenerator()
    let range = ReceiptDate.writable
    for _ in 0..<2000 {
      // Spans of every size, from milliseconds to the full range.
      let start = Int64.random(in: range, using: &random)
      let length = (range.upperBound - start) >> Int64.random(in: 0..<50, using: &random)
      var record = InAppPurchase()
      record.productID = ReceiptString("p")
      record.purchaseDate = ReceiptDate(millisecondsSince1970: start)
      record.expiresDate = ReceiptDate(millisecondsSince1970: start + length)
      let scale = try #require(TimeScale(Timeline(PurchaseHistory([record])), with: []))
      let columns = Int.random(in: 0...400, using: &random)
      let ticks = scale.ticks(columns: columns)
      #expect(ticks.count <= columns / 7 && ticks.allSatisfy { scale.contains($0.date) })
    }
  }
}
