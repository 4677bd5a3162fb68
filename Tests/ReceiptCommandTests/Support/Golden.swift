import Foundation
import Testing

/// Expected outputs, which a person has checked once, in the folder `Golden` or in another next to it.
///
/// With `RECORD_GOLDEN=1` they are written again. The test then fails anyway, so that a recording run cannot
/// be confused with a passing one.
enum Golden {
  static func expect(
    _ output: some Collection<UInt8>, _ name: String, in folder: String = "Golden",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let url = tests.appendingPathComponent(folder).appendingPathComponent(name)
    let actual = Data(output)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      do {
        try actual.write(to: url)
        Issue.record(
          "\(name) was recorded; look at it, and run again", sourceLocation: sourceLocation)
      } catch {
        Issue.record("\(name) cannot be written: \(error)", sourceLocation: sourceLocation)
      }
      return
    }
    guard let expected = try? Data(contentsOf: url) else {
      Issue.record(
        "there is no \(folder)/\(name); RECORD_GOLDEN=1 writes it", sourceLocation: sourceLocation)
      return
    }
    guard actual != expected else { return }
    Issue.record(
      Comment(rawValue: "\(folder)/\(name) differs.\n\(difference(expected, actual))"),
      sourceLocation: sourceLocation)
  }

  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The first different line, and the whole output.
  private static func difference(_ expected: Data, _ actual: Data) -> String {
    let old = lines(expected)
    let new = lines(actual)
    let index =
      zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    return """
      line \(index + 1)
      expected: \(index < old.count ? old[index] : "(end)")
      actual:   \(index < new.count ? new[index] : "(end)")
      ---- all of the actual output
      \(new.joined(separator: "\n"))
      """
  }

  private static func lines(_ data: Data) -> [String] {
    String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
  }
}
