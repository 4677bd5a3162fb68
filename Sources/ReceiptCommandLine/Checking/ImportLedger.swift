internal import ReceiptCore

/// Which original transactions came before in a stream of rows, of which user, and how new they were.
///
/// Rows whose receipts are not genuine are not remembered: anyone can write one.
struct ImportLedger {
  /// The column or member that names the user; `nil` for the first column of a table.
  let user: String?

  private var chains: [UInt64: Latest] = [:]
  private var isOlder: [Bool] = []
  /// How many rows have a row with a later state of the same transaction.
  private(set) var olderCount = 0

  /// The newest row of an original transaction: 24 bytes, because there may be millions.
  private struct Latest {
    let user: UInt64
    let date: Int64
    let row: Int32
    let line: Int32
  }

  init(user: String?) { self.user = user }

  /// The report, with a failure if another user has one of its original transactions.
  mutating func judge(_ report: CheckReport) -> CheckReport {
    guard case .checked(let checked) = report.outcome, checked.verification.isTrusted,
      // Xcode counts the transactions of every test from 0.
      checked.decoded.receipt.environment != .xcode
    else { return report }
    let name = self.name(of: report.source.row)
    let row = isOlder.count
    isOlder.append(false)
    var first: Int32?
    var old = Set<Int>()
    for (chain, date) in Self.chains(of: checked.decoded) {
      let own = Latest(
        user: name, date: date, row: Int32(truncatingIfNeeded: row),
        line: Int32(truncatingIfNeeded: report.source.line ?? 0))
      guard let latest = chains[chain] else {
        chains[chain] = own
        continue
      }
      if latest.user != name {
        first = min(first ?? latest.line, latest.line)
      } else if date > latest.date {
        old.insert(Int(latest.row))
        chains[chain] = own
      } else {
        old.insert(row)
      }
    }
    for row in old where !isOlder[row] {
      isOlder[row] = true
      olderCount += 1
    }
    guard let first else { return report }
    return report.adding(
      .fail(
        .uniqueTransaction, .duplicateTransaction,
        "the row in line \(first) has the same original transaction, for another user",
        evidence: ["first": "line \(first)"]))
  }

  private func name(of row: CarriedRow?) -> UInt64 {
    let member = row.flatMap { row in
      user.map { name in row.members.first { $0.name == name } } ?? row.members.first
    }
    guard let value = member?.value else { return 0 }
    return Self.short(Array((value.string ?? value.description).utf8))
  }

  /// The original transactions of a receipt, each with its latest purchase.
  private static func chains(of decoded: DecodedReceipt) -> [UInt64: Int64] {
    let store = Array(((decoded.receipt.environment ?? .production).rawValue + " ").utf8)
    var chains: [UInt64: Int64] = [:]
    for purchase in PurchaseHistory(decoded).records {
      guard let id = purchase.originalTransactionID ?? purchase.transactionID else { continue }
      let date = purchase.purchaseDate?.millisecondsSince1970 ?? 0
      let chain = short(store + id.bytes)
      chains[chain] = max(date, chains[chain] ?? date)
    }
    return chains
  }

  /// 64 bits of a SHA-256. A million ids have two with the same in one of 37 million runs.
  private static func short(_ bytes: [UInt8]) -> UInt64 {
    DigestAlgorithm.sha256.digest(of: bytes[...]).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
