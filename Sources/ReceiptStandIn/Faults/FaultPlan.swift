internal import ReceiptCore
internal import ReceiptMaking

/// Which request gets which fault. The same requests in the same order get the same ones.
struct FaultPlan: Sendable {
  private let faults: [StandInFault]
  private var numbers = SeededNumbers(Array("faults".utf8))

  init(_ faults: [StandInFault]) { self.faults = faults }

  /// The fault for a request; `nil` for none.
  mutating func fault(for request: StandInRequest) -> StandInFault.Kind? {
    // An address may name the environment, and a fault need not.
    let paths = [request.path, request.address.path].map { "/" + $0.joined(separator: "/") }
    for fault in faults {
      guard fault.kind.shows(at: request.address.path),
        fault.path.map({ start in paths.contains { $0.hasPrefix(start) } }) ?? true,
        happens(fault)
      else { continue }
      return fault.kind
    }
    return nil
  }

  private mutating func happens(_ fault: StandInFault) -> Bool {
    fault.percent >= 100 || numbers.next(0...99) < fault.percent
  }

  /// Whether notifications are sent in the order in which they are due.
  var isInOrder: Bool { !faults.contains { $0.kind == .word(.disorder) } }

  /// The notifications as they are sent.
  mutating func spoiled(_ notices: [Notice]) -> [Notice] {
    var result = notices
    for fault in faults {
      if fault.kind == .word(.duplicates) {
        var twice: [Notice] = []
        for notice in result {
          twice.append(notice)
          if happens(fault) { twice.append(notice) }
        }
        result = twice
      }
      if fault.kind == .word(.disorder), happens(fault) { result.reverse() }
    }
    return result
  }
}

extension StandInFault.Kind {
  /// Whether it is one of what answers at a path.
  fileprivate func shows(at path: [String]) -> Bool {
    switch self {
    case .word(let word): !word.isAboutNotifications
    case .status: true
    case .apiError: path != VerifyReceipt.path
    case .receiptStatus: path == VerifyReceipt.path
    }
  }
}

extension StandInAnswer {
  private static let timeout: Int64 = 120_000
  private static let slow: Int64 = 3000
  private static let page =
    "<html><head><title>App Store</title></head><body><h1>Service Unavailable</h1></body></html>"

  /// The answer with a fault that leaves it an answer to the request.
  mutating func spoil(_ word: StandInFault.Word) {
    switch word {
    case .timeout: delayInMilliseconds = Self.timeout
    case .slow: delayInMilliseconds = Self.slow
    case .close: cutAfter = 0
    case .halfBody: cutAfter = body.count / 2
    case .emptyBody:
      body = []
      contentType = nil
    case .wrongBody:
      status = 200
      contentType = "text/html"
      body = Array(Self.page.utf8)
    case .wrongType: contentType = "text/plain"
    case .duplicates, .disorder: break
    }
  }
}
