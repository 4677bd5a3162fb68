/// Whether a field identifies a person, and what replaces it in a shared copy.
package enum FieldSecrecy: Sendable {
  /// Not identifying: a version, a price, a flag. It stays.
  case kept
  /// It identifies a person, a device, an app or a purchase.
  case identifier
  /// Bytes that may identify a person, in base64 where they are text.
  case bytes
  /// A date. It stays, or moves with all others.
  case date
  /// A receipt or a JWS, in a text.
  case receipt
  /// What it means is not known.
  case unknown
}
