import ReceiptCore

/// Whether a receipt was made for a device, named by its MAC address or its identifierForVendor.
func isReceipt(
  _ file: [UInt8], for device: String, roots: [TrustAnchor] = []
) throws(ReceiptError) -> Bool {
  guard let device = DeviceID(device) else { return false }
  var expectations = Expectations()
  expectations.deviceIDs = [device]
  let verifier = ReceiptVerifier(trustRoots: roots)
  let checker = ReceiptChecker(verifier: verifier, expectations: expectations)
  let (_, results) = checker.check(try ReceiptDecoder().decode(file))
  return !results.contains(where: \.isProblem)
}
