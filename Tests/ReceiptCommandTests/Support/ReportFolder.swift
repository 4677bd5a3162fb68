import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport

/// Folders whose check gives every kind of result.
extension Workbench {
  /// Options for both folders: the tests' own roots, a time, and expectations.
  func reportOptions() throws -> [String] {
    let authority = try TestReceipts.authority.get()
    try write("root.cer", authority.rootCertificate)
    try write("elliptic.cer", authority.ellipticRootCertificate)
    return [
      "--at", "2024-02-29T12:00:00Z", "--bundle-id", "com.example.app", "--trust-root", "root.cer",
      "--trust-root", "elliptic.cer",
    ]
  }

  /// Receipts that pass, fail, are undetermined or unreadable, one with nested receipts.
  func writeReportFolder() throws {
    let authority = try TestReceipts.authority.get()
    let passing = DER.receipt(TestReceipts.fields())
    var changed = passing
    changed[changed.count - 1] ^= 1
    try write("in/another-app.b64", TestReceipts.base64())
    try write("in/changed.bin", changed)
    try write("in/cut.bin", passing.prefix(700))
    try write("in/empty.bin", [])
    try write("in/passing.bin", passing)
    try write("in/passing too.b64", Array(Data(passing).base64EncodedString().utf8))
    try write("in/trailing.bin", passing + [0])
    try write("in/words.txt", Array("hello".utf8))
    for (name, inner) in [("answer", passing), ("answer-damaged", Array(passing.prefix(900)))] {
      let latest = Data(inner).base64EncodedString()
      try write(
        "in/\(name).json",
        Array("{\"status\": 0, \"latest_receipt\": \"\(latest)\"}".utf8))
    }
    for receipt in CatalogueReceipt.all where receipt.name == "ios6-issuer-unknown" {
      try write("in/old.plist", receipt.make(under: authority))
    }
  }

  /// Texts that would do harm in some format.
  static let hostileTexts = [
    "esc\u{1B}[2J\u{1B}]0;title\u{7}", "two\r\nlines", "::error::x", "\n::set-output name=a::b",
    "##[error]x", "a##[set-output name=b;]c", "###[group]", "%0A::error::", "%25", "a,b:c=d",
    "]]>", "<script>alert(1)</script>", "&lt;&#0;", "quote\"apostrophe'",
    "back\\slash \\# # SKIP x",
    "ok 1 - no # TODO", "1..0", "...", "---", "[link](javascript:x)", "{0} {{1}} }{",
    "rtl\u{202E}gpj.exe", "nel\u{85}c1\u{9B}", "bom\u{FEFF}", "tag\u{E0041}", "no\u{FFFE}\u{FFFF}",
    "日本語", "👩‍👩‍👧", "e\u{301}", "tab\there", "line\u{2028}", " blank ",
    "nul\u{0}byte", "$(id)`id`",
  ]

  /// Receipts of other apps with hostile bundle ids, versions and file names.
  func writeHostileFolder() throws {
    for (index, text) in Self.hostileTexts.enumerated() {
      let fields = [
        DER.attribute(0, DER.utf8(text)), DER.attribute(2, DER.utf8(text)),
        DER.attribute(3, DER.utf8(text)), DER.attribute(12, DER.ia5("2024-02-29T12:00:00Z")),
        TestReceipts.purchase(DER.utf8(text), transaction: "1"),
      ]
      // A file name must not contain these two characters.
      let name = text.replacing("/", with: "÷").replacing("\u{0}", with: "0")
      try write("in/\(index) \(name)", DER.receipt(fields))
      try write("in/\(index) \(name).txt", Array(text.utf8))
    }
    for (index, octets) in [[0xFF, 0xFE, 0x41], [0xC0, 0x80], [0x3C, 0xE2, 0x82]].enumerated() {
      let fields = [
        DER.attribute(2, DER.element(0x0C, octets.map { UInt8($0) })),
        DER.attribute(3, DER.element(0x0C, octets.map { UInt8($0) })),
        DER.attribute(12, DER.ia5("2024-02-29T12:00:00Z")),
      ]
      try write("in/invalid \(index)", DER.receipt(fields))
    }
  }

  /// An expectation file for both folders: missing purchases, refusals that occur and that do not, and
  /// products that were not bought.
  func writeExpectations() throws {
    try write(
      "in.json",
      Array(
        #"""
        {"receipts": [
          {"files": "in/**", "trust-root": ["root.cer", "elliptic.cer"], "purchases": ["a"],
           "product": ["b", "b", "c\u001B[m\n::error::x"]},
          {"files": ["in/changed.bin", "in/trailing.bin"], "fails": "bad-signature"},
          {"files": "in/words.txt", "fails": "not-a-receipt"},
          {"files": "in/empty.bin", "fails": {"signature": "bad-signature"}}
        ]}
        """#.utf8))
  }
}
