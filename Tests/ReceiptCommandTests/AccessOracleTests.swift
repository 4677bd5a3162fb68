import Foundation
import TestSupport
import Testing

/// Who has access, compared with an oracle in Python that shares no code: check, diagnose and timeline at ten moments.
@Suite(.enabled(if: Python.isThere, Python.absence))
struct AccessOracleTests {
  /// How many random histories: `make differential` asks for many.
  private static let count =
    ProcessInfo.processInfo.environment["RECEIPT_DIFFERENTIAL"].flatMap { Int($0) }
    .map { min($0, 3000) } ?? 60

  @Test("Checks, diagnoses and timelines agree with the oracle of access")
  func oracle() async throws {
    let bench = try Workbench()
    let result = try await bench.python(
      "access_oracle.py",
      [
        try Workbench.binary(), "--cases", "\(Self.count)", "--examples",
        bench.place("examples"),
      ])
    let last = result.text.split(separator: "\n").last ?? ""
    let counts = try #require(
      last.wholeMatch(of: /(\d+) passed, 0 failed/), "\(result.text)")
    // Histories without a purchase compare nothing.
    #expect(Int(counts.1) ?? 0 > Self.count * 10)
  }
}
