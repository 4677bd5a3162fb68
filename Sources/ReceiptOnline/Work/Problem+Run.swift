internal import HTTPTypes
internal import ReceiptCore

extension Problem {
  /// A run without an answer: the options do not fit together, or there is nothing to make a copy of.
  init(failed run: ToolRun) {
    self.init(usage: run.messages)
    guard run.status != 64 else { return }
    // `standard input: what is wrong, at byte 4 [code]`
    var told = detail[...]
    var code: String?
    if told.last == "]", let bracket = told.lastIndex(of: "[") {
      code = String(told[bracket...].dropFirst().dropLast())
      told = told[..<bracket].dropLast()
    }
    // There is no other input in a request.
    let source = "standard input: "
    if told.hasPrefix(source) { told = told.dropFirst(source.count) }
    self = Problem(
      status: .unprocessableContent, code: code ?? "not-readable", detail: String(told), hint: hint)
  }
}

extension Problem {
  /// A text that is no receipt. All that the command says of it is in the problem; `nil` if something was read.
  init?(unread run: ToolRun) {
    guard run.status == Self.unreadable, let answer = (try? JSONValue(run.output))?.members,
      // A receipt that is only damaged is shown as far as it reads, with what is known of its signature.
      !answer.contains(where: { $0.name == "signature" }),
      let error = answer.first(where: { $0.name == "error" })?.value,
      let code = error["code"]?.string, let message = error["message"]?.string
    else { return nil }
    self.init(
      status: .unprocessableContent, code: code, detail: message, hint: error["hint"]?.string)
    self.answer = answer
  }

  private static let unreadable: Int32 = 2
}
