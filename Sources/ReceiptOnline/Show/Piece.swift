internal import ReceiptCommandLine
internal import ReceiptCore

/// A receipt or an answer, under the name that the explanation gives it.
struct Piece: Sendable {
  let name: String
  let bytes: [UInt8]
}

extension SourceFile {
  /// A file, or standard input for `-`.
  static func piece(_ name: String, on host: Host) throws(Fault) -> Piece {
    do throws(ReceiptError) {
      return Piece(name: name, bytes: try read(name, on: host))
    } catch {
      throw Fault(Piece(name: name, bytes: []), error)
    }
  }
}

extension Fault {
  /// Why a receipt cannot be used.
  init(_ piece: Piece, _ error: ReceiptError) {
    self.init(
      "\(piece.name == "-" ? "standard input" : piece.name): \(error)", hint: error.advice)
  }
}
