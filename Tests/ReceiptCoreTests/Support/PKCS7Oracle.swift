import CReceiptCrypto
import ReceiptCore

/// OpenSSL's own verification as a second opinion. It accepts much that receipts never have, so it can only
/// show that a verifier trusts too much.
enum PKCS7Oracle {
  /// `X509_PURPOSE_ANY` of `x509v3.h`.
  private static let anyPurpose: Int32 = 7

  /// Whether `PKCS7_verify` accepts the file under one of these roots at a date.
  static func verifies(
    _ bytes: some Collection<UInt8>, roots: [[UInt8]], at date: ReceiptDate
  ) -> Bool {
    defer { ERR_clear_error() }
    let octets = Array(bytes)
    guard let store = X509_STORE_new() else { return false }
    defer { X509_STORE_free(store) }
    for root in roots {
      guard let certificate = parse(root, d2i_X509) else { return false }
      defer { X509_free(certificate) }
      guard X509_STORE_add_cert(store, certificate) == 1 else { return false }
    }
    guard let parameters = X509_VERIFY_PARAM_new() else { return false }
    defer { X509_VERIFY_PARAM_free(parameters) }
    // Certificates are checked at the receipt's date, for any purpose, and SHA-1 is allowed.
    X509_VERIFY_PARAM_set_time(parameters, time_t(date.millisecondsSince1970 / 1000))
    X509_VERIFY_PARAM_set_auth_level(parameters, 0)
    guard X509_VERIFY_PARAM_set_purpose(parameters, anyPurpose) == 1,
      X509_STORE_set1_param(store, parameters) == 1,
      let file = parse(octets, d2i_PKCS7)
    else { return false }
    defer { PKCS7_free(file) }
    return PKCS7_verify(file, nil, store, nil, nil, PKCS7_BINARY) == 1
  }

  private static func parse<Value>(
    _ octets: [UInt8],
    _ read: (
      UnsafeMutablePointer<Value?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int
    ) -> Value?
  ) -> Value? {
    octets.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      return read(nil, &cursor, buffer.count)
    }
  }
}
