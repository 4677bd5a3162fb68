internal import HTTPTypes
internal import HummingbirdCore

/// A response, and what is counted of it.
struct Answered: Sendable {
  var response: Response
  /// What was asked for.
  let kind: String
  var form: String?
  var verdict: Verdict?
  /// After so many bytes of the body the connection is closed; with 0 nothing is sent.
  var cutAfter: Int?
}

/// How a run ended.
enum Verdict: String, CaseIterable {
  case pass, fail, error

  init(status: Int32) {
    self = status == 0 ? .pass : status == 1 ? .fail : .error
  }
}
