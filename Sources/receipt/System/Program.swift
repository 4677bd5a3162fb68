/// The program itself.
enum Program {
  /// The version of this program, without OpenSSL's.
  static let version = "0.1.0"
}
