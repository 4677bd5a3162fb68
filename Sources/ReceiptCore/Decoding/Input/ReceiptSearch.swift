/// Searches an input layer by layer. It returns in order each receipt, and each part that was meant as a
/// receipt but is not one, with the reason.
package struct ReceiptSearch {
  package enum Outcome {
    case receipt(ReceiptInput.Kind)
    case mistake(ReceiptError)
  }

  private enum Task {
    case look(InputUnwrapper.Wrapped)
    /// The error to report if no receipt was found inside. Then the count has not changed. Indirect, because
    /// this case is rare and would make every task larger.
    indirect case otherwise(InputUnwrapper.Wrapped, ReceiptError, count: Int)
  }

  /// The pending tasks. The next one is last.
  private var pending: [Task]
  private var count = 0

  package init(_ bytes: [UInt8]) { self.init(InputUnwrapper.Wrapped(bytes: bytes)) }

  /// Begins with data that was taken out of a wrapping.
  init(_ wrapped: InputUnwrapper.Wrapped) { pending = [.look(wrapped)] }

  /// The next result; `nil` at the end.
  package mutating func next() -> (InputUnwrapper.Wrapped, Outcome)? {
    while let task = pending.popLast() {
      let wrapped: InputUnwrapper.Wrapped
      var look: InputUnwrapper.Look
      switch task {
      case .otherwise(let whole, let error, let before):
        guard count == before else { continue }
        let text = Text.trimmed(whole.bytes)
        if let inner = TextWrapping.fenced(text, in: whole)
          ?? (error.isGeneral ? again(text, in: whole) : nil)
        {
          pending.append(.look(inner.with(error.broken)))
          continue
        }
        (wrapped, look) = (
          whole, .mistake(error.isGeneral ? OtherText(text).mistake ?? error : error)
        )
      case .look(let next):
        wrapped = next
        look =
          next.layers.count <= InputUnwrapper.maximumLayers
          ? InputUnwrapper.look(at: next) : .mistake(.tooManyLayers)
      }
      if case .other(let error) = look { look = .mistake(error) }
      // What tells an error may stand around what looks like JSON in it.
      if wrapped.layers.isEmpty, case .mistake(let error) = look, error.isGeneral,
        let named = OtherText(Text.trimmed(wrapped.bytes)).mistake
      {
        look = .mistake(named)
      }
      if wrapped.layers.isEmpty, case .mistake(let error) = look,
        error.subject == .unknown,
        let piece = OtherText.pieceOfResponse(Text.trimmed(wrapped.bytes))
      {
        look = .mistake(piece)
      }
      switch look {
      case .wrapped(let inner):
        let words = wrapped.words(beside: inner)
        for var part in inner.reversed() {
          part.appWords = part.appWords ?? words
          pending.append(.look(part))
        }
        continue
      case .perhaps(let inner, let otherwise):
        let text = Text.trimmed(wrapped.bytes)
        let isInWords = text.first.map { !"{[<".utf8.contains($0) } ?? false
        let named =
          wrapped.layers.isEmpty && (otherwise.isGeneral || isInWords)
          ? OtherText(text).mistake : nil
        let isError = named != nil && otherwise.isGeneral
        pending.append(.otherwise(wrapped, isError ? named ?? otherwise : otherwise, count: count))
        let around = named.flatMap { Finding(around: $0) }
        let words = wrapped.words(beside: inner)
        for var part in OtherTokens.leftOut(of: inner).reversed() {
          part.isInError = isError
          part.appWords = part.appWords ?? words
          pending.append(.look(part.with(around)))
        }
        continue
      // A guess that fails is not reported.
      case .mistake where wrapped.isGuess: continue
      // What stands in brackets in the message of an error was not meant as a receipt.
      case .mistake(let error)
      where wrapped.isInError && (error.isGeneral || error.isAboutError):
        continue
      case .receipt, .mistake, .other: break
      }
      guard count < InputUnwrapper.maximumReceipts else {
        pending = []
        return (InputUnwrapper.Wrapped(bytes: []), .mistake(.tooManyReceipts))
      }
      count += 1
      switch look {
      case .receipt(let kind): return (wrapped, .receipt(kind))
      case .mistake(let error): return (wrapped, .mistake(error))
      case .wrapped, .perhaps, .other: continue
      }
    }
    return nil
  }
}

extension ReceiptSearch {
  /// What else to try with a text that is no JSON, in which there was nothing where it was looked for.
  private func again(
    _ text: ArraySlice<UInt8>, in whole: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard !whole.isGuess, (try? JSONReader.read(whole.bytes, text.indices)) == nil else {
      return nil
    }
    return InputUnwrapper.insideText(text, in: whole)
  }
}

extension ReceiptError {
  /// A broken text around a receipt is reported with the receipt.
  var broken: Finding? { code == .invalidJSON ? Finding(brokenText: self) : nil }

  static let responseAround = ReceiptError(
    .invalidJSON, "a response of Apple that is not whole, of which only the receipt was read")

  static let tooManyReceipts = ReceiptError(
    .severalReceipts,
    "there are more than \(InputUnwrapper.maximumReceipts) receipts in it; the others are not shown"
  )
}
