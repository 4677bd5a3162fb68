/// What came of an attempt: `Result` without its requirement that a failure be an error.
///
/// The runtime proves a requirement of a generic type by a search through all conformances in the
/// program, when the type is first used. In a run that takes two milliseconds such searches are what
/// costs most.
public enum Attempt<Success, Failure> {
  case success(Success)
  case failure(Failure)
}

extension Attempt: Sendable where Success: Sendable, Failure: Sendable {}

extension Attempt where Failure: Error {
  /// The success, or else the failure thrown.
  public func get() throws(Failure) -> Success {
    switch self {
    case .success(let success): return success
    case .failure(let failure): throw failure
    }
  }
}
