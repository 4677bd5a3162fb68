internal import CReceiptCrypto

/// OpenSSL's queue of errors on this thread, oldest first, as text. Emptied by reading it.
func drainOpenSSLErrors() -> [String] {
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

/// The libcrypto that this process runs with.
public enum OpenSSL {
  /// Its name, version and date: `OpenSSL 3.0.19 27 Jan 2026`.
  public static var runtimeVersion: String {
    guard let text = unsafe OpenSSL_version(OPENSSL_VERSION) else { return "OpenSSL" }
    return unsafe String(cString: text)
  }
}
