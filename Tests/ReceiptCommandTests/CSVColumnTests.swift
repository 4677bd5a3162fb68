import Testing

/// What `receipt decode --format csv` says of a purchase beyond its ids and dates.
@Suite struct CSVColumnTests {
  private func table(_ arguments: [String]) async throws -> CSV {
    let result = try await Workbench().run(["decode", "--format", "csv"] + arguments)
    return try CSV(result.expect(status: 0).text)
  }

  private let roots = ["--trust-root", Python.file("Fixtures/roots.pem")]

  @Test("A transaction says its price, its customer and its store")
  func transaction() async throws {
    let table = try await table([Python.file("Fixtures/transaction.jws")] + roots)
    let json = try await Workbench().run(
      ["decode", Python.file("Fixtures/transaction.jws"), "--format", "json"]
    ).json()
    let purchase = try #require(json["receipt"]?["in_app"]?[0])
    for name in [
      "in_app_ownership_type", "price", "currency", "app_account_token", "storefront",
      "offer_type", "subscription_group_identifier", "app_transaction_id",
    ] {
      let value = purchase[name].map { $0.string ?? $0.number ?? "" }
      #expect(table.column(name) == [value ?? ""], "\(name)")
    }
    #expect(table.column("price") != [""] && table.column("currency") != [""])
  }

  @Test("Each row says who signed it, with the reason where that is not believed")
  func signature() async throws {
    let file = Python.file("Fixtures/subscription-lapsed.receipt")
    let trusted = try await table([file] + roots)
    #expect(Set(trusted.column("signature_status")) == ["custom"])
    #expect(Set(trusted.column("signature_reason")) == [""])
    let untrusted = try await table([file])
    #expect(Set(untrusted.column("signature_status")) == ["untrusted"])
    #expect(Set(untrusted.column("signature_reason")) == ["untrusted-chain"])
    let genuine = try await table([Python.file("Fixtures/sandbox-subscription.b64")])
    #expect(Set(genuine.column("signature_status")) == ["apple"])
  }

  @Test(
    "The state is that of the record at the time",
    arguments: [
      ("2018-11-29T08:00:00Z", "not-yet-bought"), ("2018-11-29T09:00:00Z", "active"),
      ("2018-11-29T09:29:25Z", "active"), ("2018-11-29T09:29:26Z", "ended"), (nil, "ended"),
    ])
  func state(time: String?, state: String) async throws {
    let at = time.map { ["--at", $0] } ?? []
    let table = try await table([Python.file("Fixtures/sandbox-subscription.b64")] + at)
    #expect(table.column("state").first == state)
    #expect(Set(table.column("judged_at")) == [time ?? "now"])
  }

  @Test("A refunded purchase is revoked from then on, and one without an end is bought")
  func otherStates() async throws {
    let refunded = try await table([Python.file("Fixtures/refunded.receipt")] + roots)
    let states = zip(refunded.column("cancellation_date"), refunded.column("state"))
    #expect(states.contains { !$0.isEmpty && $1 == "revoked" })
    #expect(states.allSatisfy { $0.isEmpty != ($1 == "revoked") })
    let refund = try #require(refunded.column("cancellation_date").first { !$0.isEmpty })
    let then = try await table([Python.file("Fixtures/refunded.receipt"), "--at", refund] + roots)
    #expect(then.column("state").contains("revoked"))
  }
}
