internal import CReceiptCrypto

/// An OpenSSL context of our own, with the default provider and no configuration file. Nothing in
/// `OPENSSL_CONF` or in the system's settings can change what a digest or a signature is worth.
@safe package struct CryptoContext: @unchecked Sendable {
  /// Made once, freed never. OpenSSL's library contexts may be used from several threads.
  package static let shared = CryptoContext()

  package let context: OpaquePointer?

  private init() {
    unsafe context = OSSL_LIB_CTX_new()
    // Kept loaded for as long as the process lives.
    _ = unsafe OSSL_PROVIDER_load(context, "default")
    ERR_clear_error()
  }
}

/// What a program whose only use of OpenSSL is this library does first.
package enum CryptoStartUp {
  /// Keeps OpenSSL from reading configuration files, and from tidying up when the process ends. It also
  /// builds no lists of all error texts, and of all ciphers and digests under their old names. They would
  /// take longer than verifying a receipt does.
  ///
  /// It is for the whole process, so a library must not do it on its own.
  package static func minimal() {
    _ = OPENSSL_init_crypto(
      UInt64(
        OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS
          | OPENSSL_INIT_NO_ADD_ALL_CIPHERS | OPENSSL_INIT_NO_ADD_ALL_DIGESTS
          | OPENSSL_INIT_NO_ATEXIT), nil)
  }
}
