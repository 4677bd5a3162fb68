internal import CReceiptCrypto

/// OpenSSL's errors on this thread as text, oldest first. Reading them empties the queue.
func drainOpenSSLErrors() -> [String] {
  // The only errors that are shown come from parsing. See `CryptoStartUp`.
  CReceiptCrypto_ERR_load_ASN1_strings()
  var messages: [String] = []
  while true {
    let code = ERR_get_error()
    guard code != 0 else { return messages }
    guard let reason = unsafe ERR_reason_error_string(code) else {
      messages.append("error \(String(code, radix: 16))")
      continue
    }
    messages.append(unsafe String(cString: reason))
  }
}

/// The libcrypto of this process.
package enum OpenSSL {
  /// Its name, version and date: `OpenSSL 3.0.19 27 Jan 2026`.
  package static var runtimeVersion: String {
    guard let text = unsafe OpenSSL_version(OPENSSL_VERSION) else { return "OpenSSL" }
    return unsafe String(cString: text)
  }
}
