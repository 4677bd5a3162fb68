import Foundation
import ReceiptCore
import Testing

/// Compares the documentation with the code.
@Suite struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("every error code and finding is explained in docs/errors.md")
  func codes() throws {
    let text = try text("docs/errors.md")
    for code in ReceiptError.Code.all { #expect(text.contains("| `\(code)` |")) }
    for id in Finding.ID.allCases { #expect(text.contains("| `\(id.rawValue)` |")) }
  }

  @Test("every check and reason is explained in docs/trust.md")
  func checks() throws {
    let text = try text("docs/trust.md")
    for reason in CheckReason.all { #expect(text.contains("| `\(reason)` |")) }
    for check in Checks.all { #expect(text.contains("| `\(check.id.rawValue)` |")) }
  }

  @Test("every form and every layer is named in docs/output.md")
  func formsAndLayers() throws {
    let text = try text("docs/output.md")
    for form in ReceiptForm.allCases { #expect(text.contains("`\(form.rawValue)`")) }
    for layer in ReceiptInput.Layer.allCases { #expect(text.contains("`\(layer.rawValue)`")) }
  }

  @Test("docs/attributes.md has the table in the code")
  func attributes() throws {
    func rows(_ definitions: [AttributeDefinition]) -> String {
      definitions.map { row in
        let key = row.verifyReceiptKey.map { "`\($0)`" } ?? ""
        return
          "| \(row.type) | `\(row.name)` | \(row.encoding) | \(key) | \(row.confidence.rawValue) | \(row.meaning) |\n"
      }.joined()
    }
    let head = """
      | type | name | holds | verifyReceipt key | confidence | meaning |
      |---|---|---|---|---|---|

      """
    let expected = """
      # Attributes

      Every attribute type that is known, with how sure that is. `apple` is documented by Apple. `high` agrees
      with Apple's responses throughout. `medium` is what several decoders say. `low` is a name that others
      gave. `inference` is this project's reading of the values seen. `guess` and `unknown` speak for
      themselves. Other types are kept and shown all the same.

      ## In the receipt

      \(head)\(rows(AttributeTable.receiptDefinitions))
      ## In a purchase (inside type 17)

      \(head)\(rows(AttributeTable.inAppDefinitions))
      """
    let file = Self.root.appendingPathComponent("docs/attributes.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try expected.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded docs/attributes.md; run again")
    }
    #expect(try text("docs/attributes.md") == expected)
  }
}
