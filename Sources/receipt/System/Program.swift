/// The program itself.
enum Program {
  /// Its own version, without OpenSSL's.
  static let version = "0.1.0"
}
