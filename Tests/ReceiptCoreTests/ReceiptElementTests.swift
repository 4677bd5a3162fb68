import TestSupport
import Testing

@testable import ReceiptCore

@Suite("Arrays in which one element holds a receipt")
struct ReceiptElementTests {
  private static let payload =
    #"{"transactionId":"1","originalTransactionId":"1","bundleId":"a.b","productId":"p","purchaseDate":1}"#

  /// What is found: `receipt`, the form of what has no signature, or the code of an error, each after its part.
  private static func found(in json: String) throws -> [String] {
    let receipt = Base64.encode(try Fixture.subscription())
    let text = json.replacing("@", with: receipt)
    return try FoundReceipt.all(in: Array(text.utf8)).map { found in
      let text =
        switch found.input {
        case .failure(let error): error.code.rawValue
        case .success(let input):
          if case .json = input.kind { "payload" } else { "receipt" }
        }
      return "\(found.part ?? "") \(text)"
    }
  }

  @Test(
    "What is empty in the place of a receipt is reported",
    arguments: [
      (
        #"["@", "", null, {}, []]"#,
        ["[0] receipt", "[1] empty", "[2] empty", "[3] empty", "[4] empty"]
      ),
      (#"["  ", "@"]"#, ["[0] empty", "[1] receipt"]),
      (
        #"[{"receipt-data": "@"}, {"receipt-data": ""}, {"receipt-data": null}]"#,
        ["[0].receipt-data receipt", "[1].receipt-data empty", "[2].receipt-data empty"]
      ),
      (
        #"{"users": [{"id": 1, "token": ""}, {"id": 2, "token": "@"}]}"#,
        ["users[0].token empty", "users[1].token receipt"]
      ),
      (
        "{\"receipt-data\": \"@\"}\n{\"receipt-data\": \"\"}",
        ["[0].receipt-data receipt", "[1].receipt-data empty"]
      ),
    ])
  func empty(json: String, expected: [String]) throws {
    #expect(try Self.found(in: json) == expected)
  }

  @Test(
    "What is damaged in the place of a receipt is told",
    arguments: [
      (#"[{"receipt-data": "@"}, {"receipt-data": "garbage"}]"#, "[1].receipt-data"),
      (#"[{"receipt-data": "@"}, {"receipt-data": "[REDACTED]"}]"#, "[1].receipt-data"),
      (#"[{"receipt": "***MASKED***"}, {"receipt": "@"}]"#, "[0].receipt"),
      (#"[{"jws": "@"}, {"jws": "eyJx"}, {"jws": "@"}]"#, "[1].jws"),
      (#"[{"receipt": "@"}, {"receipt": 42}]"#, "[1].receipt"),
      (#"[{"receipt": "@"}, {"receipt": false}]"#, "[1].receipt"),
    ])
  func damaged(json: String, place: String) throws {
    let text = json.replacing("@", with: Base64.encode(try Fixture.subscription()))
    let found = try FoundReceipt.all(in: Array(text.utf8))
    let failed = found.filter { if case .failure = $0.input { true } else { false } }
    #expect(failed.map(\.part) == [place])
    #expect(found.count > failed.count)
  }

  @Test(
    "What never was to hold a receipt is passed over",
    arguments: [
      (#"[{"id": "", "receipt": "@"}, {"id": "", "note": null}]"#, ["[0].receipt receipt"]),
      (#"[{"receipt": "@"}, {"id": 3}, 7, true, "note"]"#, ["[0].receipt receipt"]),
      (#"[{"name": "a", "value": "@"}, {"name": "b", "value": "c"}]"#, ["[0].value receipt"]),
      (#"{"receipt": "@", "latest": "", "errors": []}"#, ["receipt receipt"]),
      (
        #"[{"receipt": "@"}, {"orderId": "GPA.1", "purchaseToken": "abc", "productId": "b"}]"#,
        ["[0].receipt receipt"]
      ),
      (
        #"[{"jws": "@"}, {"productId": "b", "transactionId": "7", "native": {"receipt": "@"}}]"#,
        ["[0].jws receipt", "[1].native.receipt receipt"]
      ),
    ])
  func other(json: String, expected: [String]) throws {
    let found = try Self.found(in: json)
    // A single receipt needs no name of its part.
    #expect(found == expected || found == [" receipt"])
  }

  @Test("An unsigned payload beside a receipt is judged by itself, unless it carries one")
  func payloads() throws {
    let beside = "[\"@\", \(Self.payload)]"
    #expect(try Self.found(in: beside) == ["[0] receipt", "[1] payload"])
    let carrying =
      "[{\"jwsRepresentation\": \"@\", \(Self.payload.dropFirst()), \"@\"]"
    #expect(try Self.found(in: carrying) == ["[0].jwsRepresentation receipt", "[1] receipt"])
  }
}
