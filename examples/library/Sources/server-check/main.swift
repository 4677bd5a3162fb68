import Foundation
import ReceiptCore

// What a server does with a receipt or a signed transaction that an app posts: server-check BUNDLE-ID [ROOTS] < BODY
let arguments = CommandLine.arguments
let now = ReceiptDate(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
var expectations = Expectations()
expectations.bundleID = arguments.dropFirst().first.map { ReceiptString($0) }
expectations.now = now

var limits = DecodingLimits()
limits.maximumInputSize = 1 << 20

do {
  // A server for test receipts trusts one more root.
  let roots = try arguments.dropFirst(2).flatMap {
    try TrustAnchor.custom([UInt8](try Data(contentsOf: URL(filePath: $0))))
  }
  let checker = ReceiptChecker(
    verifier: ReceiptVerifier(trustRoots: roots), expectations: expectations)
  let body = [UInt8](FileHandle.standardInput.readDataToEndOfFile())
  let decoded = try ReceiptDecoder(limits: limits).decode(body)
  let problems = checker.check(decoded).1.filter(\.isProblem)
  for problem in problems { print("refused: \(problem.id.rawValue): \(problem.message)") }
  guard problems.isEmpty else { exit(1) }
  for purchase in decoded.receipt.inApp where purchase.cancellationDate == nil {
    let isActive = purchase.expiresDate.map { $0 > now } ?? true
    print(isActive ? "unlock" : "expired", purchase.productID?.text ?? "no product")
  }
} catch {
  print("unreadable: \(error)")
  exit(2)
}
