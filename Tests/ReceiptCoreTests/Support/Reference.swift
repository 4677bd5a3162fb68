@testable import ReceiptCore

/// The result of an independent decoder for a receipt.
struct Reference: Decodable {
  let size: Int
  let encoding: String
  let cmsVersion: Int
  let digestAlgorithms: [String]
  let econtent: Content
  let certificates: [Certificate]
  let crls: Int
  let signers: [Signer]
  let payload: Payload

  struct Content: Decodable {
    let len: Int
    let sha256: String
  }

  struct Certificate: Decodable {
    let sha256: String
  }

  struct Signer: Decodable {
    let version: Int
    let sid: Identifier
    let digest: String
    let signedAttrs: SignedAttributes
    let sigAlg: String
    let sigLen: Int

    struct Identifier: Decodable {
      let serial: String
    }

    /// `false`, or a list of attributes.
    struct SignedAttributes: Decodable {
      let arePresent: Bool

      init(from decoder: any Decoder) throws {
        arePresent = (try? decoder.singleValueContainer().decode(Bool.self)) ?? true
      }
    }
  }

  struct Payload: Decodable {
    let attributes: [Attribute]
    let inAppCount: Int
    let wrappedInOctetString: Bool?
    let summary: [String: String?]
  }

  struct Attribute: Decodable {
    let type: Int
    let version: Int
    /// Missing for a purchase, which has `rawLen` and `rawSha256`.
    let rawHex: String?
    let rawLen: Int?
    let rawSha256: String?
    let value: Value
  }

  struct Value: Decodable {
    let kind: String
    let text: String?
    let number: Int64?
    let attributes: [Attribute]

    private enum Key: CodingKey { case kind, value, attributes }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      kind = try container.decode(String.self, forKey: .kind)
      text = kind.hasSuffix("String") ? try container.decode(String.self, forKey: .value) : nil
      // Only raw bytes that look like an INTEGER have more than 64 bits.
      number = kind == "INTEGER" ? try? container.decode(Int64.self, forKey: .value) : nil
      attributes = try container.decodeIfPresent([Attribute].self, forKey: .attributes) ?? []
    }
  }

  /// Every attribute with its path. Those of a purchase follow the one that holds them.
  var flattened: [(path: String, attribute: Attribute)] {
    var result: [(path: String, attribute: Attribute)] = []
    var purchases = 0
    for attribute in payload.attributes {
      guard attribute.type == 17 else {
        result.append(("\(attribute.type)", attribute))
        continue
      }
      result.append(("17[\(purchases)]", attribute))
      result += attribute.value.attributes.map { ("17[\(purchases)]/\($0.type)", $0) }
      purchases += 1
    }
    return result
  }
}
