import Foundation
import Testing

/// `examples/ci`, as for a user who copies it.
@Suite struct ExampleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("examples/ci")

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try FileManager.default.copyItem(
      at: Self.folder, to: URL(fileURLWithPath: bench.path).appendingPathComponent("ci"))
    return bench
  }

  @Test("Correct receipts pass, from any folder")
  func passing() async throws {
    let bench = try bench()
    let result = try await bench.run(["check", "--expect", "ci/receipts.yml"]).expect(status: 0)
      .expectSilence()
    Golden.expect(result.output, "example.passing.txt")
    let inside = try await bench.shell("cd ci && \"$RECEIPT\" check --expect receipts.yml")
    inside.expect(status: 0)
  }

  @Test("Incorrect receipts are explained", arguments: [60, 100, 160])
  func failing(columns: Int) async throws {
    let bench = try bench()
    let result = try await bench.run(
      ["check", "--expect", "ci/failing.yml"], environment: ["COLUMNS": "\(columns)"])
    result.expect(status: 2).expect(message: "html-page")
    if columns == 160 {
      Golden.expect(NotAsked.removed(from: result, "text"), "example.failing.160.txt")
    }
    expectFit(result, columns: columns)
  }

  @Test("The receipts are those that make.sh makes")
  func madeAnew() async throws {
    let bench = try bench()
    let script = "rm -r ci/receipts ci/root.pem && ci/make.sh"
    try await bench.shell(script).expect(status: 0)
    let made = try bench.names(in: "ci/receipts")
    let files = FileManager.default
    let expected = try files.contentsOfDirectory(
      atPath: Self.folder.appendingPathComponent("receipts").path
    ).sorted()
    #expect(made == expected)
    for name in expected.map({ "receipts/" + $0 }) + ["root.pem"] {
      let committed = try Data(contentsOf: Self.folder.appendingPathComponent(name))
      #expect(try bench.read("ci/" + name) == Array(committed), "\(name) is not what is made")
    }
  }
}
