/// Finds the patterns that fit a path, in a time that hardly grows with their number.
///
/// Each pattern is filed under a few bytes that every path has that fits: those that the fewest other patterns have.
/// Only patterns whose bytes are in the path are tried.
struct GlobIndex: Sendable {
  private let globs: [Glob]
  private var byWindow: [Window: [Int]] = [:]
  /// The lengths of all windows.
  private var lengths: [Int] = []
  /// Whether a window may be one of them: most are not, and this is faster than to look for each.
  private var mayBeThere: [Bool]
  /// Patterns that are nothing but wildcards.
  private var others: [Int] = []

  init(_ globs: [Glob]) {
    self.globs = globs
    var counts = WindowCounts(for: globs.count)
    mayBeThere = Array(repeating: false, count: counts.size)
    for glob in globs { counts.add(Self.windows(of: glob)) }
    var lengths: Set<Int> = []
    for (number, glob) in globs.enumerated() {
      guard let window = counts.rarest(of: Self.windows(of: glob)) else {
        others.append(number)
        continue
      }
      byWindow[window, default: []].append(number)
      mayBeThere[window.slot(among: counts.size)] = true
      lengths.insert(window.length)
    }
    self.lengths = lengths.sorted()
  }

  private static func windows(of glob: Glob) -> [Window] {
    var windows: [Window] = []
    for literal in glob.literals {
      Window.each(in: literal, length: min(literal.count, Window.maximumLength)) {
        windows.append($0)
      }
    }
    return windows
  }

  /// The numbers of the patterns that fit, in their order.
  func matches(_ path: String) -> [Int] {
    guard !globs.isEmpty else { return [] }
    var candidates = Set(others)
    let bytes = Glob.marked(path)
    for length in lengths {
      Window.each(in: bytes, length: length) { window in
        guard mayBeThere[window.slot(among: mayBeThere.count)] else { return }
        candidates.formUnion(byWindow[window] ?? [])
      }
    }
    let scalars = Array(path.unicodeScalars)
    return candidates.filter { globs[$0].matches(scalars) }.sorted()
  }
}

/// Up to seven bytes of a path.
private struct Window: Hashable {
  static let maximumLength = 7

  /// The bytes, and their number in the highest byte.
  let bits: UInt64

  var length: Int { Int(bits >> 56) }

  /// Calls `body` with each window of a length.
  static func each(in bytes: [UInt8], length: Int, _ body: (Window) -> Void) {
    let mask = (1 as UInt64) << (8 * UInt64(length)) - 1
    var bits: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      bits = (bits << 8 | UInt64(byte)) & mask
      if index >= length - 1 { body(Window(bits: UInt64(length) << 56 | bits)) }
    }
  }

  /// A place in a table whose size is a power of two.
  func slot(among size: Int) -> Int {
    // The multiplier of Fibonacci hashing: the bits in the middle depend on all of the window.
    Int((bits &* 0x9E37_79B9_7F4A_7C15) >> 32) & (size - 1)
  }
}

/// How many patterns have a window, nearly: some windows share a counter, so that the table stays small.
private struct WindowCounts {
  private var counts: [UInt32]

  private static let maximumSize = 1 << 20

  init(for count: Int) {
    var size = 1 << 8
    while size < min(32 * count, Self.maximumSize) { size *= 2 }
    counts = Array(repeating: 0, count: size)
  }

  var size: Int { counts.count }

  mutating func add(_ windows: [Window]) {
    for window in windows { counts[window.slot(among: size)] &+= 1 }
  }

  /// The window that the fewest have, and of several the longest.
  func rarest(of windows: [Window]) -> Window? {
    windows.min {
      let (left, right) = (counts[$0.slot(among: size)], counts[$1.slot(among: size)])
      return left == right ? $0.length > $1.length : left < right
    }
  }
}
