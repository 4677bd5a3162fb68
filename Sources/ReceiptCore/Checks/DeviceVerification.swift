/// A StoreKit 2 transaction was made for one of these devices: SHA-384 over the nonce and the device's
/// identifier, both as UUIDs in lower case, equals `deviceVerification` in base64 (Apple, "Validating a
/// transaction on the device"). The identifier is that of `AppStore.deviceVerificationID`.
package enum DeviceVerification {
  static func run(_ receipt: Receipt, candidates: [DeviceID]) -> CheckResult {
    guard let hash = receipt.deviceVerification, let nonce = receipt.deviceVerificationNonce else {
      return .fail(
        .deviceHash, .absent, "there is no deviceVerification with its nonce",
        hint: "what the App Store Server signs is for no device; what the app got is")
    }
    for candidate in candidates {
      for reading in candidate.readings where reading.octets.count == uuidLength {
        let id = uuidText(reading.octets)
        let expected = Base64.encode(digest(nonce: nonce, deviceID: id)).utf8
        guard areEqualInConstantTime(ArraySlice(expected), hash.bytes) else { continue }
        return .pass(
          .deviceHash, "matches \(candidate.text), read as \(reading.name)",
          evidence: [
            "device_id": Hexadecimal.encode(reading.octets),
            "device_verification": hash.description,
            "reading": reading.name,
          ])
      }
    }
    return .fail(
      .deviceHash, .wrongDevice, DeviceHashCheck.noFit(for: candidates),
      evidence: [
        "device_verification": hash.description,
        "tried": candidates.flatMap(\.readings).map { Hexadecimal.encode($0.octets) }
          .joined(separator: " "),
      ],
      hint: "the id is the UUID of AppStore.deviceVerificationID, on every kind of device; "
        + "a MAC address never fits")
  }

  private static let uuidLength = 16

  /// The nonce comes first.
  package static func digest(nonce: ReceiptString, deviceID: String) -> [UInt8] {
    let lowered = nonce.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return DigestAlgorithm.sha384.digest(of: ArraySlice(lowered + Array(deviceID.utf8)))
  }

  /// `e6181098-62dd-433f-bb94-675d3815d263`.
  package static func uuidText(_ octets: [UInt8]) -> String {
    var text = ""
    for (index, octet) in octets.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += Hexadecimal.encode(octet)
    }
    return text
  }
}
