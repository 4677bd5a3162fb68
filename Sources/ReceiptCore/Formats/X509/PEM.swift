/// Certificates in PEM (RFC 7468 §5).
package enum PEM {
  private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
  private static let end = Array("-----END CERTIFICATE-----".utf8)

  /// The certificates between all pairs of BEGIN and END, in order.
  package static func certificates(in file: [UInt8]) throws(ReceiptError) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var position = 0
    while let start = file.firstRange(of: begin, from: position) {
      guard let stop = file.firstRange(of: end, from: start.upperBound) else {
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

extension [UInt8] {
  /// The first range of `part` at or after `position`, or `nil`.
  package func firstRange(of part: [UInt8], from position: Int) -> Range<Int>? {
    guard let first = part.first, count >= part.count else { return nil }
    var index = position
    while index <= count - part.count {
      if self[index] == first, self[index..<index + part.count].elementsEqual(part) {
        return index..<index + part.count
      }
      index += 1
    }
    return nil
  }
}
