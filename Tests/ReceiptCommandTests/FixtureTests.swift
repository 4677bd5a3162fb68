import Foundation
import Testing

/// The receipts in `Fixtures`, and their SPECs.
@Suite struct FixtureTests {
  private static let folder = Python.file("Fixtures")

  static let specs: [String] = {
    // Without the folder there is nothing to test, and the next test reports that.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test("fixtures exist, and each explains its purpose in its first line")
  func reasons() throws {
    #expect(Self.specs.count >= 14)
    for name in Self.specs {
      let text = try String(contentsOfFile: "\(Self.folder)/\(name).yaml", encoding: .utf8)
      #expect(text.hasPrefix("# ") && text.dropFirst(2).prefix(60).contains(" "), "\(name)")
    }
  }

  @Test("each is what its SPEC makes today, and decodes without an error", arguments: specs)
  func isUpToDate(name: String) async throws {
    let bench = try Workbench()
    let spec = "\(Self.folder)/\(name).yaml"
    try await bench.run(["make", spec, "-o", "made"]).expect(status: 0).expectSilence()
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter {
      $0.hasPrefix(name + ".") && !$0.hasSuffix(".yaml")
    }
    #expect(files.count == 1, "scripts/make-fixtures.sh makes one file of each SPEC")
    let file = try #require(files.first)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(file)"))
    #expect(try bench.read("made") == [UInt8](bytes), "run make fixtures, and read what changed")
    try await bench.run(["decode", "made"]).expect(status: 0).expectSilence()
    // The receipt of an organisation has an end, which is in the past today.
    let check = try await bench.run([
      "check", "made", "--trust-root", "\(Self.folder)/roots.pem", "--quiet", "--at", "2025-02-01",
    ])
    // Responses are unsigned, and Xcode's receipts prove nothing.
    check.expect(status: name == "answer" || name == "xcode" ? 1 : 0)
  }
}
