@testable import ReceiptCore

/// An error or finding, and its exact place.
struct Mark: Equatable, Sendable, CustomStringConvertible {
  let name: String
  let offset: Int?
  let path: String?

  init(_ name: String, at offset: Int?, in path: String? = nil) {
    self.name = name
    self.offset = offset
    self.path = path
  }

  var description: String { "\(name) at \(offset ?? -1) in \(path ?? "nothing")" }
}

extension ReceiptError {
  var mark: Mark { Mark(code.rawValue, at: offset, in: path?.description) }
}

extension Finding {
  var mark: Mark { Mark(id.rawValue, at: offset, in: path?.description) }
}

/// The error thrown by decoding; `nil` if none is thrown.
func thrownError(
  _ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()
) -> ReceiptError? {
  do {
    _ = try ReceiptDecoder(limits: limits).decode(bytes)
    return nil
  } catch {
    return error
  }
}

/// All errors of a decode, thrown or not.
func allErrors(
  _ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()
) -> [ReceiptError] {
  do {
    return try ReceiptDecoder(limits: limits).decode(bytes).errors
  } catch {
    return [error]
  }
}
