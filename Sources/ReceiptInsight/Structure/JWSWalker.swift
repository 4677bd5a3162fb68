internal import ReceiptCore

/// Walks the segments of a JWS (RFC 7515 §7.1), each with the dot after it. The decoded content of a segment
/// follows as a separate part.
struct JWSWalker {
  private let bytes: [UInt8]
  private let prefix: String
  private let depth: Int
  private var position = 0
  private var number = 0
  private var isDone = false
  private var pending: [WalkStep] = []

  private static let names = ["header", "payload", "signature"]

  init(_ bytes: [UInt8], prefix: String = "", depth: Int = 0) {
    self.bytes = bytes
    self.prefix = prefix.isEmpty ? "" : prefix + "."
    self.depth = depth
  }

  mutating func next() -> WalkStep? {
    if !pending.isEmpty { return pending.removeFirst() }
    guard !isDone else { return nil }
    let start = position
    // Otherwise a text of dots would give a line for each dot.
    guard number < Self.names.count else {
      isDone = true
      return .node(
        StructureNode(
          bytes[start...], depth: depth, tag: .unreadable, name: prefix + "segment", value: .text,
          anomalies: [
            StructureAnomaly(.invalidJWS, "a JWS has three segments (RFC 7515 §7.1); this is more")
          ]))
    }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    isDone = end == bytes.count
    position = min(end + 1, bytes.count)
    let name = prefix + Self.names[number]
    var anomalies: [StructureAnomaly] = []
    if isDone, number < Self.names.count - 1 {
      anomalies.append(
        StructureAnomaly(
          .invalidJWS, "there are only \(number + 1) segments, where a JWS has three"))
    }
    let isSignature = number == 2
    number += 1
    decode(start..<end, name, isSignature: isSignature, &anomalies)
    return .node(
      StructureNode(
        bytes[start..<position], content: end - start, depth: depth, tag: .segment, name: name,
        value: .text, anomalies: anomalies))
  }

  private mutating func decode(
    _ range: Range<Int>, _ name: String, isSignature: Bool, _ anomalies: inout [StructureAnomaly]
  ) {
    let decoded: Base64.Decoded
    do {
      decoded = try Base64.decode(Array(bytes[range]))
    } catch {
      anomalies.append(
        StructureAnomaly(
          .invalidBase64, "the segment is no base64, at byte \(range.lowerBound + error.offset)"))
      return
    }
    if decoded.isCut {
      anomalies.append(
        StructureAnomaly(.invalidBase64, "the segment breaks off in the middle of a byte"))
    } else if !decoded.isCanonicalURL {
      anomalies.append(
        StructureAnomaly(
          .nonCanonicalBase64,
          "padding, white space, + or /, or bits behind the last byte (RFC 7515 §2)"))
    }
    guard !decoded.bytes.isEmpty else { return }
    let walker: StructureWalker =
      isSignature
      ? .fields(FieldWalker(jwsSignature: decoded.bytes, prefix: name, depth: depth + 1))
      : .json(JSONWalker(decoded.bytes, prefix: name, depth: depth + 1))
    pending.append(.part(name, layers: ["base64url"], decoded.bytes.count, walker))
  }
}
