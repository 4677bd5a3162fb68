import ReceiptCore
import ReceiptMaking
import Testing

/// Every signed text inside a signed one is verified, wherever it stands, and a check passes over none.
@Suite struct NestedSignatureTests {
  /// 2020-06-01T12:00:00Z.
  private static let date = "1591012800000"
  private static let transaction = """
    {"transactionId":"1","originalTransactionId":"1","bundleId":"com.example.app","productId":"p",
     "purchaseDate":\(date),"signedDate":\(date),"environment":"Sandbox"}
    """

  private static func notification(_ members: String) -> String {
    """
    {"notificationType":"TEST","notificationUUID":"1","version":"2.0","signedDate":\(date),
     "data":{"bundleId":"com.example.app","environment":"Sandbox"\(members)}}
    """
  }

  private static func signed(
    _ payload: String, by authority: TestAuthority? = nil
  ) throws -> String {
    let authority = try authority ?? TestReceipts.authority.get()
    return String(decoding: try authority.jws(payload).encoded, as: UTF8.self)
  }

  /// A check that trusts only the tests' authority.
  private func check(_ text: String, _ arguments: [String] = []) async throws -> CommandResult {
    let bench = try Workbench()
    try bench.write("root.cer", TestReceipts.authority.get().ellipticRootCertificate)
    return try await bench.run(
      ["check", "--format", "ndjson", "--trust-root", "root.cer"] + arguments,
      input: Array(text.utf8))
  }

  @Test(
    "A signed text in an unknown member is verified too",
    arguments: [
      ",\"extra\":\"TEXT\"", ",\"extra\":{\"list\":[1,\"TEXT\"]}", ",\"extra\":\" TEXT\"",
    ])
  func unknownMember(_ place: String) async throws {
    let genuine = try Self.signed(Self.transaction)
    let forged = try Self.signed(
      Self.transaction, by: TestAuthority(seed: "forger of nested texts"))
    for (text, isGenuine) in [(genuine, true), (forged, false)] {
      let members = place.replacing("TEXT", with: text)
      let result = try await check(try Self.signed(Self.notification(members)))
      // White space before it is part of the text that was signed, so that is refused too.
      let passes = isGenuine && !place.contains(" ")
      let json = try result.json()
      #expect(json["verdict"]?.string == (passes ? "pass" : "fail"), "\(result)")
      #expect(json["nested"]?.elements?.count == 1)
    }
  }

  @Test("A text with points that is no signed text is left alone")
  func otherText() async throws {
    let members = ",\"extra\":\"eyes.of.the.world\",\"other\":\"eyJhIjoxfQ.e30.AA\""
    try await check(try Self.signed(Self.notification(members))).expect(status: 0)
  }

  @Test("Notifications nest once: one in a notification is named, and fails")
  func notificationInNotification() async throws {
    let transaction = try Self.signed(Self.transaction)
    let inner = try Self.signed(
      Self.notification(",\"signedTransactionInfo\":\"\(transaction)\""))
    try await check(inner).expect(status: 0)
    let result = try await check(
      try Self.signed(Self.notification(",\"signedTransactionInfo\":\"\(inner)\"")))
    result.expect(status: 1)
      .expect(output: "data.signedTransactionInfo was not read and not verified")
  }

  @Test("A signed text in an unknown member of a response is verified")
  func response() async throws {
    let genuine = try Self.signed(Self.transaction)
    let forged = try Self.signed(Self.transaction, by: TestAuthority(seed: "forger of responses"))
    for (extra, status) in [(genuine, Int32(0)), (forged, 1)] {
      let text = "{\"signedTransactionInfo\":\"\(genuine)\",\"extra\":[\"\(extra)\"]}"
      try await check(text).expect(status: status)
    }
  }

  // MARK: The text

  @Test("Nothing is repaired inside of a JWS, and no point or NUL around it")
  func damaged() async throws {
    let text = try Self.signed(Self.transaction)
    let (head, tail) = (text.prefix(200), text.dropFirst(200))
    for sound in [text, text + "\n", text + "\r\n", "\u{FEFF}\(text)", "\"\(text)\""] {
      try await check(sound).expect(status: 0)
    }
    for damaged in [
      "\0\(text)", "\(text)\0", "\(head)\0\(tail)", "\(text)\n\0\n", ".\(text)", "\(text).",
      "..\(text)", "\(head) \(tail)",
    ] {
      try await check(damaged).expect(status: 2)
    }
    // Mail programs break lines. That is undone as a wrapping with a name, and told.
    let broken = try await check("\(head)\n\(tail.prefix(100))\n\(tail.dropFirst(100))")
    broken.expect(status: 0).expect(output: "mail-lines")
  }

  @Test("The form that is asked for does not choose the date at which a signature is judged")
  func dateAndForm() async throws {
    let ancient = "946684800000"
    // It says too little to tell its form, and has both dates.
    let payload = """
      {"bundleId":"com.example.app","signedDate":\(Self.date),"receiptCreationDate":\(ancient)}
      """
    let text = try Self.signed(payload)
    for form in [[], ["--form", "app-transaction"], ["--form", "transaction"]] {
      let json = try await check(text, form).json()
      let validity = json["checks"]?.elements?.first {
        $0["id"]?.string == "certificate-validity"
      }
      #expect(validity?["status"]?.string == "pass", "\(form)")
    }
  }
}
