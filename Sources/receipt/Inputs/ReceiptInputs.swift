internal import ReceiptCore

/// The receipts in a list of inputs: all receipts in each, or one in each row.
struct ReceiptInputs {
  /// A receipt, or the reason why it cannot be read.
  typealias Found = Result<ReceiptInput, ReceiptError>

  let inputs: [Input]
  /// How the rows of an input are read; `nil` where an input is not a stream of rows.
  private let format: RowFormat?
  /// The rows of the first input. Answers in CSV begin with the columns of its header.
  private let firstRows: Rows?
  private let limits: DecodingLimits
  /// Whether each source gets the digest of its input.
  private let digests: Bool
  /// Whether inputs are counted instead of named.
  private let hidesNames: Bool
  private let output: Output
  /// The content of the only input, read in advance to find out whether it is one receipt.
  private let only: [(Source, Found)]?
  /// Whether all receipts are read as one.
  let isTogether: Bool
  /// There is one input with one receipt, so the result is one object and not a list.
  let isSingle: Bool

  /// Results are flushed to `output` before more lines are read, because a caller may wait for a result
  /// before it sends the next line.
  ///
  /// - Parameters:
  ///   - together: Whether all receipts are of one customer, and are read as one.
  ///   - hidesNames: Whether inputs are counted instead of named, as names may lead to people.
  init(
    _ list: InputList, rows: RowFormat? = nil, limits: DecodingLimits, digests: Bool = false,
    together: Bool = false, hidesNames: Bool = false, output: Output
  ) {
    inputs = list.inputs
    isTogether = together
    self.digests = digests
    self.limits = limits
    self.hidesNames = hidesNames
    self.output = output
    format = rows
    firstRows = rows.flatMap { format in
      list.inputs.first.map { Rows($0, format, limits: limits, willRead: output.flush) }
    }
    if together {
      only = [Self.together(list.inputs, limits: limits, hidesNames: hidesNames)]
      isSingle = true
      return
    }
    only =
      list.isSingle && rows == nil
      ? list.inputs.first.map { Self.receipts(in: $0, limits: limits, digests: digests) } : nil
    isSingle = only.map { $0.count == 1 } ?? false
  }

  /// Passes each source with its receipt, or with its error, to `body`, until that returns
  /// false.
  func visit(_ body: (Source, Found) -> Bool) {
    if let only {
      for (source, found) in only { guard body(shown(source, 1), found) else { return } }
      return
    }
    for (index, input) in inputs.enumerated() {
      let isWanted =
        if let rows = rows(index) {
          rows.visit { body(shown($0, index + 1), $1) }
        } else {
          visitReceipts(in: input) { body(shown($0, index + 1), $1) }
        }
      guard isWanted else { return }
    }
  }

  /// The columns or members of rows whose names are known in advance.
  var keptNames: [String] { firstRows?.keptNames ?? [] }

  private func rows(_ index: Int) -> Rows? {
    guard let format, index > 0 else { return firstRows }
    return Rows(inputs[index], format, limits: limits, willRead: output.flush)
  }

  private func shown(_ source: Source, _ number: Int) -> Source {
    hidesNames && !isTogether ? source.numbered(number) : source
  }

  private func visitReceipts(in input: Input, _ body: (Source, Found) -> Bool) -> Bool {
    Self.receipts(in: input, limits: limits, digests: digests).allSatisfy(body)
  }

  /// All receipts of all inputs as one, each with the name of its input.
  private static func together(
    _ inputs: [Input], limits: DecodingLimits, hidesNames: Bool
  ) -> (Source, Found) {
    let pieces = inputs.enumerated().flatMap { index, input in
      receipts(in: input, limits: limits, digests: false).map { source, found in
        let shown = hidesNames ? source.numbered(index + 1) : source
        return ReceiptInput.Piece(name: shown.unescapedText, input: found)
      }
    }
    return (
      Source(name: counted(inputs.count, "input")), .success(ReceiptInput(together: pieces))
    )
  }

  /// The receipts in one input, or its error.
  static func receipts(
    in input: Input, limits: DecodingLimits, digests: Bool
  ) -> [(Source, Found)] {
    var source = Source(name: input.name)
    do throws(ReceiptError) {
      let bytes = try input.read(limit: limits.maximumInputSize)
      if digests {
        source.sha256 = Hexadecimal.encode(DigestAlgorithm.sha256.digest(of: bytes[...]))
      }
      let all = try FoundReceipt.all(in: bytes, inside: input.outerLayer, limits: limits)
      return all.map { found in
        var own = source
        own.part = found.part
        return (own, found.input)
      }
    } catch {
      return [(source, .failure(error))]
    }
  }
}

extension ReceiptDecoder {
  /// The decoded receipt, or the error.
  func decoded(_ found: ReceiptInputs.Found) -> Result<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      return .success(try decode(found.get()))
    } catch {
      return .failure(error)
    }
  }
}
