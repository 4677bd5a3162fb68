import Testing

@testable import ReceiptCore
@testable import ReceiptInsight
@testable import ReceiptMaking

/// Which purchases match and what is a difference: rules that no single command line shows.
@Suite struct ComparisonTests {
  /// A response with purchases in the given lists, each written as `product transaction day`.
  private static func answer(_ lists: [String]...) throws -> ComparedReceipt {
    func text(_ list: [String]) -> String {
      list.map { words in
        let parts = words.split(separator: " ")
        var fields = ["\"product_id\": \"\(parts[0])\"", "\"quantity\": \"1\""]
        if parts[1] != "-" { fields.append("\"transaction_id\": \"\(parts[1])\"") }
        let date = ReceiptDate("2024-03-\(parts[2])T00:00:00Z".utf8)?.millisecondsSince1970 ?? 0
        fields.append("\"purchase_date_ms\": \"\(date)\"")
        return "{\(fields.joined(separator: ", "))}"
      }.joined(separator: ", ")
    }
    let latest = lists.count > 1 ? ", \"latest_receipt_info\": [\(text(lists[1]))]" : ""
    let json =
      "{\"status\": 0, \"receipt\": {\"receipt_type\": \"Xcode\", \"in_app\": [\(text(lists[0]))]}\(latest)}"
    return try receipt(json)
  }

  private static func receipt(_ json: String) throws -> ComparedReceipt {
    ComparedReceipt(try ReceiptDecoder().decode(Array(json.utf8)), ReceiptVerifier())
  }

  /// The kind of change of each purchase.
  private static func changes(_ a: ComparedReceipt, _ b: ComparedReceipt) -> [String] {
    ReceiptComparison(a, b).purchases.map { difference in
      let purchase = difference.purchase
      return "\(difference.change.rawValue) \(purchase.productID?.description ?? "?") "
        + "\(purchase.transactionID?.description ?? "-")"
    }
  }

  @Test("The order of purchases means nothing, nor does an identifier that all of them share")
  func order() throws {
    let a = try Self.answer(["gold 0 01", "silver 0 02", "gold 0 03"])
    let b = try Self.answer(["silver 0 02", "gold 0 01", "gold 0 03"])
    #expect(Self.changes(a, b) == [])
    let c = try Self.answer(["silver 0 02", "gold 0 01"])
    #expect(Self.changes(a, c) == ["removed gold 0"])
    #expect(Self.changes(c, a) == ["added gold 0"])
  }

