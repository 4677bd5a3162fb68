internal import ReceiptCore

/// An iOS 6 transaction to be written: a signed property list inside another one.
package struct IOS6Template {
  package typealias Entry = (key: String, value: String)

  /// The inner property list `purchase-info`.
  package var purchaseInfo: [UInt8]
  /// The entries besides `signature` and `purchase-info`.
  package var outer: [Entry] = [("pod", "100"), ("signing-status", "0")]
  package var version: UInt8
  package var signature: [UInt8]
  package var certificate: [UInt8]

  /// Signs the version byte and the inner list with SHA-1, as Apple did until iOS 6.
  package init(
    purchaseInfo: [UInt8], version: UInt8, key: SigningKey,
    certificate: [UInt8]
  ) throws(SigningFailure) {
    self.purchaseInfo = purchaseInfo
    self.version = version
    self.certificate = certificate
    signature = try key.sign([version] + purchaseInfo, .pkcs1(.sha1))
  }

  /// The version, the signature, the length of the certificate in four bytes, and the certificate.
  package var signatureBlob: [UInt8] {
    let length = certificate.count
    return [version] + signature
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + certificate
  }

  /// The outer list. A given `blob` replaces the signature; an empty one removes it.
  package func encoded(blob: [UInt8]? = nil) -> [UInt8] {
    let blob = blob ?? signatureBlob
    let signature = blob.isEmpty ? [] : [("signature", Base64.encode(blob[...]))]
    return Self.list(
      signature + [("purchase-info", Base64.encode(purchaseInfo[...]))] + outer)
  }

  package static func list(_ entries: [Entry]) -> [UInt8] {
    Array(
      ("{\n" + entries.map { "\t\"\($0.key)\" = \"\(escaped($0.value))\";\n" }.joined() + "}").utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
