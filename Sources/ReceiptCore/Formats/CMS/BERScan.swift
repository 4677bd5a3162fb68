/// Walks every element of a BER file once before OpenSSL parses it. The walk has its own stack, keeps the
/// limits, and takes time linear in the size of the file.
///
/// It also records where the pieces of the content are. OpenSSL refuses a damaged BER receipt as a whole;
/// with the pieces, the part before the damage can still be shown.
struct BERScan {
  /// The pieces of the content, in order (X.690 §8.7.3).
  private(set) var contentPieces: [Range<Int>] = []
  /// Why the walk stopped early, if it did.
  private(set) var damage: ReceiptError?

  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private var stack: [Frame] = []

  /// The element's role in `SignedData`, as far as the walk needs it.
  private enum Role {
    case file, contentInfo, explicitSignedData, signedData, encapContentInfo, explicitContent
    case content, certificates, digestAlgorithms, signerInfos, other
  }

  private struct Frame {
    let role: Role
    package let end: Int
    let isIndefinite: Bool
    /// Where a certificate or signer that is read here must have ended.
    let limit: Int
    var children = 0
    /// The number of SETs so far. The second one in `SignedData` holds the signers.
    var sets = 0
  }

  init(_ bytes: [UInt8], limits: DecodingLimits) {
    self.bytes = bytes
    self.limits = limits
    stack.append(Frame(role: .file, end: bytes.count, isIndefinite: false, limit: .max))
    walk()
  }

  private mutating func walk() {
    var position = 0
    while var parent = stack.popLast() {
      if parent.role == .file, parent.children == 1 { return }
      if !parent.isIndefinite, position >= parent.end { continue }
      let element: ASN1Element
      do {
        // End-of-contents: two zero bytes close an indefinite length (X.690 §8.1.5).
        if parent.isIndefinite, position + 1 < parent.end, bytes[position] == 0,
          bytes[position + 1] == 0
        {
          position += 2
          continue
        }
        element = try bytes.element(at: position, limit: parent.end)
      } catch {
        if damage == nil { damage = error.receiptError(reading: "an element", at: position) }
        return
      }
      if element.isCut, damage == nil { damage = cut(element) }
      let role = role(of: element, in: &parent)
      let limit = limit(of: element, in: parent)
      parent.children += 1
      stack.append(parent)
      let knownEnd = element.isIndefinite ? position : element.end
      if let refusal = refusal(parent, at: position, isTooLarge: knownEnd > limit) {
        damage = refusal
        return
      }
      if element.isConstructed {
        stack.append(
          Frame(
            role: role, end: element.end, isIndefinite: element.isIndefinite, limit: limit))
        position = element.contentStart
      } else {
        if role == .content { contentPieces.append(element.content) }
        position = element.end
      }
    }
  }

  /// A length that is not there. At the end of the file the end is missing, and an indefinite length does not tell how
  /// much of it.
  private func cut(_ element: ASN1Element) -> ReceiptError {
    guard element.end >= bytes.count else { return .truncated(element, name: "an element") }
    return .incomplete(
      "the end is missing: \(bytes.count) bytes of it arrived, and nothing can be verified")
  }

  private func role(of element: ASN1Element, in parent: inout Frame) -> Role {
    switch (parent.role, element.identifier) {
    case (.file, 0x30): return .contentInfo
    case (.contentInfo, 0xA0): return .explicitSignedData
    case (.explicitSignedData, 0x30): return .signedData
    case (.signedData, 0x30): return .encapContentInfo
    case (.signedData, 0xA0): return .certificates
    case (.signedData, 0x31):
      parent.sets += 1
      return parent.sets == 1 ? .digestAlgorithms : parent.sets == 2 ? .signerInfos : .other
    case (.encapContentInfo, 0xA0): return .explicitContent
    case (.explicitContent, 0x04), (.explicitContent, 0x24), (.content, 0x04), (.content, 0x24):
      return .content
    default: return .other
    }
  }

  /// The largest certificate, signer or other part beside the content. OpenSSL takes hundreds of nanoseconds
  /// for each byte of a name, and Apple's and Xcode's have 2 KB at most.
  static let maximumPartSize = 16 << 10

  private func limit(of element: ASN1Element, in parent: Frame) -> Int {
    switch parent.role {
    case .certificates, .signerInfos, .digestAlgorithms: element.start + Self.maximumPartSize
    // Revocation lists and anything else beside the content.
    case .signedData where element.identifier != 0x30 && !isList(element):
      element.start + Self.maximumPartSize
    default: parent.limit
    }
  }

  /// Whether it is a part of SignedData whose elements have a limit each.
  private func isList(_ element: ASN1Element) -> Bool { [0x31, 0xA0].contains(element.identifier) }

  private func refusal(_ parent: Frame, at position: Int, isTooLarge: Bool) -> ReceiptError? {
    if isTooLarge {
      return ReceiptError(
        .tooLarge, "a certificate or signer is larger than \(Self.maximumPartSize) bytes",
        offset: position, hint: "those of Apple and Xcode have 2 KB; this file was not made by them"
      )
    }
    if parent.role == .certificates, parent.children > limits.maximumCertificates {
      return .tooManyCertificates(limit: limits.maximumCertificates, offset: position)
    }
    if parent.role == .signerInfos || parent.role == .digestAlgorithms,
      parent.children > limits.maximumSignerInfos
    {
      return .tooManySigners(limit: limits.maximumSignerInfos, offset: position)
    }
    // The frame of the file itself is not an element.
    if stack.count > limits.maximumDepth {
      return ReceiptError(
        .tooDeep, "elements are nested more than \(limits.maximumDepth) deep", offset: position,
        hint: "a receipt needs 14 levels at most; this file was not made by Apple or Xcode")
    }
    return nil
  }
}
