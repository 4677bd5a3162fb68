#ifndef RECEIPT_CRYPTO_SHIM_H
#define RECEIPT_CRYPTO_SHIM_H

#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/cryptoerr_legacy.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/pkcs7.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

// Only what Swift cannot import stands here: OpenSSL's macros. Each shim keeps the name that its
// manual page has, behind the prefix CReceiptCrypto_.

// A macro over a cast: free what an i2d_ function allocated.
static inline void CReceiptCrypto_OPENSSL_free(void *memory) { OPENSSL_free(memory); }

// Deprecated, because OpenSSL loads all its texts by itself unless it was told not to.
static inline void CReceiptCrypto_ERR_load_ASN1_strings(void) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  ERR_load_ASN1_strings();
#pragma GCC diagnostic pop
}

// Deprecated, because the EVP functions find the fastest implementation by its name. That search, and the memory for
// what they keep, cost ten times as much as one short hash.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static inline int CReceiptCrypto_SHA256_Init(SHA256_CTX *context) { return SHA256_Init(context); }
static inline int CReceiptCrypto_SHA256_Update(
    SHA256_CTX *context, const void *data, size_t length) {
  return SHA256_Update(context, data, length);
}
static inline int CReceiptCrypto_SHA256_Final(unsigned char *digest, SHA256_CTX *context) {
  return SHA256_Final(digest, context);
}
#pragma GCC diagnostic pop

// A macro over an expression of other macros, which Swift does not import.
static inline int CReceiptCrypto_EVP_PKEY_PUBLIC_KEY(void) { return EVP_PKEY_PUBLIC_KEY; }

// Macros that are string literals: as functions they give an address that stays, which a Swift string
// does not have.
static inline const char *CReceiptCrypto_OSSL_PKEY_PARAM_RSA_N(void) {
  return OSSL_PKEY_PARAM_RSA_N;
}
static inline const char *CReceiptCrypto_OSSL_PKEY_PARAM_RSA_E(void) {
  return OSSL_PKEY_PARAM_RSA_E;
}

static inline const char *CReceiptCrypto_OSSL_PKEY_PARAM_GROUP_NAME(void) {
  return OSSL_PKEY_PARAM_GROUP_NAME;
}
static inline const char *CReceiptCrypto_OSSL_PKEY_PARAM_PUB_KEY(void) {
  return OSSL_PKEY_PARAM_PUB_KEY;
}
static inline const char *CReceiptCrypto_OSSL_PKEY_PARAM_PRIV_KEY(void) {
  return OSSL_PKEY_PARAM_PRIV_KEY;
}
static inline const char *CReceiptCrypto_SN_X9_62_prime256v1(void) { return SN_X9_62_prime256v1; }
static inline const char *CReceiptCrypto_SN_secp384r1(void) { return SN_secp384r1; }

// A macro over OBJ_obj2nid.
static inline int CReceiptCrypto_PKCS7_type_is_signed(PKCS7 *pkcs7) {
  return PKCS7_type_is_signed(pkcs7);
}

// STACK_OF(X) and its sk_X_ functions are macros over an opaque stack.
static inline int CReceiptCrypto_sk_X509_num(const STACK_OF(X509) *stack) {
  return sk_X509_num(stack);
}
static inline X509 *CReceiptCrypto_sk_X509_value(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}
static inline int CReceiptCrypto_sk_X509_ALGOR_num(const STACK_OF(X509_ALGOR) *stack) {
  return sk_X509_ALGOR_num(stack);
}
static inline X509_ALGOR *CReceiptCrypto_sk_X509_ALGOR_value(
    const STACK_OF(X509_ALGOR) *stack, int index) {
  return sk_X509_ALGOR_value(stack, index);
}
static inline int CReceiptCrypto_sk_PKCS7_SIGNER_INFO_num(
    const STACK_OF(PKCS7_SIGNER_INFO) *stack) {
  return sk_PKCS7_SIGNER_INFO_num(stack);
}
static inline PKCS7_SIGNER_INFO *CReceiptCrypto_sk_PKCS7_SIGNER_INFO_value(
    const STACK_OF(PKCS7_SIGNER_INFO) *stack, int index) {
  return sk_PKCS7_SIGNER_INFO_value(stack, index);
}

#endif
