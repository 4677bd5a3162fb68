import Foundation
import ReceiptCore
import ReceiptFoundation

// What a server does with a receipt or a signed transaction that an app posts:
// server-check BUNDLE-ID production|sandbox PRODUCT [ROOTS] < BODY
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3, let bundleID = arguments.first,
  let environment = Receipt.Environment.allCases.first(where: {
    $0.rawValue.lowercased() == arguments.dropFirst().first
  }), let product = arguments.dropFirst(2).first
else {
  print("server-check BUNDLE-ID production|sandbox PRODUCT [ROOTS] < BODY")
  exit(64)
}

// A body that strangers send needs narrow limits.
var limits = DecodingLimits()
limits.maximumInputSize = 1 << 20

do {
  // A server for test receipts trusts one more root.
  let roots = try arguments.dropFirst(3).flatMap {
    try TrustAnchor.custom(contentsOf: URL(filePath: $0))
  }
  let body = FileHandle.standardInput.readDataToEndOfFile()
  let receipt = ReceiptVerifier(trustRoots: roots)
    .verifyAll(try ReceiptDecoder(limits: limits).decode(body))
  guard let now = ReceiptDate(Date()) else { exit(70) }
  let account = Account(receipt, at: now)
  let access = account.access(
    to: ReceiptString(product), of: ReceiptString(bundleID), in: environment)
  // Only `granted` unlocks. With `unknown`, ask Apple's server.
  print(access.answer.rawValue, access.reason.rawValue, access.until?.description ?? "")
  exit(access.isGranted ? 0 : 1)
} catch {
  print("unreadable: \(error)")
  exit(2)
}
