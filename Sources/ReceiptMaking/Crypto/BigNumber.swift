internal import CReceiptCrypto
internal import ReceiptCore

/// An integer of any size, which it owns (BN_new).
@safe struct BigNumber: ~Copyable {
  let pointer: OpaquePointer

  init() throws(SigningFailure) {
    guard let pointer = unsafe BN_new() else { throw SigningFailure() }
    unsafe self.pointer = pointer
  }

  /// A non-negative integer, from its bytes with the most significant first.
  init(_ octets: [UInt8]) throws(SigningFailure) {
    let pointer = unsafe octets.withUnsafeBufferPointer { buffer in
      unsafe BN_bin2bn(buffer.baseAddress, Int32(buffer.count), nil)
    }
    guard let pointer = unsafe pointer else { throw SigningFailure() }
    unsafe self.pointer = pointer
  }

  /// Takes ownership of an OpenSSL number.
  init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe BN_free(pointer) }

  /// The fewest bytes that hold it.
  var octets: [UInt8] {
    let length = (Int(unsafe BN_num_bits(pointer)) + 7) / 8
    return unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = Int(unsafe BN_bn2bin(pointer, buffer.baseAddress))
    }
  }
}
