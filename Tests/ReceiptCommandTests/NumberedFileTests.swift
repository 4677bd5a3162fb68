import Testing

@testable import ReceiptCommandLine

/// The names of files that are written into a folder. To write as many as this takes too long for a test.
@Suite struct NumberedFileTests {
  @Test(
    "A number has five digits, or as many more as it needs",
    arguments: [
      (1, "00001.receipt"), (9_999, "09999.receipt"), (10_000, "10000.receipt"),
      (99_999, "99999.receipt"), (100_000, "100000.receipt"),
    ])
  func names(number: Int, name: String) {
    #expect(NumberedFile.name(number, ending: ".receipt") == name)
    // No output may have such a name where these files go.
    #expect(NumberedFile.isName(name))
  }

  @Test(
    "Other names are free for other outputs",
    arguments: ["0001.receipt", "00001", "a00001.receipt", "00001a.receipt", "roots.pem", ""])
  func others(name: String) {
    #expect(!NumberedFile.isName(name))
  }
}
