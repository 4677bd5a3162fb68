internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import ReceiptCore

/// What a request asks: a receipt, with options.
struct APIRequest {
  private(set) var receipt: [UInt8]
  private(set) var options: [FormFields.Pair]
  /// The size of the options in the body.
  private var size = 0

  /// - Parameter query: The options in the address.
  init(_ body: [UInt8], _ type: MediaType, query: [FormFields.Pair]) throws(Problem) {
    receipt = body
    options = query
    switch type {
    case .form(let boundary): try take(MultipartForm(body, boundary: boundary))
    case .json: try takeEnvelope()
    case .rows, .other: break
    }
    guard !receipt.isEmpty else {
      throw .malformed("there is no receipt in the body", hint: "send it as it is")
    }
  }

  private mutating func take(_ form: MultipartForm) throws(Problem) {
    receipt = []
    for field in form.fields {
      guard field.name == "receipt" else {
        try add(field.name, field.text)
        continue
      }
      guard receipt.isEmpty else { throw .malformed("the form has several receipts") }
      receipt = Array(field.content)
    }
  }

  /// Takes `{"receipt": "MIIT…", "options": {"bundle_id": "com.example.tea"}}`. Other JSON is itself what is asked about,
  /// such as a response of Apple's: none of theirs has a text there. A member beside such a text may be an expectation
  /// in the wrong place, and must not be passed over.
  private mutating func takeEnvelope() throws(Problem) {
    guard let json = try? JSONValue(receipt) else {
      throw .malformed(
        "the body is no JSON", hint: "send a text that is damaged as application/octet-stream")
    }
    guard let members = json.members, let text = json["receipt"]?.string else { return }
    if let other = members.first(where: { !["receipt", "options"].contains($0.name) }) {
      throw .malformed(
        "beside receipt there is \(other.name.prefix(80)), and only options may be",
        hint: "what is expected stands in options; other JSON is sent as text/plain")
    }
    receipt = Array(text.utf8)
    guard let given = json["options"] else { return }
    guard let given = given.members else { throw .malformed("options is an object") }
    for member in given {
      for value in member.value.elements ?? [member.value] {
        guard let text = Self.text(value) else {
          throw .malformed("an option is a text, a number, true or false, or a list")
        }
        try add(member.name, text)
      }
    }
  }

  private mutating func add(_ name: String, _ value: String) throws(Problem) {
    guard options.count < FormFields.maximumCount else { throw FormFields.tooMany }
    size += name.utf8.count + value.utf8.count
    guard size <= FormFields.maximumSize else { throw FormFields.tooLong }
    options.append((name, value))
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let flag): flag ? "true" : "false"
    case .null, .object, .array: nil
    }
  }
}
