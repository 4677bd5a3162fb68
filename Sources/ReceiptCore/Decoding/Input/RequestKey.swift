/// The key of the receipt in a request to verifyReceipt, and what people write in its place.
enum RequestKey {
  static let name = "receipt-data"
  private static let plainName = Array("receiptdata".utf8)
  /// The largest number of letters that may be wrong, missing, added or swapped.
  private static let maximumEdits = 2
  private static let maximumLength = 16

  /// The member that was meant to be `receipt-data`, where there is no such member.
  ///
  /// A key that only looks like it counts if its value is a receipt: `receipt_date` is something else.
  static func misspelled(in value: JSONValue) -> JSONValue.Member? {
    // Looked for once: it takes a search through all members.
    let hasSecret = hasSecret(value)
    return value.members?.first { member in
      guard let text = member.value.string, member.name.utf8.count <= maximumLength else {
        return false
      }
      let plain = member.name.lowercased().utf8.filter { Text.isAlphanumeric($0) }
      if plain == plainName { return true }
      // Comparing letters takes long, and most names have another length.
      let isAsLong = abs(plain.count - plainName.count) <= maximumEdits
      return (hasSecret || isAsLong && edits(plain, plainName) <= maximumEdits)
        && LogScan.isReceipt(Text.trimmed(Array(text.utf8)))
    }
  }

  // MARK: Its encoding

  /// The finding for a receipt in a request that is not plain base64.
  static func finding(
    _ layers: [ReceiptInput.Layer], _ kind: ReceiptInput.Kind
  ) -> Finding? {
    guard let body = layers.lastIndex(of: .requestBody) else { return nil }
    let inner = layers[(body + 1)...]
    let found: String
    if case .jws = kind {
      found = "is a JWS"
    } else if inner.count(where: { $0 == .base64 }) > 1 {
      found = "is in base64 \(inner.count(where: { $0 == .base64 })) times"
    } else if inner.contains(.spacesForPlus) {
      found = "has spaces in place of +, as a form makes them"
    } else if inner.contains(.percentEncoding) {
      found = "has percent-encoding in it"
    } else if inner.contains(.base64URL) {
      found = "is in the base64 of URLs, with - and _"
    } else {
      return nil
    }
    return Finding(.requestEncoding, offset: nil, found: found)
  }

  /// Whether the account's shared secret stands beside it: then it was meant for verifyReceipt, whatever its key is.
  private static func hasSecret(_ value: JSONValue) -> Bool {
    guard let secret = value["password"]?.string else { return false }
    return secret.utf8.count == secretLength
      && secret.utf8.allSatisfy { Hexadecimal.value(ofDigit: $0) != nil }
  }

  private static let secretLength = 32

  /// How many letters are wrong, missing, added or swapped with the next one (optimal string alignment).
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        var best = min(
          last[column + 1] + 1, next[column] + 1,
          last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        next.append(best)
      }
      (beforeLast, last) = (last, next)
    }
    return last.last ?? 0
  }
}
