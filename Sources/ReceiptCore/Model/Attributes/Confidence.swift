/// How certain the meaning of an attribute is.
public enum Confidence: String, Sendable, CaseIterable {
  /// Apple documents it.
  case apple
  /// Not documented, but receipts and Apple's responses always agree.
  case high
  /// Several independent decoders agree, or the values leave little doubt.
  case medium
  /// Others have named it. The values seen neither prove nor disprove that.
  case low
  /// This project's interpretation of the values seen.
  case inference
  /// A guess.
  case guess
  /// The meaning is not known.
  case unknown
}
