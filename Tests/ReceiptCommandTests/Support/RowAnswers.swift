import Foundation
import Testing

extension TestReceipts {
  /// The genuine receipt on one line.
  static func line() throws -> String { Data(try der()).base64EncodedString() }
}

/// The answers to rows, each of them a line of JSON.
func answers(
  _ arguments: [String], _ input: String, status: Int32 = 0
) async throws -> [JSON] {
  let bench = try Workbench()
  let result = try await bench.run(arguments, input: Array(input.utf8)).expect(status: status)
  return try result.lines.map { try JSON(Array($0.utf8)) }
}
