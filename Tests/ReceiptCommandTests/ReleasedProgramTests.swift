import Testing

/// The script that downloads a released program, for the action and the hook.
@Suite struct ReleasedProgramTests {
  private let other = String(repeating: "0", count: 64)

  @Test("A released program with the right checksum is downloaded once")
  func prebuilt() async throws {
    let bench = try Workbench()
    try bench.copyScripts(to: "hooks")
    let sum = try await bench.writeRelease()
    let settings = try bench.releaseSettings()
    let first = try await bench.shell(
      "hooks/scripts/prebuilt.sh \(other) \(sum)", environment: settings
    )
    .expect(status: 0)
    let program = try #require(first.lines.first)
    let version = try await bench.shell("\(program) --version").expect(status: 0)
    #expect(version.text.hasPrefix("receipt "))

    let again = try await bench.shell(
      "rm -r release; hooks/scripts/prebuilt.sh \(sum)", environment: settings
    ).expect(status: 0)
    #expect(again.text == first.text)
  }

  @Test("A program with another checksum is not used, and leaves nothing behind")
  func wrongChecksum() async throws {
    let bench = try Workbench()
    try bench.copyScripts(to: "hooks")
    let sum = try await bench.writeRelease()
    let settings = try bench.releaseSettings()
    let result = try await bench.shell("hooks/scripts/prebuilt.sh \(other)", environment: settings)
      .expect(status: 1)
    #expect(result.text.isEmpty && result.messageText.contains(sum), "\(result)")
    #expect(try bench.names(in: "cache").isEmpty)
  }

  @Test(
    "What is not a checksum is refused before anything is downloaded",
    arguments: ["", "12ab", String(repeating: "x", count: 64), "../../bin"])
  func badChecksum(sum: String) async throws {
    let bench = try Workbench()
    try bench.copyScripts(to: "hooks")
    let settings = try bench.releaseSettings()
    let result = try await bench.shell("hooks/scripts/prebuilt.sh \(sum)", environment: settings)
      .expect(status: 1)
    #expect(result.messageText.contains(sum.isEmpty ? "SHA256SUMS" : "not a SHA-256"), "\(result)")
    #expect(try !bench.names().contains("cache"))
  }

  @Test("A release that cannot be reached is named")
  func noRelease() async throws {
    let bench = try Workbench()
    try bench.copyScripts(to: "hooks")
    let settings = try bench.releaseSettings()
    let result = try await bench.shell("hooks/scripts/prebuilt.sh \(other)", environment: settings)
      .expect(status: 1)
    #expect(result.messageText.contains("cannot download \(try bench.release)/receipt-"))
  }
}
