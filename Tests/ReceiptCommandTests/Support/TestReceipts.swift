import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// The receipts for the tests.
enum TestReceipts {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The authority that signs the tests' receipts. It is made once, because deriving keys takes long.
  static let authority = Result { try TestAuthority(seed: "command tests") }

  /// The option that trusts it. The file of the root stays as long as the tests run.
  static func trust() throws -> [String] { ["--trust-root", try rootFile.get()] }

  private static let rootFile = Result {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("receipt-tests-root-\(UUID().uuidString).cer")
    try Data(authority.get().rootCertificate).write(to: url)
    return url.path
  }

  static func fixture(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appendingPathComponent("Fixtures/\(name)")))
  }

  static func readme() throws -> String {
    try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
  }

  /// The genuine sandbox receipt, as base64 text.
  static func base64() throws -> [UInt8] { try fixture("sandbox-subscription.b64") }

  /// The same in DER: 5,445 bytes.
  static func der() throws -> [UInt8] {
    [UInt8](
      try #require(
        Data(base64Encoded: Data(try base64()), options: .ignoreUnknownCharacters)))
  }

  /// Other people's receipts, which are not part of the project; `nil` if they are missing.
  static let corpus: URL? = {
    let named = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map {
      URL(fileURLWithPath: $0)
    }
    let folder = named ?? root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// The fields of every receipt below.
  static func fields(type: String = "Production", bundle: String = "com.example.app") -> [[UInt8]] {
    [
      DER.attribute(0, DER.utf8(type)),
      DER.attribute(2, DER.utf8(bundle)),
      DER.attribute(3, DER.utf8("42")),
      DER.attribute(12, DER.ia5("2024-02-29T12:00:00Z")),
      DER.attribute(19, DER.utf8("1.2.3")),
    ]
  }

  /// A purchase with a product, a transaction, a date, and other attributes.
  static func purchase(
    _ product: [UInt8], transaction: String, date: String = "2024-01-01T00:00:00Z",
    type: Int64 = 1, _ others: [[UInt8]] = []
  ) -> [UInt8] {
    DER.purchase(
      [
        DER.attribute(1701, DER.integer(1)), DER.attribute(1702, product),
        DER.attribute(1703, DER.utf8(transaction)), DER.attribute(1704, DER.ia5(date)),
        DER.attribute(1707, DER.integer(type)),
      ] + others)
  }

  static func many(_ count: Int) -> [UInt8] {
    DER.receipt(
      fields()
        + (0..<count).map {
          purchase(DER.utf8("com.example.coins"), transaction: String(10_000_000_000_000 + $0))
        })
  }
}

extension Workbench {
  /// The option that trusts the JWS of the tests.
  func trustJWS() throws -> [String] {
    try write("elliptic.cer", TestReceipts.authority.get().ellipticRootCertificate)
    return ["--trust-root", "elliptic.cer"]
  }
}
