internal import ReceiptCore
internal import ReceiptInsight

extension AppSettings {
  /// What follows for the app's receipts, except for what others expect. What a receipt cannot answer does not count.
  func expectations(besides others: [Expectations]) -> Expectations {
    var result = Expectations()
    if others.allSatisfy(\.bundleIDs.isEmpty) { result.bundleIDs = bundleIDs }
    var more = Expectations()
    if others.allSatisfy(\.deviceIDs.isEmpty) { more.deviceIDs = devices }
    if others.allSatisfy({ $0.firstFreeVersion == nil }) {
      more.firstFreeVersion = firstFreeVersion
    }
    result.addWhereAnswered(more)
    return result
  }
}
