internal import CReceiptHeap

/// The memory of the process.
package enum Heap {
  /// Buffers of large rows are larger than this; those of receipts are smaller.
  static let largeBlock = 1 << 20

  /// Returns the memory of large rows and bodies to the system. Otherwise each thread would keep some of it.
  package static func returnLargeBlocks() { CReceiptHeap_returnBlocks(Int32(largeBlock)) }

  /// Returns all memory that is free.
  package static func returnAll() { CReceiptHeap_trim() }
}
