import ReceiptCore

/// What is wrong with a receipt of our app; empty for one to accept.
func problems(with file: [UInt8], at now: ReceiptDate) throws(ReceiptError) -> [String] {
  var expectations = Expectations()
  expectations.bundleID = ReceiptString("com.yomob.IAPtest")
  expectations.environment = .sandbox
  expectations.activeProducts = [ReceiptString("vip")]
  expectations.now = now
  let checker = ReceiptChecker(verifier: ReceiptVerifier(), expectations: expectations)
  let (_, results) = checker.check(try ReceiptDecoder().decode(file))
  return results.filter(\.isProblem).map { "\($0.id.rawValue): \($0.message)" }
}
