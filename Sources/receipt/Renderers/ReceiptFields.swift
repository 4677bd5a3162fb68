internal import ReceiptCore

/// The fields of a receipt as a person reads them: a label, a value, and what to know about it.
struct ReceiptFields {
  struct Row {
    let label: String
    let value: String
    let note: String?
  }

  private(set) var rows: [Row] = []

  /// 2013-08-01T07:00:00Z.
  private static let sandboxPurchaseDate = ReceiptDate(millisecondsSince1970: 1_375_340_400_000)
  private let showsAll: Bool

  init(_ receipt: Receipt, isDamaged: Bool, showsAll: Bool) {
    let absent = isDamaged ? "not read" : "absent"
    self.showsAll = showsAll
    let isSandbox = receipt.environment == .sandbox
    let isXcode = receipt.environment == .xcode
    add("Bundle id", receipt.bundleID?.description ?? absent)
    add("App version", receipt.applicationVersion?.description)
    add(
      "Original version", receipt.originalApplicationVersion?.description ?? absent,
      receipt.originalApplicationVersion == nil
        ? (isXcode ? "Xcode's receipts have none" : nil)
        : (isSandbox && receipt.originalApplicationVersion?.text == "1.0"
          ? "sandbox always says 1.0" : nil))
    add("Receipt type", receipt.receiptType?.description)
    add("Created", receipt.receiptCreationDate)
    add(
      "Originally bought", receipt.originalPurchaseDate,
      isSandbox && receipt.originalPurchaseDate == Self.sandboxPurchaseDate
        ? "sandbox always says this" : nil)
    add("Downloaded", receipt.downloadDate, "or updated; the name is a guess")
    add("Pre-ordered", receipt.preorderDate)
    add("Receipt expires", receipt.expirationDate)
    add("Organisation", receipt.organizationName?.description)
    let zeroNote = isSandbox ? "none in sandbox" : nil
    addID("App Store item id", receipt.adamID, zeroNote)
    addID("App version id", receipt.versionExternalIdentifier, zeroNote)
    addID("Download id", receipt.downloadID, zeroNote)
    addID("Developer id", receipt.developerID, zeroNote)
    add("Age rating", receipt.ageRating?.description)
    let inference = Inference(receipt)
    if let platform = inference.platform {
      add(
        "Platform", platform.rawValue + (inference.osVersion.map { " \($0)" } ?? ""), "inferred")
    }
    add("Store release", receipt.storeRelease.map(storeReleaseText))
    add("SHA-1 hash", receipt.sha1Hash.map(Hexadecimal.encode) ?? absent)
    add("Opaque value", receipt.opaqueValue.map { shortenedHexadecimal($0) })
  }

  private mutating func add(_ label: String, _ value: String?, _ note: String? = nil) {
    guard let value else { return }
    rows.append(Row(label: label, value: value, note: note))
  }

  private mutating func add(_ label: String, _ date: ReceiptDate?, _ note: String? = nil) {
    guard let date else { return }
    add(
      label, date.isNever ? "never" : dateText(date),
      date.isNever ? "says \(CalendarDate(date).dayText)" : note)
  }

  private mutating func addID(_ label: String, _ id: Int64?, _ zeroNote: String?) {
    add(label, id.map(String.init), id == 0 ? zeroNote : nil)
  }

  private func shortenedHexadecimal(_ octets: ArraySlice<UInt8>) -> String {
    guard !showsAll, octets.count > 16 else { return Hexadecimal.encode(octets) }
    return "\(Hexadecimal.encode(octets.prefix(12)))… (\(octets.count) bytes)"
  }

  /// `2018-11-29 08:30:50 UTC`.
  private func dateText(_ date: ReceiptDate) -> String {
    let calendar = CalendarDate(date)
    return "\(calendar.dayText) \(calendar.timeText) UTC"
  }
}
