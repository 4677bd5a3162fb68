import Testing

@testable import ReceiptCore

@Suite struct OpenSSLFaultTests {
  @Test(
    "a version has the faults that were mended after it",
    arguments: [
      ((3, 0, 1), ["CVE-2022-0778", "CVE-2023-0216", "CVE-2023-2650"]),
      ((3, 0, 2), ["CVE-2023-0216", "CVE-2023-2650"]),
      ((3, 0, 7), ["CVE-2023-0216", "CVE-2023-2650"]), ((3, 0, 8), ["CVE-2023-2650"]),
      ((3, 0, 9), []), ((3, 1, 0), ["CVE-2023-2650"]), ((3, 1, 1), []), ((3, 2, 0), []),
      ((4, 0, 0), []),
    ] as [((UInt32, UInt32, UInt32), [String])])
  func known(version: (UInt32, UInt32, UInt32), names: [String]) {
    let version = OpenSSLFault.Version(version.0, version.1, version.2)
    #expect(OpenSSLFault.known(in: version).map(\.name) == names)
  }
}