  @Test("With other identifiers, purchases match by product and date if that is unambiguous")
  func renumbered() throws {
    let a = try Self.answer(["gold 1 01", "silver 2 02"])
    let b = try Self.answer(["gold 7 01", "silver 8 03"])
    #expect(Self.changes(a, b) == ["changed gold 7", "removed silver 2", "added silver 8"])
    let twice = try Self.answer(["gold 7 01", "gold 8 01"])
    #expect(
      Self.changes(try Self.answer(["gold 1 01"]), twice)
        == ["removed gold 1", "added gold 7", "added gold 8"])
  }

  @Test("Without identifiers, purchases match by product and date")
  func unnumbered() throws {
    let a = try Self.answer(["gold - 01", "gold - 01", "silver - 02"])
    #expect(Self.changes(a, a) == [])
    let b = try Self.answer(["gold - 01", "silver - 02"])
    #expect(Self.changes(a, b) == ["removed gold -"])
  }

  @Test("A transaction in two lists is one, even with two products; two in one list are two")
  func lists() throws {
    let one = try Self.answer(["gold 1 01"])
    #expect(Self.changes(one, try Self.answer(["gold 1 01"], ["gold 1 01"])) == [])
    #expect(
      Self.changes(one, try Self.answer(["gold 1 01"], ["xxxx 1 01"])) == ["changed gold 1"])
    #expect(
      Self.changes(one, try Self.answer(["gold 1 01"], ["gold 1 01", "gold 1 01"]))
        == ["added gold 1"])
    // Xcode's numbers are the same for every purchase, on one day.
    #expect(
      Self.changes(
        try Self.answer(["gold 0 01", "silver 0 01"]),
        try Self.answer(["silver 0 01"], ["gold 0 01", "silver 0 01"])) == [])
  }

  @Test("A test notification says nothing about purchases")
  func silence() throws {
    let transaction = #"{"productId":"gold","transactionId":"1","purchaseDate":1,"bundleId":"a"}"#
    let test = #"{"notificationType":"TEST","notificationUUID":"1","data":{"bundleId":"a"}}"#
    func jws(_ payload: String) throws -> ComparedReceipt {
      func part(_ text: String) -> String {
        Base64.encode(Array(text.utf8)[...]).replacing("+", with: "-").replacing("/", with: "_")
          .replacing("=", with: "")
      }
      return try Self.receipt("\(part(#"{"alg":"ES256"}"#)).\(part(payload)).AAAA")
    }
    let comparison = ReceiptComparison(try jws(transaction), try jws(test))
    #expect(comparison.purchases.isEmpty)
    #expect(comparison.leftOut.purchasesOfA == 1)
    #expect(comparison.common.fields == 1)
    #expect(comparison.isSame)
  }

  @Test("The states of subscriptions are compared by their original transaction")
  func states() throws {
    func response(_ states: String...) throws -> ComparedReceipt {
      try Self.receipt(
        """
        {"environment": "Sandbox", "bundleId": "a.b", "data": [{"subscriptionGroupIdentifier": "g",
         "lastTransactions": [\(states.joined(separator: ", "))]}]}
        """)
    }
    let one = #"{"originalTransactionId": "1", "status": 1}"#
    let two = #"{"originalTransactionId": "2", "status": 1}"#
    let ended = #"{"originalTransactionId": "2", "status": 2}"#
    let left = try response(one, two)
    #expect(ReceiptComparison(left, try response(two, one)).fields.isEmpty)
    let fields = ReceiptComparison(left, try response(one, ended)).fields
    #expect(fields.map(\.name) == ["answer.subscriptions[2].status"])
    #expect(fields.map(\.a?.description) == ["1"] && fields.map(\.b?.description) == ["2"])
  }

  @Test("Receipts inside are compared too, and with pseudonyms only those are shown")
  func nested() throws {
    func notification(_ bundleID: String) throws -> ComparedReceipt {
      func signed(_ payload: String) -> String {
        var template = JWSTemplate(certificates: [], payload: Array(payload.utf8))
        template.signature = [1, 2, 3]
        return String(decoding: template.encoded, as: UTF8.self)
      }
      let transaction = signed(
        """
        {"transactionId": "1", "originalTransactionId": "1", "productId": "p", "purchaseDate": 1,
         "bundleId": "\(bundleID)"}
        """)
      return try Self.receipt(
        signed(
          """
          {"notificationType": "TEST", "notificationUUID": "u",
           "data": {"signedTransactionInfo": "\(transaction)"}}
          """))
    }
    let (left, right) = (try notification("com.secret"), try notification("com.hidden"))
    let name = "data.signedTransactionInfo.bundle_id"
    let field = try #require(ReceiptComparison(left, right).fields.first { $0.name == name })
    #expect(field.a?.description == "com.secret" && field.b?.description == "com.hidden")
    var redactor = Redactor(Pseudonyms(key: [1, 2, 3]))
    let shown = try [left, right].map {
      ComparedReceipt($0, shown: try redactor.shown($0.decoded))
    }
    let fields = ReceiptComparison(shown[0], shown[1]).fields
    #expect(fields.contains { $0.name == name })
    for field in fields {
      for value in [field.a, field.b] {
        let text = value?.description ?? ""
        #expect(!text.contains("secret") && !text.contains("hidden"), "\(field.name): \(text)")
      }
    }
  }

  @Test("Attributes without a name are compared in any order, all of a type together")
  func unnamedAttributes() throws {
    func receipt(_ values: UInt8...) throws -> ComparedReceipt {
      let attributes =
        [DER.attribute(2, DER.utf8("a.b"))] + values.map { DER.attribute(9999, [$0]) }
      return ComparedReceipt(
        try ReceiptDecoder().decode(DER.receipt(DER.tlv(0x31, attributes))), ReceiptVerifier())
    }
    func names(_ a: ComparedReceipt, _ b: ComparedReceipt) -> [String] {
      ReceiptComparison(a, b).fields.map(\.name)
    }
    let left = try receipt(1, 2)
    #expect(try names(left, receipt(2, 1)) == [])
    #expect(try names(left, receipt(1, 3)) == ["attributes[9999]"])
    #expect(try names(left, receipt(1)) == ["attributes[9999]"])
  }

  @Test("What stands at an unusual level is compared", arguments: [2, 5, 12, 17, 1702])
  func unusualLevel(type: Int64) throws {
    func receipt(_ text: String) throws -> ComparedReceipt {
      let attribute = DER.attribute(type, DER.utf8(text))
      let isOfPurchase = type == 1702
      let attributes = [
        DER.attribute(2, DER.utf8("a.b")),
        DER.inApp(
          [DER.attribute(1703, DER.utf8("1"))] + (isOfPurchase ? [] : [attribute])),
      ]
      return ComparedReceipt(
        try ReceiptDecoder().decode(
          DER.receipt(DER.tlv(0x31, attributes + (isOfPurchase ? [attribute] : [])))),
        ReceiptVerifier())
    }
    let comparison = try ReceiptComparison(receipt("left"), receipt("right"))
    let names =
      comparison.fields.map(\.name) + comparison.purchases.flatMap { $0.fields.map(\.name) }
    #expect(names == ["attributes[\(type)]"])
    #expect(try ReceiptComparison(receipt("left"), receipt("left")).isSame)
  }

  @Test(
    "A second attribute of a type that the model has is compared",
    arguments: [2, 3, 1702, 1703])
  func repeated(type: Int64) throws {
    func receipt(_ text: String?) throws -> ComparedReceipt {
      let attributes = ["a", text].compactMap { $0 }.map { DER.attribute(type, DER.utf8($0)) }
      let content = type > 1700 ? [DER.inApp(attributes)] : attributes
      return ComparedReceipt(
        try ReceiptDecoder().decode(DER.receipt(DER.tlv(0x31, content))), ReceiptVerifier())
    }
    for other in ["right", nil] {
      let comparison = try ReceiptComparison(receipt("left"), receipt(other))
      let names =
        comparison.fields.map(\.name) + comparison.purchases.flatMap { $0.fields.map(\.name) }
      #expect(names == ["attributes[\(type)]"])
    }
    #expect(try ReceiptComparison(receipt("left"), receipt("left")).isSame)
    // Each type of a level has a bit of its own.
    for types in [Field.receiptByAttribute.keys.sorted(), Field.purchaseByAttribute.keys.sorted()] {
      #expect(Set(types.map { $0 & 63 }).count == types.count)
    }
  }

  @Test("Names of other fields lose only their indices")
  func otherFields() throws {
    func answer(_ fields: String) throws -> ComparedReceipt {
      try Self.receipt(#"{"status": 0, "receipt": {"in_app": []}, \#(fields)}"#)
    }
    let a = try answer(#""list[x": 1, "more": [1, 2], "[3]": 1"#)
    let b = try answer(#""list[x": 2, "more": [2, 3], "[3]": 2"#)
    let names = ReceiptComparison(a, b).fields.map { field in
      "\(field.name) \(field.a?.description ?? "-") \(field.b?.description ?? "-")"
    }
    #expect(names.count == 3)
    #expect(names.contains { $0.hasPrefix("other_fields.") && $0.hasSuffix("list[x 1 2") })
  }

  @Test("Dates are compared to the second across forms, and exactly within a form")
  func seconds() throws {
    let moments: [Int64] = [1_700_000_000_000, 1_700_000_000_999, -1, -1_000, -1_001]
    #expect(
      moments.map { ReceiptDate(millisecondsSince1970: $0).toTheSecond.millisecondsSince1970 }
        == [1_700_000_000_000, 1_700_000_000_000, -1_000, -1_000, -2_000])
    func answer(_ milliseconds: Int64) throws -> ComparedReceipt {
      try Self.receipt(
        #"{"status": 0, "receipt": {"in_app": [], "receipt_creation_date_ms": "\#(milliseconds)"}}"#
      )
    }
    let comparison = ReceiptComparison(try answer(moments[0]), try answer(moments[1]))
    #expect(comparison.fields.map(\.name) == ["receipt_creation_date"])
  }
}
