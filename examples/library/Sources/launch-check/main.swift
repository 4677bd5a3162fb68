import Foundation
import ReceiptCore

// What a Mac app does when it starts: launch-check APP BUNDLE-ID VERSION DEVICE-ID [ROOTS]
// The device id is the MAC address of en0, which an app reads with IOKit.
let arguments = CommandLine.arguments
guard arguments.count >= 5, let device = DeviceID(arguments[4]) else {
  print("usage: launch-check APP BUNDLE-ID VERSION DEVICE-ID [ROOTS]")
  exit(64)
}
// The app knows its bundle identifier and version, and does not believe its Info.plist.
var expectations = Expectations()
expectations.bundleID = ReceiptString(arguments[2])
expectations.appVersion = ReceiptString(arguments[3])
expectations.deviceIDs = [device]
expectations.now = ReceiptDate(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))

/// macOS gets a new receipt for an app that ends with this code.
let needsReceipt: Int32 = 173

do {
  let roots = try arguments.dropFirst(5).flatMap {
    try TrustAnchor.custom([UInt8](try Data(contentsOf: URL(filePath: $0))))
  }
  let receipt = URL(filePath: arguments[1]).appending(path: "Contents/_MASReceipt/receipt")
  let decoded = try ReceiptDecoder(form: .appReceipt).decode([UInt8](Data(contentsOf: receipt)))
  let checker = ReceiptChecker(
    verifier: ReceiptVerifier(trustRoots: roots), expectations: expectations)
  if let problem = checker.check(decoded).1.first(where: \.isProblem) {
    print("no valid receipt: \(problem.id.rawValue): \(problem.message)")
    exit(needsReceipt)
  }
  print("started")
} catch {
  print("no valid receipt: \(error)")
  exit(needsReceipt)
}
