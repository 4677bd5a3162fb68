/// Certificates in PEM (RFC 7468 §5).
package enum PEM {
  /// The certificates between all pairs of BEGIN and END, in order.
  package static func certificates(in file: [UInt8]) throws(ReceiptError) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var position = 0
    while let start = Text.range(of: "-----BEGIN CERTIFICATE-----", in: file[...], from: position) {
      guard
        let stop = Text.range(
          of: "-----END CERTIFICATE-----", in: file[...], from: start.upperBound)
      else {
        throw ReceiptError(
          .invalidRoot, "a certificate in PEM has no END", offset: start.lowerBound,
          hint: "the end of the file is missing")
      }
      do {
        let decoded = try Base64.decode(Array(file[start.upperBound..<stop.lowerBound]))
        guard !decoded.isCut, !decoded.isURLSafe else { throw Base64.Fault.wrongPadding(offset: 0) }
        result.append(decoded.bytes)
      } catch {
        throw ReceiptError(
          .invalidRoot, "a certificate in PEM is no valid base64", offset: start.upperBound,
          hint: "check it with openssl x509 -in FILE -text")
      }
      position = stop.upperBound
    }
    return result
  }

  /// A certificate as PEM, 64 characters a line.
  package static func encode(_ certificate: ArraySlice<UInt8>) -> String {
    text(certificate, "CERTIFICATE")
  }

  /// Any bytes as PEM under a label.
  package static func text(_ octets: ArraySlice<UInt8>, _ label: String) -> String {
    var text = "-----BEGIN \(label)-----\n"
    var rest = Base64.encode(octets)[...]
    while !rest.isEmpty {
      text += rest.prefix(64) + "\n"
      rest = rest.dropFirst(64)
    }
    return text + "-----END \(label)-----\n"
  }
}
