import Foundation
import Testing

/// `examples/spark` without Spark: `make test-spark` runs it on a cluster.
@Suite(.enabled(if: Python.isThere, Python.absence)) struct SparkExampleTests {
  @Test("The declared columns hold all that is printed, and each row gets its answer")
  func columns() async throws {
    let bench = try Workbench()
    try bench.makeFolder("in")
    let make = "\"$RECEIPT\" make --quiet"
    let stories = "$(\(make) --scenario list | cut -d' ' -f1)"
    let signed = "apple jws-transaction ios6 jws-notification"
    // Some styles cannot tell some stories.
    try await bench.shell(
      """
      cp -r '\(Python.file("Fixtures"))' in/fixtures
      \(make) --root in/roots.pem
      for story in \(stories); do
        for style in \(signed); do
          \(make) --created 2026-03-01 --scenario $story --style $style -o in/$story.$style 2>/dev/null || true
        done
      done
      \(make) --broken all -o in/broken
      """
    ).expect(status: 0)
    let result = try await bench.python(
      "spark_columns.py", [Workbench.binary(), bench.place("in")])
    result.expect(status: 0).expect(output: "80 rows")
  }
}
