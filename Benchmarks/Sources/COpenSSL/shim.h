#include <openssl/pkcs7.h>
