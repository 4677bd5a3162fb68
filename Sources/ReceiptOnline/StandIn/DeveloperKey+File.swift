internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptStandIn

extension DeveloperKey {
  /// The public part of a key of App Store Connect, by which its tokens are known. Those of any issuer are taken.
  init(file: String) throws(Fault) {
    guard let keyID = AppStoreKey.keyID(named: file) else {
      throw Fault(
        "\(file) does not say the identifier of the key",
        hint: "name it as App Store Connect does: AuthKey_ABCDE12345.p8")
    }
    let bytes = try AppStoreKey.bytes(of: file)
    do throws(ReceiptError) {
      self = try DeveloperKey(pem: bytes, keyID: keyID)
    } catch {
      throw Fault("\(file): \(error)", hint: error.advice)
    }
  }
}
