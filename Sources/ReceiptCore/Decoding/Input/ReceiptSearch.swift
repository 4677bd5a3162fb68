/// Looks at an input layer by layer, and gives everything that is in it, in order: each receipt, and each
/// thing that is meant as one and is none.
package struct ReceiptSearch {
  package enum Outcome {
    case receipt(ReceiptInput.Kind)
    case mistake(ReceiptError)
  }

  private enum Task {
    case look(InputUnwrapper.Wrapped)
    /// What is said of something when nothing in it was a receipt, so that the count is still this. There are
    /// few of them, and many to look at, which are smaller without them.
    indirect case otherwise(InputUnwrapper.Wrapped, ReceiptError, count: Int)
  }

  /// What is still to be done, the next thing last.
  private var pending: [Task]
  private var count = 0

  package init(_ bytes: [UInt8]) { pending = [.look(InputUnwrapper.Wrapped(bytes: bytes))] }

  /// The next thing; `nil` when there is no more.
  package mutating func next() -> (InputUnwrapper.Wrapped, Outcome)? {
    while let task = pending.popLast() {
      let wrapped: InputUnwrapper.Wrapped
      var look: InputUnwrapper.Look
      switch task {
      case .otherwise(let whole, let error, let before):
        guard count == before else { continue }
        (wrapped, look) = (whole, .mistake(error))
      case .look(let next):
        wrapped = next
        look =
          next.layers.count <= InputUnwrapper.maximumLayers
          ? InputUnwrapper.look(at: next) : .mistake(.tooManyLayers)
      }
      switch look {
      case .wrapped(let inner):
        for part in inner.reversed() { pending.append(.look(part)) }
        continue
      case .perhaps(let inner, let otherwise):
        pending.append(.otherwise(wrapped, otherwise, count: count))
        for part in OtherTokens.leftOut(of: inner).reversed() { pending.append(.look(part)) }
        continue
      // Nobody said that it was one.
      case .mistake where wrapped.isGuess: continue
      case .receipt, .mistake: break
      }
      guard count < InputUnwrapper.maximumReceipts else {
        pending = []
        return (InputUnwrapper.Wrapped(bytes: []), .mistake(.tooManyReceipts))
      }
      count += 1
      switch look {
      case .receipt(let kind): return (wrapped, .receipt(kind))
      case .mistake(let error): return (wrapped, .mistake(error))
      case .wrapped, .perhaps: continue
      }
    }
    return nil
  }
}

extension ReceiptError {
  static let tooManyReceipts = ReceiptError(
    .severalReceipts,
    "there are more than \(InputUnwrapper.maximumReceipts) receipts in it; the others are not shown"
  )
}
