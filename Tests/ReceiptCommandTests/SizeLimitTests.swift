import Foundation
import Testing

/// `--max-size`, on both sides of the limit.
@Suite struct SizeLimitTests {
  @Test("A file of exactly the limit is read, and one byte more is refused")
  func bothSides() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try await bench.run(["decode", "receipt", "--max-size", "5445"]).expect(status: 0)
    let refused = try await bench.run(
      ["decode", "receipt", "--max-size", "5444", "--format", "json"]
    ).expect(status: 2).expect(message: "this is larger than 5444 bytes")
      .expect(message: "raise the limit with `--max-size`")
    #expect(try refused.json()["error"]?["code"]?.string == "too-large")
    #expect(!refused.messageText.contains("at byte"))
  }

  @Test("The same holds for standard input, which is not read to its end")
  func standardInput() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try await bench.shell(#""$RECEIPT" decode --max-size 5445 < receipt"#).expect(status: 0)
    try await bench.shell(#"cat receipt | "$RECEIPT" decode --max-size 5445"#).expect(status: 0)
    try await bench.shell(#""$RECEIPT" decode --max-size 5444 < receipt"#).expect(status: 2)
      .expect(message: "standard input: this is larger than 5444 bytes")
    try await bench.shell(#""$RECEIPT" decode --max-size 64K < /dev/zero"#).expect(status: 2)
      .expect(message: "larger than 65536 bytes")
  }

  @Test(
    "A file that has more bytes than its size says is read to the limit",
    .enabled(if: Machine.hasProc, "only Linux has /proc"))
  func wrongSize() async throws {
    let bench = try Workbench()
    let size = try await bench.shell("wc -c </proc/version").text
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let number = try #require(Int(size))
    try await bench.run(["decode", "/proc/version", "--max-size", size]).expect(status: 2)
      .expect(message: "no receipt stands in it")
    for limit in [number - 1, 1] {
      try await bench.run(["decode", "/proc/version", "--max-size", "\(limit)"]).expect(status: 2)
        .expect(message: "this is larger than \(limit) byte")
    }
  }

  @Test("The default limit is 16 MiB")
  func defaultLimit() async throws {
    let bench = try Workbench()
    let result = try await bench.shell(
      #"""
      dd if=/dev/zero of=fits bs=1048576 count=16 2>/dev/null
      cp fits over; printf x >> over
      "$RECEIPT" decode fits over --format ndjson
      """#
    ).expect(status: 2)
    let codes = try result.lines.map { try JSON(Array($0.utf8))["error"]?["code"]?.string }
    #expect(codes == ["not-a-receipt", "too-large"])
  }

  @Test(
    "Sizes are accepted in common spellings",
    arguments: [
      ("5445", true), ("5444", false), ("6K", true), ("6k", true), ("6KB", true), ("6KiB", true),
      ("5K", false), ("5kib", false), ("5445B", true), ("1M", true), ("1MB", true), ("1MiB", true),
      ("1G", true), ("1GiB", true), ("1073741824", true),
    ])
  func spellings(size: String, fits: Bool) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try await bench.run(["decode", "receipt", "--max-size", size]).expect(status: fits ? 0 : 2)
  }

  @Test(
    "An invalid size is wrong usage",
    arguments: [
      "", "0", "-1", "abc", "K", "B", "1.5M", "1T", "2G", "1073741825", "1 K", "0x10", "1e3",
      "9223372036854775807", "99999999999999999999", "8589934592G", "KiB", "1KK", "１",
    ])
  func wrongSpellings(size: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try await bench.run(["decode", "receipt", "--max-size=\(size)"]).expect(status: 64)
      .expect(message: "--max-size")
  }
}
