#ifndef BENCHMARKS_OPENSSL_SHIM_H
#define BENCHMARKS_OPENSSL_SHIM_H

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/x509_vfy.h>

// STACK_OF(X) and its sk_X_ functions are macros, which Swift does not import.
static inline X509 *COpenSSL_sk_X509_value(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}
static inline PKCS7_SIGNER_INFO *COpenSSL_sk_PKCS7_SIGNER_INFO_value(
    const STACK_OF(PKCS7_SIGNER_INFO) *stack, int index) {
  return sk_PKCS7_SIGNER_INFO_value(stack, index);
}

#endif
