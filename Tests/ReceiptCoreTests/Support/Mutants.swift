import Foundation

/// How many damaged and forged receipts the tests make.
///
/// `RECEIPT_MUTANTS` asks for more than anybody would wait for at a desk, or for fewer under a sanitizer,
/// where each costs thirty times as much.
enum Mutants {
  /// What is asked for, where it is.
  static let asked = ProcessInfo.processInfo.environment["RECEIPT_MUTANTS"].flatMap { Int($0) }

  /// The bytes of a receipt that are changed, one at a time: every one. Under a sanitizer every eleventh,
  /// beginning elsewhere for each `mask`: it looks at how they are read, and the run without it at what
  /// is thought of each.
  static func places(in bytes: [UInt8], mask: UInt8 = 0) -> StrideTo<Int> {
    let step = (asked ?? .max) < 10_000 ? 11 : 1
    return stride(from: Int(mask) % step, to: bytes.count, by: step)
  }
}
