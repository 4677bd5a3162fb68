import Foundation
import Testing

/// The project's scripts, and what `make dist` writes with them, read by programs that are not ours.
@Suite(.enabled(if: Python.isThere, Python.absence)) struct ScriptTests {
  @Test("ShellCheck finds nothing in the scripts")
  func shellCheck() async throws {
    let bench = try Workbench()
    var scripts = [Python.file(".ci/run")]
    for folder in ["scripts", "scripts/dist"] {
      scripts += try FileManager.default.contentsOfDirectory(atPath: Python.file(folder))
        .filter { $0.hasSuffix(".sh") }.map { Python.file("\(folder)/\($0)") }
    }
    try await bench.execute(Python.program("shellcheck"), ["--severity=warning"] + scripts)
      .expect(status: 0)
  }

  @Test("The formula is Ruby, and has the address, the version and the checksum")
  func formula() async throws {
    let bench = try Workbench()
    let result = try await bench.execute(
      Python.file("scripts/dist/formula.sh"), ["1.2.3", "receipt-1.2.3-source.tar.gz", "abc"]
    ).expect(status: 0)
    let repository = try await bench.execute(Python.file("scripts/about.sh"), ["repository"])
      .expect(status: 0).lines.joined()
    try bench.write("receipt.rb", result.output)
    try await bench.python("syntax.py", ["ruby", "receipt.rb"]).expect(status: 0)
    result.expect(output: "homepage \"\(repository)\"\n")
      .expect(output: "\(repository)/releases/download/v1.2.3/receipt-1.2.3-source.tar.gz\"\n")
      .expect(output: "sha256 \"abc\"\n")
    #expect(!result.text.contains(/@[A-Z]/), "\(result)")
  }

  @Test("A packed folder depends on its content alone")
  func archive() async throws {
    let bench = try Workbench()
    let script = """
      set -e
      mkdir a b
      echo 1 >a/x; echo 2 >a/y; echo 2 >b/y; echo 1 >b/x
      touch -d 2001-01-01 a/x b; chmod 600 a/y
      for folder in a b; do "$PACK" $folder x y >$folder.tar; done
      tar -tvf a.tar
      cmp a.tar b.tar
      """
    let result = try await bench.shell(
      script,
      environment: ["PACK": Python.file("scripts/dist/tar.sh"), "SOURCE_DATE_EPOCH": "86400"]
    ).expect(status: 0)
    #expect(result.lines.count == 2 && result.lines.allSatisfy { $0.contains("1970-01-02") })
  }

  @Test("A binary that names the folder where it was built is refused")
  func buildPath() async throws {
    let bench = try Workbench()
    let script = Python.file("scripts/dist/check-binary.sh")
    try bench.write("clean", Array("\u{0}/usr/share/zoneinfo\u{0}".utf8))
    try await bench.execute(script, ["clean"]).expect(status: 0)
    try bench.write("named", Array("\u{0}\(bench.place("Sources/main.swift"))\u{0}".utf8))
    try await bench.execute(script, ["named"]).expect(status: 1)
      .expect(message: "named contains the path \(bench.path)")
  }

  // Only the packages for Linux have such a list.
  #if os(Linux)
    @Test("The list of components is valid CycloneDX")
    func components() async throws {
      let bench = try Workbench()
      let parts = [
        [
          "swift", "6.3", "Apache-2.0 WITH Swift-exception", "pkg:swift/a/swift@6.3", "LICENSE",
          "a.a b.o",
        ],
        [
          "openssl", "3.0.19-1~deb12u2", "Apache-2.0", "pkg:deb/debian/openssl@3.0.19-1~deb12u2",
          "x",
          "c.a",
        ],
      ]
      try bench.write("parts", Array(parts.map { $0.joined(separator: "\t") + "\n" }.joined().utf8))
      let result = try await bench.execute(
        Python.file("scripts/dist/sbom.sh"),
        ["receipt", bench.place("parts"), "1.2.3", bench.place("parts")],
        environment: ["SOURCE_DATE_EPOCH": "0"]
      ).expect(status: 0)
      try bench.write("list.json", result.output)
      let read = try await bench.python("validate_sbom.py", ["list.json"]).expect(status: 0)
      #expect(read.lines == ["swift 6.3", "openssl 3.0.19-1~deb12u2"])
    }
  #endif
}
