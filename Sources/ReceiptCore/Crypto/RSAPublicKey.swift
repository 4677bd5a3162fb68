internal import CReceiptCrypto

/// An RSA public key. Owns OpenSSL's key; verifying uses it from any number of threads.
@safe final class RSAPublicKey: @unchecked Sendable {
  private let key: OpaquePointer
  /// Contexts that no thread is using.
  private let idle = Guarded<[RecoveryContext]>([])
  /// How many bytes the modulus has, and so a signature.
  let modulusLength: Int

  /// Makes a key of a modulus and an exponent, each the content of a non-negative INTEGER.
  init?(modulus: ArraySlice<UInt8>, exponent: ArraySlice<UInt8>) {
    guard let key = unsafe Self.makeKey(modulus, exponent) else {
      ERR_clear_error()
      return nil
    }
    unsafe self.key = key
    modulusLength = Int(unsafe EVP_PKEY_get_size(key))
  }

  deinit { unsafe EVP_PKEY_free(key) }

  private static func makeKey(
    _ modulus: ArraySlice<UInt8>, _ exponent: ArraySlice<UInt8>
  ) -> OpaquePointer? {
    let n = unsafe bigNumber(modulus)
    defer { unsafe BN_free(n) }
    let e = unsafe bigNumber(exponent)
    defer { unsafe BN_free(e) }
    guard unsafe n != nil, unsafe e != nil else { return nil }
    return unsafe makePublicKey("RSA") { builder in
      unsafe OSSL_PARAM_BLD_push_BN(builder, CReceiptCrypto_OSSL_PKEY_PARAM_RSA_N(), n) == 1
        && OSSL_PARAM_BLD_push_BN(builder, CReceiptCrypto_OSSL_PKEY_PARAM_RSA_E(), e) == 1
    }
  }

  private static func bigNumber(_ bytes: ArraySlice<UInt8>) -> OpaquePointer? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe BN_bin2bn(buffer.baseAddress, Int32(buffer.count), nil)
    }
  }

  /// Whether `signature` is this key's RSASSA-PKCS1-v1_5 signature over `message` (RFC 8017 §8.2.2).
  ///
  /// The encoded message is recovered from the signature and compared whole with the one that must be
  /// there, as the standard has it. No part of this asks whether a platform's policy still likes
  /// signatures with SHA-1: Apple's old receipts have them, and they are as genuine as they were.
  func verifies(
    _ signature: ArraySlice<UInt8>, over message: ArraySlice<UInt8>, _ algorithm: DigestAlgorithm
  ) -> Bool {
    let digest = algorithm.digest(of: message)
    guard digest.count == algorithm.length, signature.count == modulusLength,
      let recovered = recover(signature)
    else { return false }
    return areEqualInConstantTime(recovered[...], (algorithm.digestInfoPrefix + digest)[...])
  }

  /// What the signature holds behind its PKCS#1 padding.
  private func recover(_ signature: ArraySlice<UInt8>) -> [UInt8]? {
    guard let context = unsafe idle.withLock({ $0.popLast() }) ?? RecoveryContext(key),
      let recovered = context.recover(signature, capacity: modulusLength)
    else {
      ERR_clear_error()
      return nil
    }
    idle.withLock { $0.append(context) }
    return recovered
  }
}

/// An OpenSSL context that opens signatures of one key, one after the other. Preparing it costs a seventh of
/// what opening a signature does, so it is kept.
///
/// Only one thread may use it at a time: the thread that took it out of its key's list.
@safe private final class RecoveryContext: @unchecked Sendable {
  private let context: OpaquePointer

  init?(_ key: OpaquePointer) {
    guard
      let context = unsafe EVP_PKEY_CTX_new_from_pkey(CryptoContext.shared.context, key, nil)
    else { return nil }
    unsafe self.context = context
    guard unsafe EVP_PKEY_verify_recover_init(context) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
    else { return nil }
  }

  deinit { unsafe EVP_PKEY_CTX_free(context) }

  /// What a signature holds behind its PKCS#1 padding, which OpenSSL checks byte by byte.
  func recover(_ signature: ArraySlice<UInt8>, capacity: Int) -> [UInt8]? {
    var result: Int32 = 0
    let recovered = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      var length = output.count
      result = unsafe signature.withUnsafeBufferPointer { buffer in
        unsafe EVP_PKEY_verify_recover(
          context, output.baseAddress, &length, buffer.baseAddress, buffer.count)
      }
      count = result == 1 ? length : 0
    }
    return result == 1 ? recovered : nil
  }
}
