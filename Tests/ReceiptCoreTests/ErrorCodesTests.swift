import Testing

@testable import ReceiptCore

/// What an error calls itself in its message.
@Suite struct ErrorCodesTests {
  @Test(
    "A code is found with its number",
    arguments: [
      ("Error Domain=SKErrorDomain Code=0 \"x\"", ["SKErrorDomain 0"]),
      ("NSURLErrorDomain, code: -999", ["NSURLErrorDomain -999"]),
      ("{ code: 'ENSURLERRORDOMAIN-999' }", ["NSURLERRORDOMAIN -999"]),
      ("ESKERRORDOMAIN0", ["SKERRORDOMAIN 0"]),
      ("SwiftyStoreKit.ReceiptError error 3.", ["SwiftyStoreKit.ReceiptError 3"]),
      ("RevenueCat.ErrorCode Code=9", ["RevenueCat.ErrorCode 9"]),
      ("\"adapty_code\":2004,", ["adapty_code 2004"]),
      ("a SKErrorDomain, and 3 more", ["SKErrorDomain"]),
      ("status 21002, again 21002.", ["21002"]),
      ("apiError: 4040010", ["4040010"]),
      ("ERROR 6777002: x", ["6777002"]),
      ("20999 21000 21199 21200", ["21000", "21199"]),
      ("3999999 4000000 5000001 5000002", ["4000000", "5000001"]),
      ("6777000 6777001 6777099 6777100", ["6777001", "6777099"]),
      (
        "E_USER_CANCELLED storekit_duplicate INVALID_CHAIN",
        [
          "E_USER_CANCELLED", "storekit_duplicate", "INVALID_CHAIN",
        ]
      ),
      ("VerificationException", ["VerificationException"]),
      ("StoreKit.StoreKitError.unknown", ["StoreKit.StoreKitError.unknown"]),
      ("a/StoreKitError+Extensions.swift StoreKitError.", []),
      ("(StoreKit.InvalidRequestError error 1.)", ["StoreKit.InvalidRequestError 1"]),
      ("THE REQUEST\n\ttimed out", ["NSURLErrorDomain -1001"]),
      ("The request timed outside", []), ("no-receipt-failed receipt-failed-twice", []),
      ("code: 'receipt-failed'", ["receipt-failed"]),
      ("21004: The shared secret you provided does not match", ["21004"]),
      ("unexpected enum case 'SKErrorCode(rawValue: 110)'", ["SKError 110"]),
      ("SKError.Code(rawValue: 2), SKErrorCode.unknown", ["SKError 2"]),
      (
        "Domain=SKErrorDomain Code=0 {Domain=FooErrorDomain Code=2}",
        ["SKErrorDomain 0", "FooErrorDomain 2"]
      ),
      ("httpStatusCode=401, httpStatusCode: 599", ["401", "599"]),
      ("httpStatusCode=399 httpStatusCode=600 httpStatusCode=", []),
      ("Domain=com.apple.accounts Code=4", ["com.apple.accounts 4"]),
      ("{ code: -999, domain: 'NSURLErrorDomain' }", ["NSURLErrorDomain -999"]),
      (
        "code: \"7103\"\ndomain: \"RevenueCat.BackendErrorCode\"",
        ["RevenueCat.BackendErrorCode 7103"]
      ),
      // The code of another error, of a status, or of something else.
      ("{\"code\": 2}, {\"domain\": \"SKErrorDomain\"}", ["SKErrorDomain"]),
      ("Code=2, domain=SKErrorDomain", ["SKErrorDomain"]),
      ("statusCode: 500, domain: SKErrorDomain", ["SKErrorDomain"]),
      ("1, domain: SKErrorDomain", ["SKErrorDomain"]),
      ("Domain=com.margelo.nitro.rniap Code=-1", ["com.margelo.nitro.rniap -1"]),
      ("no code, 12345 and 210021", []), ("", []), ("...", []),
    ])
  func found(text: String, codes: [String]) {
    #expect(OtherText(Array(text.utf8)[...]).codes == codes)
  }

  @Test("The number stands at most 24 bytes after its domain", arguments: [22, 24])
  func gap(spaces: Int) {
    let text = "SKErrorDomain=" + String(repeating: " ", count: spaces) + "7"
    #expect(
      OtherText(Array(text.utf8)[...]).codes
        == (spaces == 22 ? ["SKErrorDomain 7"] : ["SKErrorDomain"]))
  }

  @Test("At most 16 codes are told", arguments: [16, 17])
  func many(count: Int) {
    let text = (0..<count).map { "SKErrorDomain \($0)" }.joined(separator: "\n")
    #expect(OtherText(Array(text.utf8)[...]).codes.count == 16)
  }

  @Test("A word has at most 64 bytes", arguments: [64, 65])
  func long(length: Int) {
    let word = String(repeating: "A", count: length - 11) + "ErrorDomain"
    #expect(OtherText(Array(word.utf8)[...]).codes == (length == 64 ? [word] : []))
  }

  @Test("Base64 with such digits is no message")
  func base64() {
    do throws(ReceiptError) {
      _ = try FoundReceipt.all(in: Array("abc/21002+".utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.codes == [])
    }
  }

  @Test("Sentences are written as they are compared, and none stands in another")
  func sentences() {
    let sentences = ErrorSentences.table.flatMap(\.sentences)
    for sentence in sentences {
      #expect(sentence == sentence.lowercased() && !sentence.contains("  "), "\(sentence)")
      #expect(sentences.count { $0.contains(sentence) } == 1, "\(sentence)")
    }
    #expect(Set(ErrorSentences.table.map(\.code)).count == ErrorSentences.table.count)
  }

  @Test("A sentence is looked for in 16 KiB", arguments: [0, 1])
  func far(excess: Int) {
    let sentence = "The request timed out"
    let space = String(
      repeating: " ", count: OtherText.maximumLength - sentence.utf8.count + excess)
    let codes = OtherText(Array((space + sentence).utf8)[...]).codes
    #expect(codes == (excess == 0 ? ["NSURLErrorDomain -1001"] : []))
  }
}
