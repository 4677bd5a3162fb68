import Foundation
import Testing

/// A folder with time zones that `TZDIR` names, in place of the system's.
@Suite struct ZoneFolderTests {
  /// A zone an hour ahead of UTC, all year and for ever (RFC 9636).
  private static let zone: [UInt8] = {
    func header(types: UInt8, names: UInt8) -> [UInt8] {
      let start = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      return [0, 0, 0, 0, types, names].reduce(start) { $0 + [0, 0, 0, $1] }
    }
    return header(types: 0, names: 0) + header(types: 1, names: 4)
      + [0, 0, 0x0E, 0x10, 0, 0] + Array("AAA\u{0}\n<+01>-1\n".utf8)
  }()

  private func timeline(_ bench: Workbench, _ zone: String) async throws -> CommandResult {
    try bench.write("receipt", TestReceipts.der())
    return try await bench.run(
      ["timeline", "receipt", "--time-zone", zone], environment: ["TZDIR": "zones"])
  }

  @Test("A file of a time zone may have 64 KiB, and not a byte more")
  func size() async throws {
    let bench = try Workbench()
    let whole = Self.zone + [UInt8](repeating: 0, count: (64 << 10) - Self.zone.count)
    try bench.write("zones/Here/Fits", whole)
    try bench.write("zones/Here/Over", whole + [0])
    try await timeline(bench, "Here/Fits").expect(status: 0)
      .expect(output: "all times in Here/Fits")
    try await timeline(bench, "Here/Over").expect(status: 64)
      .expect(message: "\"Here/Over\" is no known time zone")
  }

  @Test(
    "A zone that was probably meant is one from the list of the folder",
    arguments: [
      ("town", "did you mean Here/Town?"), ("Here/Vilage", "did you mean Here/Village?"),
      ("Other/Comment", "write UTC, an offset"), ("../Town", "write UTC, an offset"),
    ])
  func suggestion(zone: String, hint: String) async throws {
    let bench = try Workbench()
    try bench.write(
      "zones/zone.tab",
      Array(
        """
        #HH\t+0000+00000\tOther/Comments
        HH\t+5230+01322\tHere/Town
        HH\t+4852+00220\tHere/Village\tmost places

        """.utf8))
    try await timeline(bench, zone).expect(status: 64).expect(message: hint)
  }
}
