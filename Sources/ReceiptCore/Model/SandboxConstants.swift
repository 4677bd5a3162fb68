/// What the sandbox writes into every receipt (Apple, "Receipt fields" and "Supporting business model
/// changes"; the date as observed). The App Store writes it into none.
package enum SandboxConstants {
  /// 2013-08-01T07:00:00Z.
  package static let originalPurchaseDate = ReceiptDate(millisecondsSince1970: 1_375_340_400_000)
  package static let originalApplicationVersion = ReceiptString("1.0")
}
