internal import ReceiptCommandLine
internal import ReceiptCore

/// What Apple is asked about.
struct Subject: Sendable {
  /// The receipt, if there is one.
  private(set) var receipt: Piece?
  let orderID: String?
  /// Any transaction of the customer will do: Apple answers about the customer.
  let transactionID: String?
  /// Known even where nothing was bought.
  private(set) var appTransactionID: String?
  private(set) var bundleID: String?

  private init(transactionID: String? = nil, orderID: String? = nil) {
    self.transactionID = transactionID
    self.orderID = orderID
  }

  /// What a person gave: the name of a file, `-`, a transaction id, or an order id.
  init(_ text: String, on host: Host) throws(Fault) {
    if text != "-", !SourceFile.exists(text) {
      if Self.isTransactionID(text) {
        self.init(transactionID: text)
        return
      }
      if Self.isOrderID(text) {
        self.init(orderID: text)
        return
      }
    }
    try self.init(SourceFile.piece(text, on: host))
  }

  /// The ids in a receipt.
  init(_ piece: Piece) throws(Fault) {
    let decoded: DecodedReceipt
    do throws(ReceiptError) {
      decoded = try ReceiptDecoder().decode(piece.bytes)
    } catch {
      throw Fault(file: piece.name, error)
    }
    guard decoded.receipt.environment != .xcode else {
      throw Fault(
        "Apple's servers have never heard of what Xcode made",
        hint: "receipt diagnose explains it")
    }
    receipt = piece
    orderID = nil
    bundleID = decoded.receipt.bundleID?.description
    transactionID =
      (PurchaseHistory(decoded).records.lazy.compactMap(\.transactionID).first
      ?? decoded.allRenewals.lazy.compactMap(\.originalTransactionID).first)?.description
    appTransactionID = decoded.receipt.appTransactionID?.description
    guard transactionID ?? appTransactionID != nil else {
      throw Fault(
        "nothing in it is an id that Apple could be asked about",
        hint: "a receipt from before iOS 15 names its app's customer only through what was bought")
    }
  }

  private static func isTransactionID(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count) && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// As on invoices: an M, then letters and digits.
  private static func isOrderID(_ text: String) -> Bool {
    (2...40).contains(text.utf8.count) && text.lowercased().hasPrefix("m")
      && text.utf8.allSatisfy(Text.isAlphanumeric)
      && text.utf8.contains { 0x30...0x39 ~= $0 }
  }
}
