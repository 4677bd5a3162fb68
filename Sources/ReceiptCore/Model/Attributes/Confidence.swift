/// How sure it is that an attribute means what its name says.
public enum Confidence: String, Sendable {
  /// Apple documents it.
  case apple
  /// Apple does not, but receipts and Apple's answers agree throughout.
  case high
  /// Several independent decoders agree, or the values leave little doubt.
  case medium
  /// Others have named it; the values seen neither prove nor refute that.
  case low
  /// This project's reading of the values seen.
  case inference
  /// Hardly more than a thought.
  case guess
  /// Nobody knows.
  case unknown
}
