import COpenSSL
import Foundation
import ReceiptCore
import ReceiptMaking

/// The work of OpenSSL on a receipt, with which ours is compared.
enum Reference {
  /// OpenSSL's parser, including its free.
  static func parse(_ bytes: [UInt8]) {
    PKCS7_free(pkcs7(bytes))
  }

  fileprivate static func pkcs7(_ bytes: [UInt8]) -> UnsafeMutablePointer<PKCS7> {
    bytes.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      guard let parsed = d2i_PKCS7(nil, &cursor, buffer.count) else {
        fatalError("OpenSSL must be able to read what is measured")
      }
      return parsed
    }
  }
}

/// Only `EVP_DigestVerify` over a receipt's content with the signer's key: the least work that can check a
/// signature.
struct BareVerification {
  private let key: OpaquePointer
  private let content: [UInt8]
  private let signature: [UInt8]

  init(_ bytes: [UInt8]) {
    // Never freed, because it owns the key.
    let receipt = Reference.pkcs7(bytes)
    guard let signers = PKCS7_get0_signers(receipt, nil, 0),
      let key = X509_get0_pubkey(COpenSSL_sk_X509_value(signers, 0)),
      let signer = COpenSSL_sk_PKCS7_SIGNER_INFO_value(PKCS7_get_signer_info(receipt), 0),
      let content = receipt.pointee.d.sign.pointee.contents.pointee.d.data
    else { fatalError("the receipt that is measured must have a signer") }
    self.key = key
    self.content = octets(content)
    signature = octets(signer.pointee.enc_digest)
  }

  func run() {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha1(), nil, key) == 1,
      EVP_DigestVerify(context, signature, signature.count, content, content.count) == 1
    else { fatalError("the signature that is measured must hold") }
  }
}

/// Only `EVP_DigestVerify` over the signed part of a JWS with the key of its first certificate.
struct BareEllipticVerification {
  private let key: OpaquePointer
  private let content: [UInt8]
  private let signature: [UInt8]

  init(_ bytes: [UInt8]) {
    guard let jws = try? JWS.read(bytes), let leaf = jws.certificates.first,
      let key = leaf.withUnsafeBufferPointer({ buffer in
        var cursor = buffer.baseAddress
        // Never freed, because it owns the key.
        return X509_get0_pubkey(d2i_X509(nil, &cursor, buffer.count))
      })
    else { fatalError("the JWS that is measured must have a certificate") }
    self.key = key
    content = Array(jws.segments[0] + [UInt8(ascii: ".")] + jws.segments[1])
    signature = Self.der(jws.signature)
  }

  /// A signature as OpenSSL reads it.
  private static func der(_ signature: [UInt8]) -> [UInt8] {
    let parts = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(parts) }
    let half = Int32(signature.count / 2)
    ECDSA_SIG_set0(
      parts, BN_bin2bn(signature, half, nil),
      BN_bin2bn(Array(signature.suffix(Int(half))), half, nil))
    var encoded: UnsafeMutablePointer<UInt8>?
    let length = i2d_ECDSA_SIG(parts, &encoded)
    defer { free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: Int(length)))
  }

  func run() {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestVerify(context, signature, signature.count, content, content.count) == 1
    else { fatalError("the signature that is measured must hold") }
  }
}

/// Only `EVP_DigestSign` with SHA-256 and a 2048-bit RSA key: the least work that making a receipt takes.
struct BareSigning {
  private let key: OpaquePointer
  private let content = [UInt8](repeating: 0x31, count: 4000)

  init() throws {
    let files = try AuthorityFiles.files(of: .wellKnown())
    let text = files.first { $0.name == "leaf" + AuthorityFiles.keyEnding }?.text ?? ""
    // OpenSSL reads it in place.
    let key = Array(text.utf8).withUnsafeBytes { buffer in
      let source = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count))
      defer { BIO_free(source) }
      return PEM_read_bio_PrivateKey(source, nil, nil, nil)
    }
    guard let key else { fatalError("OpenSSL must be able to read the key that is measured") }
    self.key = key
  }

  func run() {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var length = Int(EVP_PKEY_get_size(key))
    var signature = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &signature, &length, content, content.count) == 1
    else { fatalError("OpenSSL must be able to sign what is measured") }
  }
}

/// `d2i_PKCS7` and `PKCS7_verify` with Apple's root in a store, at the receipt's creation date.
struct PKCS7Verification {
  private let bytes: [UInt8]
  private let store: OpaquePointer

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let root = TrustAnchor.apple.first?.certificate.encoded, let store = X509_STORE_new(),
      let date = (try? ReceiptDecoder().decode(bytes))?.receipt.receiptCreationDate
    else { fatalError("the receipt that is measured must have a date") }
    root.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      let certificate = d2i_X509(nil, &cursor, buffer.count)
      X509_STORE_add_cert(store, certificate)
      X509_free(certificate)
    }
    let parameters = X509_STORE_get0_param(store)
    X509_VERIFY_PARAM_set_time(parameters, time_t(date.millisecondsSince1970 / 1000))
    // Receipts of that time use SHA-1, which higher levels refuse.
    X509_VERIFY_PARAM_set_auth_level(parameters, 0)
    self.store = store
  }

  func run() {
    let receipt = Reference.pkcs7(bytes)
    defer { PKCS7_free(receipt) }
    guard PKCS7_verify(receipt, nil, store, nil, nil, 0) == 1 else {
      fatalError("OpenSSL must be able to verify what is measured")
    }
  }
}

private func octets(_ string: UnsafeMutablePointer<ASN1_OCTET_STRING>) -> [UInt8] {
  Array(
    UnsafeBufferPointer(
      start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
}
