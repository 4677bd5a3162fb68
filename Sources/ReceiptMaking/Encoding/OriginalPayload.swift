package import ReceiptCore

/// The signed payload of a receipt that was read. A model is merged into it: unchanged parts keep their
/// spelling and order, so that an unchanged receipt has exactly the same bytes.
package struct OriginalPayload: Sendable {
  package let octets: [UInt8]

  package init(_ octets: [UInt8]) { self.octets = octets }

  /// How deep inner objects are merged: the deepest fields stand in `advancedCommerceInfo.descriptors`.
  private static let levels = 2

  /// The payload of a JWS.
  ///
  /// - Parameters:
  ///   - said: the JSON written from the original payload.
  ///   - wanted: the JSON written from the changed model.
  package func json(saying said: JSONValue, wanted: JSONValue) throws(ReceiptError) -> [UInt8] {
    let original: JSONValue
    do throws(JSONFault) {
      original = try JSONReader.read(octets)
    } catch {
      throw ReceiptError(error, in: "the payload")
    }
    let result = JSONValue.object(
      Self.merge(
        original.members ?? [], said.members ?? [], wanted.members ?? [], levels: Self.levels))
    return result == original ? octets : result.utf8
  }

  private static func merge(
    _ original: [JSONValue.Member], _ said: [JSONValue.Member], _ wanted: [JSONValue.Member],
    levels: Int
  ) -> [JSONValue.Member] {
    let before = values(said)
    let after = values(wanted)
    let kept = original.compactMap { member -> JSONValue.Member? in
      let name = ReceiptString(member.name)
      guard let new = after[name] else {
        // Drops removed fields, and keeps unknown ones.
        return before[name] == nil ? member : nil
      }
      guard new != before[name] else { return member }
      if levels > 0, let inner = member.value.members, let news = new.members {
        let olds = before[name]?.members ?? []
        return JSONValue.Member(
          name: member.name, value: .object(merge(inner, olds, news, levels: levels - 1)))
      }
      return JSONValue.Member(name: member.name, value: new)
    }
    let names = Set(original.map { ReceiptString($0.name) })
    return kept
      + wanted.filter { member in
        let name = ReceiptString(member.name)
        return !names.contains(name) && before[name] != member.value
      }
  }

  private static func values(_ members: [JSONValue.Member]) -> [ReceiptString: JSONValue] {
    Dictionary(
      members.map { (ReceiptString($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Does the same for the `purchase-info` of an iOS 6 transaction.
  package func entries(
    saying said: [IOS6Template.Entry], wanted: [IOS6Template.Entry]
  ) -> [UInt8] {
    func values(_ entries: [IOS6Template.Entry]) -> [String: String] {
      Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    let before = values(said)
    let after = values(wanted)
    var isChanged = false
    var result: [IOS6Template.Entry] = []
    var names: Set<String> = []
    for entry in PropertyListReader(octets).entries {
      let key = entry.key.description
      names.insert(key)
      if before[key] == after[key] {
        result.append((key, entry.value.description))
      } else {
        isChanged = true
        if let new = after[key] { result.append((key, new)) }
      }
    }
    for entry in wanted where !names.contains(entry.key) && before[entry.key] != entry.value {
      isChanged = true
      result.append(entry)
    }
    return isChanged ? IOS6Template.list(result) : octets
  }

  /// The decoded payload, without its signature.
  package func decoded(as form: ReceiptForm) throws(ReceiptError) -> DecodedReceipt {
    let decoder = ReceiptDecoder(form: form)
    guard form.isJWS else {
      let list = IOS6Template.list([("purchase-info", Base64.encode(octets[...]))])
      return try decoder.decode(ReceiptInput(list, kind: .propertyList))
    }
    let unsigned = JWSTemplate(certificates: [], payload: octets)
    return try decoder.decode(ReceiptInput(unsigned.encoded, kind: .jws))
  }
}

extension DecodedReceipt {
  /// The signed text: the payload of a JWS, or the `purchase-info` of an iOS 6 transaction. An app receipt
  /// has none, because its attributes say the same.
  package var payloadText: String? {
    switch envelope {
    case .pkcs7, .attributes: nil
    // Without a signature of its own, a payload is the whole text.
    case .json where form.isJWS: String(validating: input.bytes, as: UTF8.self)
    case .json: nil
    case .jws(let jws):
      (try? Base64.decode(Array(jws.segments[1]))).flatMap {
        String(validating: $0.bytes, as: UTF8.self)
      }
    case .propertyList(let envelope):
      String(validating: envelope.purchaseInfo, as: UTF8.self)
    }
  }
}
