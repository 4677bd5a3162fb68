internal import HTTPTypes
internal import ReceiptCommandLine
internal import ReceiptCore

/// A run of the command line whose inputs and outputs are in memory. It reads no file that a client names.
struct ToolRun: Sendable {
  let status: Int32
  let output: [UInt8]
  let messages: [UInt8]

  /// - Parameter inputs: The inputs by name, with `-` for standard input.
  init(_ call: Tool.Call, inputs: [String: [UInt8]]) {
    let host = Host.inMemory(inputs)
    status = call.run(on: host)
    output = host.memory?.output.bytes ?? []
    messages = host.memory?.messages.bytes ?? []
  }
}

extension Host {
  private static let shared = KnownVerifiers()

  /// A host that has these inputs, and no others.
  static func inMemory(_ inputs: [String: [UInt8]]) -> Host {
    var host = Host()
    host.inputs = inputs
    host.isClosed = true
    host.verifiers = shared
    host.memory = (MemoryOutput(), MemoryOutput())
    host.variable = { _ in nil }
    return host
  }
}

/// Calls whose arguments were read already: reading them takes longer than answering a receipt.
final class Calls: Sendable {
  private let known = Guarded<[[String]: Tool.Call]>([:])
  /// Dates and identifiers make many different calls, so the oldest must not stay for ever.
  private static let maximumCount = 256

  /// - Throws: A `Problem` for arguments that the command does not take.
  func call(_ arguments: [String]) throws(Problem) -> Tool.Call {
    if let call = known.withLock({ $0[arguments] }) { return call }
    let host = Host.inMemory([:])
    guard let call = Tool.Call(arguments, telling: host) else {
      throw Problem(usage: host.memory?.messages.bytes ?? [])
    }
    known.withLock { known in
      if known.count >= Self.maximumCount { known.removeAll() }
      known[arguments] = call
    }
    return call
  }
}

extension Problem {
  /// A call that the command line refused, in its words.
  init(usage messages: [UInt8]) {
    let lines = String(decoding: messages, as: UTF8.self).split(separator: "\n")
    func text(after mark: String) -> String? {
      lines.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }
    self.init(
      status: .badRequest, code: "usage",
      detail: text(after: "receipt: error: ") ?? "the options are wrong",
      hint: text(after: "receipt: hint: "))
  }
}
