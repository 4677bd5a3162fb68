import Foundation
import ReceiptCommandLine
import ReceiptCore
import Testing

/// The folder of customers.
@Suite struct SpecFolderTests {
  /// A folder with these files, which is removed afterwards.
  private func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try body(folder.path)
  }

  @Test func everySpecIsACustomer() throws {
    let files = [
      "b.yaml": "receipt: {bundle_id: com.example.b}",
      "a.yml": "receipt: {bundle_id: com.example.a}",
      "c.json": #"[{"receipt": {"bundle_id": "com.example.c"}}, {}]"#, "README.md": "not a SPEC",
      ".hidden.yaml": "{", "roots.pem": "",
    ]
    try withFolder(files) { folder in
      let customers = try SpecFolder.load(folder)
      #expect(customers.map(\.name) == ["a", "b", "c", "c-2"])
      #expect(customers.first?.receipt.bundleID?.text == "com.example.a")
    }
  }

  @Test(arguments: [
    [:], ["README.md": ""], ["a.yaml": "{"], ["a.yaml": "recipt: {}"], ["a.json": "[]"],
    ["a.yaml": "receipt: {in_app: [{purchase_date: yesterday}]}"],
  ])
  func anythingElseIsAnError(_ files: [String: String]) throws {
    try withFolder(files) { folder in
      #expect(throws: (any Error).self) { _ = try SpecFolder.load(folder) }
    }
  }

  @Test func aMissingFolderIsAnError() {
    #expect(throws: (any Error).self) { _ = try SpecFolder.load("/nonexistent/folder") }
  }

  @Test func purchasesAreFoundWhereverTheyStand() throws {
    let text = """
      {"schema": 1, "receipt": {"bundle_id": "b", "in_app": [{"transaction_id": "1", "product_id": "old"}]},
       "answer": {"latest_receipt_info": [{"transaction_id": "1", "product_id": "new"}, {"transaction_id": "2"}]},
       "nested": [{"receipt": {"in_app": [{"transaction_id": "3"}]}, "pending_renewal_info": [{"product_id": "p"}]}]}
      """
    let customers = try SpecFolder.read(Array(text.utf8), named: "x.json")
    let customer = try #require(customers.first)
    #expect(customer.receipt.inApp.map { $0.transactionID?.text } == ["1", "2", "3"])
    #expect(customer.receipt.inApp.first?.productID?.text == "new")
    #expect(customer.renewals.count == 1)
  }
}
