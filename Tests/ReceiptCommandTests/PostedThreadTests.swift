import Foundation
import TestSupport
import Testing

/// What was posted in public threads, and what the program says to it. Tests/Threads/threads.tsv has the address of each,
/// and the words of the answer that lead to its cause. The texts beside it have the shape of what was posted, with
/// values of our own.
@Suite struct PostedThreadTests {
  struct Thread: Sendable, CustomTestStringConvertible {
    let command: String
    /// The file with what was posted, or the words to explain.
    let input: String
    /// The day of the thread.
    let at: String
    let address: String
    let answer: String

    var testDescription: String { "\(input): \(address)" }
  }

  private static let folder = Fixture.root.appending(path: "Tests/Threads")

  private static let threads: [Thread] = {
    let table = try? String(contentsOf: folder.appending(path: "threads.tsv"), encoding: .utf8)
    return (table ?? "").split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Thread(
        command: cells[0], input: cells[1], at: cells[2], address: cells[3], answer: cells[5])
    }
  }()

  /// The posted text. `{{transaction.jws}}` stands for a text of Fixtures, without line breaks.
  private static func text(of thread: Thread) throws -> String {
    let text = try String(contentsOf: folder.appending(path: thread.input), encoding: .utf8)
    let places = text.matches(of: /\{\{([a-z.0-9-]+)\}\}/)
    return try places.reversed().reduce(into: text) { text, place in
      let fixture = try TestReceipts.fixture(String(place.output.1))
      text.replaceSubrange(
        place.range, with: String(decoding: fixture, as: UTF8.self).filter { !$0.isNewline })
    }
  }

  @Test("There are a hundred threads, each once, and no other texts")
  func table() throws {
    #expect(Self.threads.count >= 100)
    #expect(Set(Self.threads.map(\.address)).count == Self.threads.count)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let named = Self.threads.filter { $0.command == "diagnose" }.map(\.input)
    #expect(Set(files) == Set(named + ["threads.tsv"]))
  }

  @Test("The answer leads to the cause", arguments: threads)
  func answer(thread: Thread) async throws {
    let bench = try Workbench()
    let result =
      thread.command == "explain"
      ? try await bench.run(["explain", thread.input])
      : try await bench.run(
        ["diagnose", "--settings", "none", "--at", thread.at, "-"],
        input: Array(Self.text(of: thread).utf8))
    func folded(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let said = folded(result.text + " " + result.messageText)
    #expect(said.contains(folded(thread.answer)), "\(said)")
  }
}
