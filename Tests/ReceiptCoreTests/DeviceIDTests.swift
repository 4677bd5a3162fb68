import Testing

@testable import ReceiptCore

@Suite struct DeviceIDTests {
  private static let mac: [UInt8] = [0x00, 0x1B, 0x63, 0x0A, 0xBC, 0xDE]
  private static let uuid: [UInt8] = [
    0xE6, 0x18, 0x10, 0x98, 0x62, 0xDD, 0x43, 0x3F, 0xBB, 0x94, 0x67, 0x5D, 0x38, 0x15, 0xD2, 0x63,
  ]

  @Test(
    "a MAC address is read in any spelling",
    arguments: [
      "00:1b:63:0a:bc:de", "00-1B-63-0A-BC-DE", "001b.630a.bcde", "001b630abcde", "0:1b:63:a:bc:de",
      "0:0:1:b:6:3:0:a:b:c:d:e", "001:b63:0a:bc:d:e",
      " \"00:1B:63:0A:BC:DE\" ", "ABtjCrze", "0x001b630abcde", "0X001B630ABCDE",
      "Optional(\"00:1b:63:0a:bc:de\")", " 'Optional( \"0x001b630abcde\" )' ",
    ])
  func macAddress(text: String) throws {
    let readings = try #require(DeviceID(text)).readings
    #expect(readings.contains { $0.octets == Self.mac })
  }

  @Test(
    "an identifierForVendor is read in any spelling",
    arguments: [
      "E6181098-62DD-433F-BB94-675D3815D263", "e6181098-62dd-433f-bb94-675d3815d263",
      "e618109862dd433fbb94675d3815d263", "{E6181098-62DD-433F-BB94-675D3815D263}",
      "5hgQmGLdQz+7lGddOBXSYw==", "Optional(E6181098-62DD-433F-BB94-675D3815D263)",
      "Optional(Optional(\"E6181098-62DD-433F-BB94-675D3815D263\"))",
      "0xe618109862dd433fbb94675d3815d263", "Optional(\"5hgQmGLdQz+7lGddOBXSYw==\")",
    ])
  func uuid(text: String) throws {
    #expect(try #require(DeviceID(text)).readings.contains { $0.octets == Self.uuid })
  }

  @Test(
    "other texts are not a device id",
    arguments: [
      "0x", "0x00", "0x0x001b630abcde", "Optional(", "Optional()", "Optional(\"00:1b:63:0a:bc:de\"",
      "Optional(Optional(Optional(001b630abcde)))",
      "optional(nil)", "", " ", "00:1b:63:0a:bc", "hello", "00:1b:63:0a:bc:de:ff",
      "com.example.app", "é", "001b630abcdef", "ABtjCrzeA", "0:1:2:3:4:5:6:7:8:9:a:b:c:d:e:f",
    ])
  func nonsense(text: String) {
    #expect(DeviceID(text) == nil)
  }

  @Test(
    "a reading says how it was read",
    arguments: [
      ("001b630abcde", "MAC address"), ("e618109862dd433fbb94675d3815d263", "UUID"),
      ("ABtjCrze", "base64 of a MAC address"), ("5hgQmGLdQz+7lGddOBXSYw==", "base64 of a UUID"),
    ])
  func name(text: String, name: String) throws {
    #expect(try #require(DeviceID(text)).readings.map(\.name) == [name])
  }

  @Test("device ids in a longer text are found, each once, in order")
  func text() {
    let text = """
      en0: flags=8863<UP,BROADCAST> mtu 1500
        ether 00:1b:63:0a:bc:de
        inet6 fe80::1c2b:3d4e prefixlen 64
      "IOPlatformUUID" = "E6181098-62DD-433F-BB94-675D3815D263"
        ether 00:1B:63:0A:BC:DE
      """
    let found = DeviceID.all(in: text).flatMap(\.readings)
    #expect(found.map(\.octets) == [Self.mac, Self.uuid])
    #expect(found.map(\.name) == ["MAC address", "UUID"])
    #expect(DeviceID.all(in: "nothing here").isEmpty)
  }

  @Test(
    "three device ids that do not fit are named, the others are counted",
    arguments: [
      (1, "1 (MAC address)"), (3, "1 (MAC address), 2 (MAC address), 3 (MAC address)"),
      (
        4,
        "1 (MAC address), 2 (MAC address), 3 (MAC address), nor the 1 others that were tried"
      ),
    ])
  func noFit(count: Int, named: String) {
    let ids = (1...count).compactMap { DeviceID("00000000000\($0)") }
    let message = DeviceHashCheck.noFit(for: ids).replacing("00000000000", with: "")
    #expect(message == "the hash does not fit " + named)
  }

  @Test("a thousand device ids are found in one text")
  func many() {
    let ids = (1...1001).map { Hexadecimal.encode([0, 0, 0, 0, UInt8($0 / 256), UInt8($0 % 256)]) }
    #expect(DeviceID.all(in: ids.joined(separator: ", ")).map(\.text) == Array(ids.prefix(1000)))
  }
}
