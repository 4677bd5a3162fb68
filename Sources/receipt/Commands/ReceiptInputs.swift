internal import ReceiptCore

/// The receipts behind a list of inputs: one in each, or one in each line.
struct ReceiptInputs {
  private let list: InputList
  private let lines: Bool
  private let limit: Int
  private let output: Output

  /// What was answered to the lines so far is written to `output` before more of them are read: whoever
  /// asks line by line may wait for the answer with the next question.
  init(_ list: InputList, lines: Bool, limit: Int, output: Output) {
    self.list = list
    self.lines = lines
    self.limit = limit
    self.output = output
  }

  /// Hands over each receipt's source, and its bytes or the reason why there are none, until `body` says
  /// that nobody wants any more.
  func visit(_ body: (Source, () throws(ReceiptError) -> [UInt8]) -> Bool) {
    for input in list.inputs {
      let source = Source(name: input.name)
      guard lines else {
        guard body(source, { () throws(ReceiptError) in try input.read(limit: limit) }) else {
          return
        }
        continue
      }
      do throws(ReceiptError) {
        var reader = try input.makeLineReader(limit: limit, willRead: output.flush)
        var number = 0
        while let line = try reader.next() {
          number += 1
          let numbered = Source(name: input.name, line: number)
          guard body(numbered, { () throws(ReceiptError) in try line.get() }) else { return }
        }
      } catch {
        guard body(source, { () throws(ReceiptError) in throw error }) else { return }
      }
    }
  }
}
