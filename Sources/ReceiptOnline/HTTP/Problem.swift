internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import ReceiptCommandLine
internal import ReceiptCore

/// Why a request has no answer, as problem details (RFC 9457).
struct Problem: Error {
  let status: HTTPResponse.Status
  /// Stable, for programs.
  let code: String
  var detail: String
  var hint: String?
  var fields = HTTPFields()
  /// What a command said.
  var answer: [JSONValue.Member] = []

  var response: Response {
    var response = Response(octets, Self.mediaType, status: status)
    response.headers.append(contentsOf: fields)
    return response
  }

  static let mediaType = "application/problem+json"

  var octets: [UInt8] {
    let members: [(String, JSONValue?)] = [
      ("type", "about:blank"), ("title", .string(status.reasonPhrase)),
      ("status", .number(String(status.code))), ("code", .string(code)),
      ("detail", .string(detail)), ("hint", hint.map(JSONValue.string)),
    ]
    var json = JSONWriter()
    json.value(
      .object(
        members.compactMap { name, value in
          value.map { JSONValue.Member(name: name, value: $0) }
        } + answer))
    return json.octets
  }

  static func notFound(_ path: String) -> Problem {
    Problem(
      status: .notFound, code: "no-such-path", detail: "nothing is at \(path)",
      hint: "GET /api/v1/openapi.json lists what there is")
  }

  static func method(allowing methods: [HTTPRequest.Method]) -> Problem {
    let names = methods.map(\.rawValue).joined(separator: ", ")
    return Problem(
      status: .methodNotAllowed, code: "wrong-method", detail: "this path takes \(names)",
      fields: [.allow: names])
  }

  static func tooLarge(_ limit: Int) -> Problem {
    Problem(
      status: .contentTooLarge, code: "too-large",
      detail: "the body is larger than \(limit >> 20) MiB")
  }

  static func malformed(_ detail: String, hint: String? = nil) -> Problem {
    Problem(status: .badRequest, code: "malformed-request", detail: detail, hint: hint)
  }

  /// As many are answered as can be, and as many wait as may.
  static let busy = Problem(
    status: .serviceUnavailable, code: "busy", detail: "too many requests are waiting",
    hint: "ask again in a second", fields: [.retryAfter: "1"])
}
