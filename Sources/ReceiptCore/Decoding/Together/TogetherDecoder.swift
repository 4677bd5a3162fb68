/// Puts several receipts of one customer together: each stays what it is, and what they say of the app and of
/// transactions is compared.
struct TogetherDecoder {
  let limits: DecodingLimits

  func decode(_ input: ReceiptInput, _ pieces: [ReceiptInput.Piece]) -> DecodedReceipt {
    var decoded = DecodedReceipt(
      input: input, form: .apiAnswer, envelope: .json, receipt: Receipt())
    decoded.nested = pieces.map { NestedReceipt(path: $0.name, content: content(of: $0)) }
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    var response = APIResponse(.together)
    var facts = Facts()
    for piece in decoded.nested {
      guard case .success(let whole) = piece.content else { continue }
      for inner in [whole] + whole.allNested { facts.add(inner, of: piece.path) }
    }
    response.transactions = facts.transactions
    decoded.apiResponse = response
    decoded.receipt = facts.receipt
    for place in facts.contradictions {
      diagnostics.add(Finding(.piecesDisagree, field: place))
    }
    for place in facts.strangers {
      diagnostics.add(
        ReceiptError(
          .severalReceipts, "the receipts are not of one customer and app: they differ in \(place)",
          hint: "give only those of one customer, or leave out what is another's"))
    }
    // The answer would be another one with what they say.
    for piece in decoded.nested {
      guard case .failure(let error) = piece.content else { continue }
      diagnostics.add(
        ReceiptError(
          error.code, "\(piece.path) cannot be read: \(error.message)", hint: error.hint))
    }
    decoded.findings = diagnostics.findings
    decoded.errors = diagnostics.errors
    return decoded
  }

  private func content(of piece: ReceiptInput.Piece) -> Result<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      return .success(try ReceiptDecoder(limits: limits).decode(piece.input.get()))
    } catch {
      return .failure(error)
    }
  }
}

/// What the pieces say, with the contradictions between them.
private struct Facts {
  private(set) var receipt = Receipt()
  private(set) var transactions: [APIResponse.TransactionSource] = []
  private(set) var contradictions: [String] = []
  /// Contradictions that show another app, customer or store.
  private(set) var strangers: [String] = []
  /// The index of each transaction, and what was first said of it.
  private var places: [ReceiptString: (index: Int, record: InAppPurchase)] = [:]
  /// The piece that first said something of the app, by the name of the field.
  private var sources: [String: String] = [:]

  /// What all receipts of one customer and one app agree about.
  private static let shared = [
    "adam_id", "app_transaction_id", "bundle_id", "original_application_version",
    "original_purchase_date", "original_platform",
  ]
  private static let identifying = ["app_transaction_id", "bundle_id", "environment"]
  /// What every piece says alike of a transaction. Refunds and renewals come later.
  private static let lasting = ["product_id", "original_transaction_id", "purchase_date"]

  mutating func add(_ decoded: DecodedReceipt, of piece: String) {
    for name in Self.shared {
      guard let field = Field<Receipt>.all.named(name), let value = field.get(decoded.receipt),
        value != .identifier(0)
      else { continue }
      if isNew(name, field.get(receipt), value, piece) { field.set(&receipt, value) }
    }
    if let environment = decoded.receipt.environment {
      let name = ReceiptString(environment.rawValue)
      if isNew("environment", receipt.environmentName.map { .text($0) }, .text(name), piece) {
        receipt.environmentName = name
      }
    }
    receipt.applicationVersion = receipt.applicationVersion ?? decoded.receipt.applicationVersion
    let made =
      decoded.receipt.signedDate ?? decoded.receipt.requestDate
      ?? decoded.receipt.receiptCreationDate
    receipt.signedDate = [receipt.signedDate, made].compactMap(\.self).max()
    let customers =
      decoded.allPurchases.map(\.appTransactionID) + decoded.renewals.map(\.appTransactionID)
    // A transaction names its customer too, where its own text does not.
    for customer in customers.compactMap(\.self)
    where isNew(
      "app_transaction_id", receipt.appTransactionID.map { .text($0) }, .text(customer), piece)
    {
      receipt.appTransactionID = customer
    }
    for purchase in decoded.allPurchases { add(purchase, of: piece) }
  }

  /// Whether no piece said it before. One that said something else is a contradiction.
  private mutating func isNew(
    _ name: String, _ said: FieldValue?, _ value: FieldValue, _ piece: String
  ) -> Bool {
    guard let said else {
      sources[name] = piece
      return true
    }
    if !said.isSame(as: value) {
      let place = "\(name) in \(sources[name] ?? "") and \(piece)"
      if Self.identifying.contains(name) {
        strangers.append(place)
      } else {
        contradictions.append(place)
      }
    }
    return false
  }

  private mutating func add(_ purchase: InAppPurchase, of piece: String) {
    guard let id = purchase.transactionID else { return }
    guard let (index, first) = places[id] else {
      places[id] = (transactions.count, purchase)
      transactions.append(
        APIResponse.TransactionSource(
          transactionID: id, productID: purchase.productID, pieces: [piece]))
      return
    }
    for name in Self.lasting {
      guard let field = Field<InAppPurchase>.all.named(name), let said = field.get(first),
        let value = field.get(purchase), !said.isSame(as: value)
      else { continue }
      contradictions.append(
        "\(name) of transaction \(id) in \(transactions[index].pieces.first ?? "") and \(piece)")
    }
    if !transactions[index].pieces.contains(piece) { transactions[index].pieces.append(piece) }
  }
}
