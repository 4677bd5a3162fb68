import Foundation

/// How many damaged and forged receipts the tests make.
///
/// `RECEIPT_MUTANTS` sets a larger number for long runs, or a smaller one for a sanitizer, where each costs
/// thirty times as much.
enum Mutants {
  /// The value of `RECEIPT_MUTANTS`, if set.
  static let asked = ProcessInfo.processInfo.environment["RECEIPT_MUTANTS"].flatMap { Int($0) }
  /// The value of `RECEIPT_SEED`, so that another run tries others.
  static let firstSeed =
    ProcessInfo.processInfo.environment["RECEIPT_SEED"].flatMap { Int($0) } ?? 0

  /// The bytes of a receipt that are changed one at a time: all of them. Under a sanitizer every eleventh,
  /// with another start for each `mask`. The sanitizer checks how bytes are read, and the run without it
  /// checks every verdict.
  static func places(in bytes: [UInt8], mask: UInt8 = 0) -> StrideTo<Int> {
    let step = (asked ?? .max) < 10_000 ? 11 : 1
    return stride(from: Int(mask) % step, to: bytes.count, by: step)
  }
}
