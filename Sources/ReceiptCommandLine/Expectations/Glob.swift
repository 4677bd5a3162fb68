internal import ReceiptCore

/// A pattern for paths: `*` stands for anything within a folder, `**` for anything at all, `?` for one
/// character, `[a-z]` and `[!a]` for one of several.
struct Glob: Sendable {
  let text: String
  private let tokens: [Token]

  private enum Token: Sendable {
    case scalar(Unicode.Scalar)
    case any
    case anyInFolder
    case anyAcrossFolders
    case oneOf([ClosedRange<UInt32>], isNegated: Bool)
  }

  init(_ text: String) {
    self.text = text
    var tokens: [Token] = []
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "?": tokens.append(.any)
      case "*":
        guard index < scalars.count, scalars[index] == "*" else {
          tokens.append(.anyInFolder)
          continue
        }
        while index < scalars.count, scalars[index] == "*" { index += 1 }
        tokens.append(.anyAcrossFolders)
        // `a/**/b` is also `a/b`.
        if index < scalars.count, scalars[index] == "/", index == 2 || scalars[index - 3] == "/" {
          index += 1
        }
      case "[":
        guard let (token, end) = Self.oneOf(scalars, from: index) else {
          tokens.append(.scalar(scalar))
          continue
        }
        tokens.append(token)
        index = end
      default: tokens.append(.scalar(scalar))
      }
    }
    self.tokens = tokens
  }

  /// What stands between brackets, and where it ends; `nil` when nothing closes them.
  private static func oneOf(
    _ scalars: [Unicode.Scalar], from start: Int
  ) -> (token: Token, end: Int)? {
    var index = start
    let isNegated = index < scalars.count && (scalars[index] == "!" || scalars[index] == "^")
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt32>] = []
    let first = index
    while index < scalars.count {
      let scalar = scalars[index]
      // A bracket that comes first is one of the characters.
      if scalar == "]", index > first { return (.oneOf(ranges, isNegated: isNegated), index + 1) }
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        let low = scalar.value
        let high = scalars[index + 2].value
        if low <= high { ranges.append(low...high) }
        index += 3
      } else {
        ranges.append(scalar.value...scalar.value)
        index += 1
      }
    }
    return nil
  }

  /// Whether the pattern fits the whole path.
  func matches(_ path: String) -> Bool { matches(Array(path.unicodeScalars)) }

  /// The same for the scalars of a path. Takes no longer than the product of both lengths.
  func matches(_ scalars: [Unicode.Scalar]) -> Bool {
    // Which prefixes of the path the tokens so far fit.
    var fits = [Bool](repeating: false, count: scalars.count + 1)
    fits[0] = true
    for token in tokens {
      switch token {
      case .anyAcrossFolders: Self.spread(&fits, over: scalars) { _ in true }
      case .anyInFolder: Self.spread(&fits, over: scalars) { $0 != "/" }
      case .any: Self.step(&fits, over: scalars) { $0 != "/" }
      case .scalar(let expected): Self.step(&fits, over: scalars) { $0 == expected }
      case .oneOf(let ranges, let isNegated):
        Self.step(&fits, over: scalars) { scalar in
          scalar != "/" && ranges.contains { $0.contains(scalar.value) } != isNegated
        }
      }
    }
    return fits[scalars.count]
  }

  /// Goes on by one scalar, where it may.
  private static func step(
    _ fits: inout [Bool], over scalars: [Unicode.Scalar], where mayBe: (Unicode.Scalar) -> Bool
  ) {
    for index in scalars.indices.reversed() {
      fits[index + 1] = fits[index] && mayBe(scalars[index])
    }
    fits[0] = false
  }

  /// Goes on by any number of scalars, as far as it may.
  private static func spread(
    _ fits: inout [Bool], over scalars: [Unicode.Scalar], where mayBe: (Unicode.Scalar) -> Bool
  ) {
    for index in scalars.indices where fits[index] && !fits[index + 1] {
      fits[index + 1] = mayBe(scalars[index])
    }
  }

  /// The pieces that every path has that fits, in UTF-8. A zero stands for the beginning of the path, and for its
  /// end: no path has one.
  var literals: [[UInt8]] {
    var pieces: [[UInt8]] = [[0]]
    for token in tokens {
      if case .scalar(let scalar) = token, let bytes = UTF8.encode(scalar) {
        pieces[pieces.count - 1].append(contentsOf: bytes)
      } else {
        pieces.append([])
      }
    }
    pieces[pieces.count - 1].append(0)
    return pieces.filter { $0 != [0] && !$0.isEmpty }
  }

  /// A path with zeros where it begins and ends.
  static func marked(_ path: String) -> [UInt8] { [0] + Array(path.utf8) + [0] }

  /// Whether the pattern may fit something in a folder that it leads to.
  func mayFit(inside folder: String) -> Bool {
    guard !isPlain, !text.holds("**") else { return true }
    let depth = folder.split(separator: "/").count
    let parts = text.split(separator: "/")
    return parts.count > depth
      && Glob(parts.prefix(depth).joined(separator: "/")).matches(folder)
  }

  /// The folder in which everything lies that may fit: what stands before the first wildcard.
  var folder: String {
    let plain = text.unicodeScalars.prefix { !"*?[".unicodeScalars.contains($0) }
    guard plain.count < text.unicodeScalars.count else { return text }
    let parts = String(String.UnicodeScalarView(plain)).split(
      separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/")
  }

  /// A pattern that fits this path alone. A backslash is escaped too: a byte that is no UTF-8 is shown as `\xE9`, and
  /// no file can be opened under that name. A pattern is compared with what is shown.
  static func escaped(_ path: String) -> String {
    var result = ""
    for scalar in path.unicodeScalars {
      result += "*?[\\".unicodeScalars.contains(scalar) ? "[\(scalar)]" : String(scalar)
    }
    return result
  }

  var isPlain: Bool { !text.unicodeScalars.contains(where: "*?[".unicodeScalars.contains) }
}
