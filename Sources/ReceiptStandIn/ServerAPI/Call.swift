internal import ReceiptCore
internal import ReceiptMaking

/// A request to the App Store Server API whose token was accepted.
struct Call {
  let request: StandInRequest
  /// What stands in the path where the endpoint leaves it open, in order.
  let parameters: [String]
  /// The app of the token.
  let bundleID: ReceiptString
  /// The environment of the address; `nil` for one that is for both.
  let environment: Receipt.Environment?

  /// A part of the path.
  subscript(_ index: Int) -> String { parameters.indices.contains(index) ? parameters[index] : "" }

  /// The largest body in JSON: none of these requests needs a tenth of it. What is asked for is kept, and stands in
  /// notifications.
  static let maximumBody = 16 << 10

  /// The body, which must be an object.
  func object() throws(Refusal) -> JSONValue {
    guard request.body.count <= Self.maximumBody, let value = try? JSONValue(request.body),
      value.members != nil
    else { throw Refusal(.generalBadRequest) }
    return value
  }

  /// The only value of a name in the query; `nil` if it is not there.
  func value(_ name: String, _ refusal: Refusal.Name) throws(Refusal) -> String? {
    let values = request.values(name)
    guard values.count <= 1, values.first?.isEmpty != true else { throw Refusal(refusal) }
    return values.first
  }

  /// All values of a name in the query. With `among`, only these may be there.
  func values(
    _ name: String, among known: [String]? = nil, _ refusal: Refusal.Name
  ) throws(Refusal) -> [String] {
    let values = request.values(name)
    guard values.allSatisfy({ !$0.isEmpty && known?.contains($0) != false }) else {
      throw Refusal(refusal)
    }
    return values
  }

  /// A date in milliseconds in the query.
  func date(_ name: String, _ refusal: Refusal.Name) throws(Refusal) -> ReceiptDate? {
    guard let text = try value(name, refusal) else { return nil }
    guard let milliseconds = Int64(text), milliseconds >= 0 else { throw Refusal(refusal) }
    return ReceiptDate(millisecondsSince1970: milliseconds)
  }

  /// `true` or `false` in the query. Apple's library for Python writes `True`.
  func flag(_ name: String, _ refusal: Refusal.Name) throws(Refusal) -> Bool? {
    switch try value(name, refusal)?.lowercased() {
    case nil: return nil
    case "true": return true
    case "false": return false
    default: throw Refusal(refusal)
    }
  }
}

/// What an endpoint answers.
enum Reply {
  case template(APIResponseTemplate)
  case json(JSONValue)
  /// A status without a body.
  case done(Int)

  /// A response that holds no signed text.
  static func response(_ response: APIResponse) -> Reply {
    .template(APIResponseTemplate(response))
  }
}

/// The form of identifiers in requests.
enum Identifier {
  private static let lengthOfUUID = 36
  private static let mostDigits = 32

  static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == lengthOfUUID else { return false }
    return bytes.indices.allSatisfy { index in
      [8, 13, 18, 23].contains(index)
        ? bytes[index] == UInt8(ascii: "-") : Self.isHexadecimal(bytes[index])
    }
  }

  private static func isHexadecimal(_ octet: UInt8) -> Bool {
    Text.isDigit(octet) || (octet | 0x20) &- 0x61 < 6
  }

  static func isTransactionID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= mostDigits && text.utf8.allSatisfy(Text.isDigit)
  }
}
