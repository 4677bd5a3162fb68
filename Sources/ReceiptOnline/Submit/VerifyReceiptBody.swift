internal import ReceiptCommandLine
internal import ReceiptCore

/// The body of a request to verifyReceipt, as `receipt decode --format request` writes it.
struct VerifyReceiptBody {
  let bytes: [UInt8]

  /// - Parameter options: those of `receipt decode`.
  /// - Throws: A `Failure` where the command line cannot make one.
  init(of receipt: Piece, options: [String], on host: Host) throws(Failure) {
    var host = host
    let (output, messages) = (MemoryOutput(), MemoryOutput())
    host.memory = (output, messages)
    host.inputs[receipt.name] = receipt.bytes
    let status = Tool.run(
      ["decode", "--format=request"] + options + ["--", receipt.name], on: host)
    guard status == 0 else {
      throw Failure(
        status: status,
        messages: String(decoding: messages.bytes, as: UTF8.self).trimmingLineEnd)
    }
    bytes = output.bytes
  }

  struct Failure: Error {
    let status: Int32
    /// What the command line said.
    let messages: String
  }

  /// The body without the shared secret.
  var withoutSecret: String {
    guard let members = (try? JSONValue(bytes))?.members else { return "" }
    return JSONValue.object(
      members.map { member in
        member.name == "password"
          ? JSONValue.Member(name: member.name, value: .string("(not shown)")) : member
      }
    ).description
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
