internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reads a stream line by line. Its memory does not grow with the number of lines, nor with their length
/// beyond a limit.
struct LineReader: ~Copyable {
  private let descriptor: Int32
  private let closes: Bool
  private let limit: Int
  /// Whether a carriage return before a line feed stays: inside a quoted field of CSV it is text.
  private let keepsReturns: Bool
  /// The bytes that were read; those from `position` to `end` were not yet returned.
  private var buffer = [UInt8](repeating: 0, count: Self.chunkSize)
  private var position = 0
  private var end = 0
  private var isAtEnd = false

  /// The size of a pipe. A larger one would only exceed the processor's caches.
  private static let chunkSize = 64 << 10

  /// Reads from a descriptor, and closes it at the end if `closes` is set.
  init(
    descriptor: Int32, closes: Bool, limit: Int, keepsReturns: Bool = false
  ) {
    self.descriptor = descriptor
    self.closes = closes
    self.limit = limit
    self.keepsReturns = keepsReturns
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// The next line without its line break. A line over the limit is skipped and gives a failure. `nil` at the
  /// end, or if the line has not yet arrived and it is not to be waited for.
  mutating func next(waiting: Bool = true) throws(ReceiptError) -> Result<[UInt8], ReceiptError>? {
    var searched = position
    while true {
      if let lineEnd = buffer.firstIndex(of: UInt8(ascii: "\n"), in: searched..<end) {
        defer { position = lineEnd + 1 }
        let line = buffer[position..<lineEnd]
        guard line.count <= limit else { return .failure(.tooLarge(limit: limit)) }
        let hasReturn = line.last == UInt8(ascii: "\r") && !keepsReturns
        return .success(Array(hasReturn ? line.dropLast() : line))
      }
      if isAtEnd {
        defer { position = end }
        return position < end ? .success(Array(buffer[position..<end])) : nil
      }
      guard waiting else { return nil }
      if end - position > limit {
        try skipLine()
        return .failure(.tooLarge(limit: limit))
      }
      let count = end - position
      try fill()
      searched = position + count
    }
  }

  /// Skips the rest of a line that is too long.
  private mutating func skipLine() throws(ReceiptError) {
    repeat {
      position = end
      try fill()
      if let lineEnd = buffer.firstIndex(of: UInt8(ascii: "\n"), in: position..<end) {
        position = lineEnd + 1
        return
      }
    } while !isAtEnd
    position = end
  }

  /// Reads more, after the bytes that were not yet returned.
  private mutating func fill() throws(ReceiptError) {
    if position > 0 {
      buffer.move(position..<end, to: 0)
      end -= position
      position = 0
    }
    if end == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    let count = try FileReader.readOnce(descriptor, into: &buffer, from: end)
    isAtEnd = count == 0
    end += count
  }
}

extension [UInt8] {
  /// Moves bytes to another place, which may overlap with the old one.
  fileprivate mutating func move(_ range: Range<Int>, to place: Int) {
    precondition(range.upperBound <= count && place >= 0 && place + range.count <= count)
    unsafe withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe memmove(base + place, base + range.lowerBound, range.count)
    }
  }
}
