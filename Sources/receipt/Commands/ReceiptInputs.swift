internal import ReceiptCore

/// The receipts behind a list of inputs: all those in each, or one in each line.
struct ReceiptInputs {
  /// What was found, or why there is nothing.
  typealias Found = Attempt<ReceiptInput, ReceiptError>

  private let inputs: [Input]
  private let lines: Bool
  private let limits: DecodingLimits
  private let output: Output
  /// What the only input holds, looked at beforehand to know whether it is one receipt.
  private let only: [(Source, Found)]?
  /// There is one input, and it holds one receipt: the answer is one object, not a list of one.
  let isSingle: Bool

  /// What was answered to the lines so far is written to `output` before more of them are read: whoever
  /// asks line by line may wait for the answer with the next question.
  init(_ files: [String], lines: Bool, limits: DecodingLimits, output: Output) {
    let list = InputList(files)
    inputs = list.inputs
    self.lines = lines
    self.limits = limits
    self.output = output
    only =
      list.isSingle && !lines
      ? list.inputs.first.map { Self.receipts(in: $0, limits: limits) } : nil
    isSingle = only.map { $0.count == 1 } ?? false
  }

  /// Hands over each receipt's source, and the receipt or the reason why there is none, until `body`
  /// says that nobody wants any more.
  func visit(_ body: (Source, Found) -> Bool) {
    if let only {
      for (source, found) in only { guard body(source, found) else { return } }
      return
    }
    for input in inputs {
      guard lines ? visitLines(of: input, body) : visitReceipts(in: input, body) else { return }
    }
  }

  private func visitReceipts(in input: Input, _ body: (Source, Found) -> Bool) -> Bool {
    Self.receipts(in: input, limits: limits).allSatisfy(body)
  }

  private static func receipts(in input: Input, limits: DecodingLimits) -> [(Source, Found)] {
    do throws(ReceiptError) {
      let bytes = try input.read(limit: limits.maximumInputSize)
      return try FoundReceipt.all(in: bytes, limits: limits).map {
        (Source(name: input.name, part: $0.part), $0.input)
      }
    } catch {
      return [(Source(name: input.name), .failure(error))]
    }
  }

  private func visitLines(of input: Input, _ body: (Source, Found) -> Bool) -> Bool {
    do throws(ReceiptError) {
      var reader = try input.makeLineReader(
        limit: limits.maximumInputSize, willRead: output.flush)
      var number = 0
      while let line = try reader.next() {
        number += 1
        let source = Source(name: input.name, line: number)
        guard body(source, receipt(in: line)) else { return false }
      }
      return true
    } catch {
      return body(Source(name: input.name), .failure(error))
    }
  }

  private func receipt(in line: Attempt<[UInt8], ReceiptError>) -> Found {
    do throws(ReceiptError) {
      return .success(try ReceiptInput(line.get(), limits: limits))
    } catch {
      return .failure(error)
    }
  }
}

extension ReceiptDecoder {
  /// What is in what was found.
  func decoded(_ found: ReceiptInputs.Found) -> Attempt<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      return .success(try decode(found.get()))
    } catch {
      return .failure(error)
    }
  }
}
