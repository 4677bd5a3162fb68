import Foundation

/// What a version has promised: docs/versions.md. The folder `Contract` has it, and `RECORD_CONTRACT=1` writes it anew,
/// which belongs to a release.
package enum Contract {
  /// Why a promise cannot be compared with the present state.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  private static let folder = Fixture.root.appending(path: "Tests/Contract")

  /// The promises in a recorded file. Its first line is the number that they hold for.
  package static func recorded(
    _ name: String, for number: String, _ current: [String]
  ) throws -> [String] {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_CONTRACT"] != nil {
      let text = ([number] + grouped(current)).joined(separator: "\n") + "\n"
      try text.write(to: file, atomically: true, encoding: .utf8)
      throw Fault(description: "recorded \(name); run again")
    }
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    guard lines.count > 100 else { throw Fault(description: "\(name) promises too little") }
    guard lines[0] == number else {
      throw Fault(
        description: "it has risen to \(number): write the promise anew, as docs/versions.md says")
    }
    return lines.dropFirst().flatMap { line in
      let parts = line.split(separator: "\t")
      return parts.count == 1 ? [String(line)] : parts.dropFirst().map { "\(parts[0])\t\($0)" }
    }
  }

  /// What is promised about one place is on one line, behind tabs.
  private static func grouped(_ promises: [String]) -> [String] {
    Dictionary(grouping: Set(promises)) { $0.prefix { $0 != "\t" } }
      .map { place, all in place + all.map { $0.dropFirst(place.count) }.sorted().joined() }
      .sorted()
  }

  /// The part of the version that rises with a breaking change: the first number, and the second while the first
  /// is 0.
  package static func version() throws -> String {
    let header = try String(
      contentsOf: Fixture.root.appending(path: "Sources/CReceiptBuild/include/CReceiptBuild.h"),
      encoding: .utf8)
    guard let match = header.firstMatch(of: /RECEIPT_VERSION "(\d+)\.(\d+)\.\d+/) else {
      throw Fault(description: "CReceiptBuild.h names no version")
    }
    return match.1 == "0" ? "version 0.\(match.2)" : "version \(match.1)"
  }
}
