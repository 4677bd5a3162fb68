/// Receipts in JSON: what is sent to Apple, what comes from there, and anything that holds either.
enum JSONWrapping {
  /// `nil` when it is neither JSON nor a property list: then it is looked at as text.
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputDetective.Wrapped
  ) -> InputDetective.Look? {
    do {
      return look(at: try JSONReader.read(wrapped.bytes, text.indices), in: wrapped)
    } catch {
      if isPropertyList(text) { return .receipt(.propertyList) }
      if let values = sequence(wrapped.bytes, text.indices) {
        return look(at: .array(values), in: wrapped)
      }
      guard LogScan.candidates(in: text, of: wrapped).isEmpty, isMeantAsJSON(text) else {
        return nil
      }
      return .mistake(
        ReceiptError(
          .invalidJSON, "this is meant to be JSON, but \(error.message)", offset: error.offset,
          hint: "copy the whole text again, from the first bracket to the last"))
    }
  }

  private static func look(
    at value: JSONValue, in wrapped: InputDetective.Wrapped
  ) -> InputDetective.Look {
    if isAnswer(value) { return .receipt(.json(value)) }
    if let data = value["receipt-data"]?.string {
      return .wrapped([wrapped.inside(.requestBody, Array(data.utf8))])
    }
    if let payload = value["signedPayload"]?.string {
      return .wrapped([wrapped.inside(.notificationBody, Array(payload.utf8))])
    }
    let inner = LogScan.withoutTokens(receipts(in: value, wrapped))
    if !inner.isEmpty { return .wrapped(inner) }
    if value["bundleId"] != nil, value["transactionId"] ?? value["receiptCreationDate"] != nil {
      return .mistake(.unsignedPayload)
    }
    return .mistake(
      ReceiptError(
        .notAReceipt, "this is JSON without a receipt in it", offset: 0,
        hint: "a request to verifyReceipt has receipt-data, Apple's answer has receipt or "
          + "latest_receipt, a server notification has signedPayload"))
  }

  /// An answer of verifyReceipt has a status, or at least a receipt that is taken apart.
  private static func isAnswer(_ value: JSONValue) -> Bool {
    guard value.members != nil else { return false }
    return value["receipt"]?.members != nil || value["latest_receipt_info"] != nil
      || value["latest_receipt"]?.string != nil && value["status"] != nil
      || value["status"]?.integer.map { $0 == 0 || (21000..<22000).contains($0) } ?? false
  }

  /// Everything in the value that looks like a receipt, in order. What is still to be looked at stands
  /// on a stack, so depth costs no recursion.
  private static func receipts(
    in value: JSONValue, _ wrapped: InputDetective.Wrapped
  ) -> [InputDetective.Wrapped] {
    var result: [InputDetective.Wrapped] = []
    var pending: [(path: String, value: JSONValue)] = [("", value)]
    while let (path, value) = pending.popLast(), result.count <= InputDetective.maximumReceipts {
      switch value {
      case .object(let members):
        if !path.isEmpty, isAnswer(value) {
          result.append(wrapped.inside(.json, Array(value.description.utf8), part: path))
          continue
        }
        pending += members.reversed().map {
          (path.isEmpty ? $0.name : "\(path).\($0.name)", $0.value)
        }
      case .array(let elements):
        pending += elements.enumerated().reversed().map { ("\(path)[\($0)]", $1) }
      case .string(let text):
        let octets = Array(text.utf8)
        guard octets.count >= minimumLength, LogScan.isReceipt(octets[...]) else { continue }
        result.append(wrapped.inside(.json, octets, part: path))
      default: continue
      }
    }
    return result
  }

  /// Shorter texts are no receipts.
  private static let minimumLength = 100

  /// Values one after the other, as in a log of JSON lines.
  private static func sequence(_ bytes: [UInt8], _ range: Range<Int>) -> [JSONValue]? {
    var values: [JSONValue] = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard
        values.count < InputDetective.maximumReceipts,
        let (value, end) = try? JSONReader.readPrefix(bytes, position..<range.upperBound)
      else { return nil }
      values.append(value)
      position = end
      while position < range.upperBound, Text.isSpace(bytes[position]) { position += 1 }
    }
    return values
  }

  /// `{ "key" = …`: the property lists of iOS 6.
  private static func isPropertyList(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = Text.trimmed(text.dropFirst())
    guard let first = rest.first, text.first == UInt8(ascii: "{") else { return false }
    if first == UInt8(ascii: "\"") {
      rest = rest.dropFirst()
      guard let close = rest.prefix(256).firstIndex(of: UInt8(ascii: "\"")) else { return false }
      rest = rest[(close + 1)...]
    } else {
      rest = rest.drop {
        Text.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
    }
    return rest.first { !Text.isSpace($0) } == UInt8(ascii: "=")
  }

  /// A bracket and then what JSON has behind one.
  private static func isMeantAsJSON(_ text: ArraySlice<UInt8>) -> Bool {
    guard let next = text.dropFirst().first(where: { !Text.isSpace($0) }) else { return true }
    return text.first == UInt8(ascii: "{")
      ? next == UInt8(ascii: "\"") : "\"{[]".utf8.contains(next)
  }
}
