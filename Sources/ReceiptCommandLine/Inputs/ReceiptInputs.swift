internal import ReceiptCore

/// The receipts in a list of inputs: all receipts in each, or one in each row.
struct ReceiptInputs {
  /// A receipt, or the reason why it cannot be read.
  typealias Found = Result<ReceiptInput, ReceiptError>

  /// A receipt with its source. Not a tuple: the first array of tuples with a `Result` searches the whole program for
  /// conformances.
  struct Located: Sendable {
    let source: Source
    let found: Found
  }

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
  /// The content of the only input, read in advance to find out whether it is one receipt.
  private let only: [Located]?
  /// Whether all receipts are read as one.
  let isTogether: Bool
  /// There is one input with one receipt, so the result is one object and not a list.
  let isSingle: Bool

  /// Opens the first input where it is a stream of rows. Reads the only one, or all that belong together.
  ///
  /// - Parameters:
  ///   - together: Whether all receipts are of one customer, and are read as one.
  ///   - hidesNames: Whether inputs are counted instead of named, as names may lead to people.
  static func opening(
    _ list: InputList, rows: RowFormat? = nil, limits: DecodingLimits, digests: Bool = false,
    together: Bool = false, hidesNames: Bool = false
  ) -> ReceiptInputs {
    let only: [Located]? =
      if together {
        [Self.together(list.inputs, limits: limits, hidesNames: hidesNames)]
      } else if list.isSingle, rows == nil {
        list.inputs.first.map { receipts(in: $0, limits: limits, digests: digests) }
      } else {
        nil
      }
    return ReceiptInputs(
      inputs: list.inputs, format: rows,
      firstRows: rows.flatMap { format in
        list.inputs.first.map { Rows($0, format, limits: limits) }
      },
      limits: limits, digests: digests, hidesNames: hidesNames, only: only, isTogether: together,
      isSingle: only?.count == 1)
  }

  /// Passes each source with its receipt, or with its error, to `body`, until that returns
  /// false.
  func visit(_ body: (Source, Found) -> Bool) {
    answer(jobs: 1, { ($1, $2) }, willWait: {}, consume: { $0.allSatisfy(body) })
  }

  /// Answers every receipt, by several threads, and passes the answers to `consume` in the order of the inputs,
  /// until that returns false.
  ///
  /// - Parameters:
  ///   - work: Is told the number of the input too.
  ///   - willWait: Called before the next row is waited for: a caller may wait for an answer before it sends it.
  ///   - consume: Takes the answers of one row, or of one input.
  func answer<Answer: Sendable>(
    jobs: Int, _ work: @escaping @Sendable (Int, Source, Found) -> Answer, willWait: () -> Void,
    consume: ([Answer]) -> Bool
  ) {
    let name = hidesNames && !isTogether
    let told: @Sendable (Int, Source, Found) -> Answer = { index, source, found in
      work(index, name ? source.numbered(index + 1) : source, found)
    }
    if format == nil {
      OrderedWork.run(readings, jobs: jobs) { reading in
        reading.read().map { told(reading.index, $0.source, $0.found) }
      } willWait: {
        willWait()
      } consume: {
        consume($0)
      }
    } else {
      var isWanted = true
      for index in inputs.indices where isWanted {
        guard let rows = rows(index) else { return }
        OrderedWork.run(
          jobs: jobs, next: rows.next, size: Rows.size
        ) { [parser = rows.parser] (row: consuming RowReader.Row) in
          let (source, found) = parser.receipt(in: consume row)
          return told(index, source, found)
        } willWait: {
          willWait()
        } consume: {
          isWanted = consume([$0])
          return isWanted
        }
      }
    }
  }

  /// How receipts are had from an input.
  private struct InputReading: Sendable {
    /// The number of the input.
    let index: Int
    let read: @Sendable () -> [Located]
  }

  /// Those of all inputs. What was read in advance is at hand.
  private var readings: [InputReading] {
    only?.map { one in InputReading(index: 0) { [one] } }
      ?? inputs.enumerated().map { [limits, digests] index, input in
        InputReading(index: index) { Self.receipts(in: input, limits: limits, digests: digests) }
      }
  }

  /// The columns or members of rows whose names are known in advance.
  var keptNames: [String] { firstRows?.keptNames ?? [] }
  /// The header of the first table.
  var header: TableHeader? { firstRows?.header }

  private func rows(_ index: Int) -> Rows? {
    guard let format, index > 0 else { return firstRows }
    return Rows(inputs[index], format, limits: limits)
  }

  /// All receipts of all inputs as one, each with the name of its input.
  private static func together(
    _ inputs: [Input], limits: DecodingLimits, hidesNames: Bool
  ) -> Located {
    let pieces = inputs.enumerated().flatMap { index, input in
      receipts(in: input, limits: limits, digests: false).map { own in
        let shown = hidesNames ? own.source.numbered(index + 1) : own.source
        return ReceiptInput.Piece(name: shown.unescapedText, input: own.found)
      }
    }
    return Located(
      source: Source(name: counted(inputs.count, "input")),
      found: .success(ReceiptInput(together: pieces)))
  }

  /// The receipts in one input, or its error.
  static func receipts(
    in input: Input, limits: DecodingLimits, digests: Bool
  ) -> [Located] {
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
        return Located(source: own, found: found.input)
      }
    } catch {
      return [Located(source: source, found: .failure(error))]
    }
  }
}

extension ReceiptDecoder {
  /// Whether one of them is a receipt.
  func decodes(_ found: [ReceiptInputs.Located]) -> Bool {
    found.contains { if case .success = decoded($0.found) { true } else { false } }
  }

  /// The decoded receipt, or the error.
  func decoded(_ found: ReceiptInputs.Found) -> Result<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      return .success(try decode(found.get()))
    } catch {
      return .failure(error)
    }
  }
}
