/// The receipt was made for one of these devices: attribute 5 holds its hash (Apple, "Validating receipts on
/// the device"). The hash is over device id, opaque value and the value bytes of the bundle identifier, tag
/// and length included. It is SHA-1 whatever the receipt is signed with.
///
/// What StoreKit 2 signs has a hash of another kind: `DeviceVerification`.
enum DeviceHashCheck: ExpectationCheck {
  static let id = CheckID.deviceHash
  static let question = "was it made for one of these devices?"
  static let summary = "The receipt is for one of the devices."
  static let explanation =
    "The hash over device, opaque value and bundle identifier is that of one of the devices named."
  static let advice = "refresh the receipt on the device, or name another id"

  static let parameter = Parameter(
    name: "device-id", valueName: "id",
    help: "Expect this MAC or identifierForVendor",
    fault:
      "is not a device id: write the 6 bytes of a MAC address or the 16 of an identifierForVendor, in "
      + "hexadecimal or base64",
    isRepeatable: true, read: { DeviceID($0) }, text: \.text, search: { DeviceID.all(in: $0) })
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    [run(subject.decoded, candidates: expectations[parameter])]
  }

  static func run(_ decoded: DecodedReceipt, candidates: [DeviceID]) -> CheckResult {
    if case .jws = decoded.envelope {
      return DeviceVerification.run(decoded.receipt, candidates: candidates)
    }
    let receipt = decoded.receipt
    let bundleID = decoded.attributes.first {
      $0.type == AttributeType.bundleID && $0.path.purchaseIndex == nil
    }
    guard let hash = receipt.sha1Hash, let opaque = receipt.opaqueValue, let bundleID else {
      return .fail(
        .deviceHash, .absent,
        "the receipt lacks what the hash is made of: attribute 2, 4 or 5")
    }
    for candidate in candidates {
      for reading in candidate.readings {
        let expected = DigestAlgorithm.sha1.digest(
          of: (reading.octets + opaque + bundleID.value)[...])
        guard areEqualInConstantTime(expected[...], hash) else { continue }
        return .pass(
          .deviceHash, "matches \(candidate.text), read as \(reading.name)",
          evidence: [
            "device_id": Hexadecimal.encode(reading.octets), "reading": reading.name,
            "sha1_hash": Hexadecimal.encode(hash),
          ])
      }
    }
    return .fail(
      .deviceHash, .wrongDevice, noFit(for: candidates),
      evidence: [
        "sha1_hash": Hexadecimal.encode(hash),
        "tried": candidates.flatMap(\.readings).map { Hexadecimal.encode($0.octets) }
          .joined(separator: " "),
      ],
      hint: "a receipt restored to another device keeps the old hash until it is refreshed; "
        + "on a Mac the id is the MAC address of en0, on iOS the identifierForVendor")
  }

  /// Which candidates did not fit. How each was read tells a mistyped id from a wrong one.
  static func noFit(for candidates: [DeviceID]) -> String {
    let tried = candidates.flatMap { id in id.readings.map { "\(id.text) (\($0.name))" } }
    let shown = tried.prefix(3).joined(separator: ", ")
    return "the hash does not fit \(shown)"
      + (tried.count > 3 ? ", nor the \(tried.count - 3) others that were tried" : "")
  }
}

extension CheckID {
  /// The receipt was made for one of these devices.
  public static let deviceHash = Self(rawValue: "device-hash")
}

extension Expectations {
  /// Devices, of which the receipt must have been made for one.
  public var deviceIDs: [DeviceID] {
    get { self[DeviceHashCheck.parameter] }
    set { self[DeviceHashCheck.parameter] = newValue }
  }
}
