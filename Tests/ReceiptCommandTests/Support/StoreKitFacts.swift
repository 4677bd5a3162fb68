import Foundation
import TestSupport

/// What Apple documents of StoreKit 2 and of its servers, written down apart from the tables of the tool. The
/// file has a row for each payload field, value, notification and error.
struct StoreKitFact: Hashable, CustomStringConvertible {
  let kind: String
  /// The payload of a field, the field of a value, or the version of an event. For an error it is the code,
  /// and for an error on the device its type.
  let place: String
  let name: String
  /// The type of a field, the carrier of an event, whether a request may be sent again, a code.
  let detail: String

  var description: String { "\(kind) \(place) \(name)" }

  static func all(_ kind: String) throws -> [StoreKitFact] {
    try file.get().filter { $0.kind == kind }
  }

  private static let file = Result {
    try String(
      contentsOf: Fixture.root.appending(
        path: "Tests/ReceiptCommandTests/Support/storekit-facts.tsv"), encoding: .utf8
    ).split(separator: "\n").dropFirst().map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4 else { throw CocoaError(.fileReadCorruptFile) }
      return StoreKitFact(kind: parts[0], place: parts[1], name: parts[2], detail: parts[3])
    }
  }
}
