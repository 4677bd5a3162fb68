internal import ReceiptCommandLine
internal import ReceiptCore

/// A receipt or an answer, under the name that the explanation gives it.
struct Piece: Sendable {
  let name: String
  let bytes: [UInt8]
}

extension Piece {
  /// What Apple signed of it: all of it, or the receipts inside of it.
  ///
  /// What Apple's server answers to this program is accepted without a signature. No other text may pass as that.
  var signedParts: [Piece] {
    guard let decoded = try? ReceiptDecoder().decode(bytes) else { return [] }
    var parts = [(name, decoded)]
    for nested in decoded.nested {
      if case .success(let part) = nested.content {
        parts.append(("\(name), \(nested.path)", part))
      }
    }
    return parts.compactMap { name, part in
      switch part.envelope {
      case .pkcs7, .jws, .propertyList: Piece(name: name, bytes: part.input.bytes)
      case .json, .attributes: nil
      }
    }
  }
}

extension SourceFile {
  /// A file, or standard input for `-`.
  static func piece(_ name: String, on host: Host) throws(Fault) -> Piece {
    do throws(ReceiptError) {
      return Piece(name: name, bytes: try read(name, on: host))
    } catch {
      throw Fault(file: name, error)
    }
  }
}
