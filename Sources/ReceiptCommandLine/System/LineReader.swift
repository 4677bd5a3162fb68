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
  /// The last line without its line break, as long as nothing more was read.
  private var last = 0..<0
  /// Where the lines begin that may be returned once more.
  private var kept: Int?

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

  /// Reads from memory.
  init(_ bytes: [UInt8], limit: Int, keepsReturns: Bool = false) {
    self.init(descriptor: -1, closes: false, limit: limit, keepsReturns: keepsReturns)
    buffer = bytes
    end = bytes.count
    isAtEnd = true
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// The next line without its line break. A line over the limit gives a failure, and is skipped. A line with which the
  /// kept lines get over the limit gives one too, and is not skipped. The result is `nil` at the end, or if the line
  /// has not yet arrived and `waiting` is false.
  mutating func next(waiting: Bool = true) throws(ReceiptError) -> Result<[UInt8], ReceiptError>? {
    var searched = position
    while true {
      if let lineEnd = buffer.firstIndex(of: UInt8(ascii: "\n"), in: searched..<end) {
        last = position..<lineEnd
        position = lineEnd + 1
        guard lineEnd - (kept ?? last.lowerBound) <= limit else {
          return .failure(.tooLarge(limit: limit))
        }
        var line = takeLast()
        if line.last == UInt8(ascii: "\r"), !keepsReturns { line.removeLast() }
        return .success(line)
      }
      if isAtEnd {
        last = position..<end
        position = end
        return last.isEmpty ? nil : .success(takeLast())
      }
      guard waiting else { return nil }
      if end - (kept ?? position) > limit {
        if kept == nil { try skipLine() }
        return .failure(.tooLarge(limit: limit))
      }
      let count = end - position
      try fill()
      searched = position + count
    }
  }

  /// The last line. A large one takes the buffer with it, so that it is not there twice.
  private mutating func takeLast() -> [UInt8] {
    let rest = end - position
    guard kept == nil, last.count >= Heap.largeBlock, last.count >= rest else {
      return Array(buffer[last])
    }
    var other = Array(buffer[position..<end])
    if !isAtEnd, rest < Self.chunkSize {
      other += repeatElement(0, count: Self.chunkSize - rest)
    }
    swap(&buffer, &other)
    other.removeLast(other.count - last.upperBound)
    other.removeFirst(last.lowerBound)
    (last, position, end) = (0..<0, 0, rest)
    return other
  }

  // MARK: Lines that belong together

  /// Keeps the last line and those after it, until they are taken as one text, or read again.
  ///
  /// - Parameter line: The last line, as it was returned.
  mutating func keep(_ line: consuming [UInt8]) {
    if last.isEmpty, !line.isEmpty {
      // It took the buffer with it.
      last = line.indices
      line.append(UInt8(ascii: "\n"))
      position = line.count
      line += buffer[..<end]
      end = line.count
      buffer = line
    }
    kept = last.lowerBound
  }

  /// The kept lines with the line breaks between them.
  mutating func takeKept() -> [UInt8] {
    last = (kept ?? last.lowerBound)..<last.upperBound
    kept = nil
    return takeLast()
  }

  /// Returns the kept lines once more.
  mutating func rewind() {
    position = kept ?? position
    kept = nil
  }

  // MARK: Reading

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

  /// Reads more, after the bytes that may still be returned.
  private mutating func fill() throws(ReceiptError) {
    let start = kept ?? position
    if start > 0 {
      buffer.move(start..<end, to: 0)
      end -= start
      position -= start
      if kept != nil { kept = 0 }
    }
    if end == buffer.count { grow() }
    let count = try FileReader.readOnce(descriptor, into: &buffer, from: end)
    isAtEnd = count == 0
    end += count
  }

  /// Doubles the buffer, up to what the longest line needs.
  private mutating func grow() {
    let size = max(buffer.count + Self.chunkSize, min(buffer.count * 2, limit))
    // The array itself would take twice as much.
    buffer.reserveCapacity(size)
    buffer += repeatElement(0, count: size - buffer.count)
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
