internal import HTTPTypes
internal import HummingbirdCore
internal import ReceiptCommandLine
internal import ReceiptCore

/// The commands over HTTP. Each answer is that of the command line, byte by byte.
struct API: Sendable {
  static let prefix = "/api/v1/"

  private let readers: Readers
  private let streams = Workers.forStreams()
  private let calls = Calls()
  private let trustRoots: [String]
  private let operations: [String: APIOptions]

  init(readers: Readers, settings: DeskSettings) {
    self.readers = readers
    trustRoots = settings.trustRootOptions
    operations = Dictionary(
      uniqueKeysWithValues: APIOperation.all.map { ($0.command, APIOptions($0)) })
  }

  /// The answer of a command; `nil` if no command has that name.
  func answer(_ name: String, _ request: SiteRequest) async throws -> Answered? {
    guard let options = operations[name] else { return nil }
    guard request.method == .post else { throw Problem.method(allowing: [.post]) }
    let query = try FormFields.read(request.query)
    let type = MediaType(of: request.fields)
    guard type == .rows else { return try await answerOne(request, type, query, options) }
    guard options.operation.takesRows else {
      throw Problem.malformed("\(name) takes no rows", hint: "send one receipt, as it is")
    }
    let call = try call(options, ["--lines"], query, areRows: true)
    let run = StreamedRun(call: call, place: try streams.place())
    return Answered(
      response: Response(
        status: .ok, headers: [.contentType: "application/x-ndjson"],
        body: run.body(request.body.stream())),
      kind: name)
  }

  private func answerOne(
    _ request: SiteRequest, _ type: MediaType, _ query: [FormFields.Pair], _ options: APIOptions
  ) async throws -> Answered {
    let operation = options.operation
    let asked = try APIRequest(await request.collect(), type, query: query)
    let call = try call(options, [], asked.options, areRows: false)
    let (run, unread, form) = try await readers.run(bodyOf: asked.receipt.count) {
      () -> (ToolRun, Problem?, String?) in
      let run = ToolRun(call, inputs: ["-": asked.receipt])
      // A row that cannot be read is a row too.
      if operation.mediaType == "application/json", let problem = Problem(unread: run) {
        return (run, problem, nil)
      }
      return (run, nil, ReceiptKind.form(of: asked.receipt))
    }
    if run.status == Self.usage || run.output.isEmpty {
      throw Problem(failed: run).told(of: options)
    }
    if let unread = unread?.told(of: options) {
      return Answered(response: unread.response, kind: operation.command, verdict: .error)
    }
    return Answered(
      response: Response(run.output, operation.mediaType), kind: operation.command, form: form,
      verdict: Verdict(status: run.status))
  }

  private static let usage: Int32 = 64

  /// The call of a command with the options of a request.
  private func call(
    _ options: APIOptions, _ first: [String], _ asked: [FormFields.Pair], areRows: Bool
  ) throws(Problem) -> Tool.Call {
    let arguments =
      [options.operation.command] + first + fixed(options, areRows: areRows)
      + (try options.arguments(asked, areRows: areRows)) + ["-"]
    do throws(Problem) {
      return try calls.call(arguments)
    } catch {
      throw error.told(of: options)
    }
  }

  private func fixed(_ options: APIOptions, areRows: Bool) -> [String] {
    let operation = options.operation
    // A request has one thread, whatever the machine has.
    let format =
      areRows
      ? ["--jobs=1"] + (operation.command == "redact" ? [] : ["--format=ndjson"])
      : operation.schema == nil || operation.command == "table" ? [] : ["--format=json"]
    return operation.fixed + format + trustRoots
  }
}
