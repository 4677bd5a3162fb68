internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reads a stream line by line, in memory that grows with neither the number of lines nor, beyond a
/// limit, with their length.
struct LineReader: ~Copyable {
  private let descriptor: Int32
  private let closes: Bool
  private let limit: Int
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  private static let chunkSize = 256 << 10

  /// Reads from a descriptor; closes it in the end if it is its own.
  init(descriptor: Int32, closes: Bool, limit: Int) {
    self.descriptor = descriptor
    self.closes = closes
    self.limit = limit
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// The next line without its end; a failure for one that is longer than the limit, which is passed
  /// over. `nil` after the last.
  mutating func next() throws(ReceiptError) -> Result<[UInt8], ReceiptError>? {
    var searched = position
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
        defer { position = end + 1 }
        let line = buffer[position..<end]
        guard line.count <= limit else { return .failure(.tooLarge(limit: limit)) }
        return .success(Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
      }
      if isAtEnd {
        defer { position = buffer.count }
        return position < buffer.count ? .success(Array(buffer[position...])) : nil
      }
      if buffer.count - position > limit {
        try skipLine()
        return .failure(.tooLarge(limit: limit))
      }
      buffer.removeSubrange(..<position)
      position = 0
      searched = buffer.count
      try fill()
    }
  }

  /// Drops what is left of a line that is too long.
  private mutating func skipLine() throws(ReceiptError) {
    repeat {
      buffer.removeAll(keepingCapacity: true)
      position = 0
      try fill()
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n"), from: 0) {
        position = end + 1
        return
      }
    } while !isAtEnd
    position = buffer.count
  }

  private mutating func fill() throws(ReceiptError) {
    let chunk = try FileReader.readOnce(descriptor, room: Self.chunkSize)
    isAtEnd = chunk.isEmpty
    buffer += chunk
  }
}

extension [UInt8] {
  /// The index of the first `octet` at or after `start`.
  fileprivate func firstIndex(of octet: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, Int32(octet), bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
