internal import CReceiptCrypto

/// Makes an OpenSSL key of the parameters that `push` gives to a builder; the caller owns it.
///
/// The builder keeps addresses, not copies: names and values must stay where they are until this returns.
func makePublicKey(_ type: String, _ push: (OpaquePointer) -> Bool) -> OpaquePointer? {
  guard let builder = unsafe OSSL_PARAM_BLD_new() else { return nil }
  defer { unsafe OSSL_PARAM_BLD_free(builder) }
  guard unsafe push(builder), let parameters = unsafe OSSL_PARAM_BLD_to_param(builder) else {
    return nil
  }
  defer { unsafe OSSL_PARAM_free(parameters) }
  guard let context = unsafe EVP_PKEY_CTX_new_from_name(CryptoContext.shared.context, type, nil)
  else { return nil }
  defer { unsafe EVP_PKEY_CTX_free(context) }
  var key: OpaquePointer?
  guard unsafe EVP_PKEY_fromdata_init(context) == 1,
    unsafe EVP_PKEY_fromdata(
      context, &key, CReceiptCrypto_EVP_PKEY_PUBLIC_KEY(), parameters) == 1
  else { return nil }
  return unsafe key
}
