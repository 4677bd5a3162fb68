internal import ReceiptCore
internal import ReceiptMaking

/// The key of pseudonyms: a file's bytes, or chance.
enum RedactionKey {
  private static let maximumSize = 1 << 16
  private static let size = 32

  /// The key in a file, which is made if it is not there. With `nil` it is a random key that is kept nowhere.
  static func load(_ path: String?, on host: Host) throws -> [UInt8] {
    guard let path else { return host.randomBytes(size) }
    if Directory.kind(of: FilePath(path), followingLinks: true) == nil {
      let key = host.randomBytes(size)
      let file = try Output(path: path, isSecret: true)
      file.write(octets: key)
      try file.finish()
      return key
    }
    do throws(ReceiptError) {
      let key = try FileReader.read(FilePath(path), limit: maximumSize)
      guard key.count >= 16 else {
        throw ReceiptError(
          .weakKey, "this key has \(counted(key.count, "byte")), which can be guessed",
          hint: "16 bytes of chance are the least; without the file a key is made")
      }
      return key
    } catch {
      throw NamedError(name: path, error: error)
    }
  }
}

extension ReceiptError.Code {
  /// A key for pseudonyms that is too short.
  static let weakKey = Self(rawValue: "weak-key")
}

/// By how much to move dates.
enum DateShift {
  case fixed(TimeSpan)
  /// By what the key gives.
  case random

  /// Reads `30d`, `-1w` or `random`.
  init?(_ text: String) {
    if text == "random" {
      self = .random
      return
    }
    let isNegative = text.hasPrefix("-")
    guard let span = TimeSpan(isNegative ? String(text.dropFirst()) : text) else { return nil }
    self = .fixed(TimeSpan(milliseconds: isNegative ? -span.milliseconds : span.milliseconds))
  }
}

/// The replacements in the output.
struct Redaction {
  /// The file of the key; `nil` for one of chance.
  var key: String?
  var shift: DateShift?

  func makeRedactor(keepsReplacements: Bool = false, on host: Host) throws -> Redactor {
    let pseudonyms = Pseudonyms(key: try RedactionKey.load(key, on: host))
    let span =
      switch shift {
      case nil: TimeSpan(milliseconds: 0)
      case .fixed(let span): span
      case .random: pseudonyms.shift
      }
    return Redactor(pseudonyms, shift: span, keepsReplacements: keepsReplacements)
  }
}

extension Source {
  /// The same, without names that stand in the input itself. That of a file is for its owner.
  func redacted(with redactor: Redactor) -> Source {
    var source = self
    source.part = part.map(redactor.path)
    source.row = row.map { $0.redacted(with: redactor) }
    return source
  }
}

extension CarriedRow {
  /// The row under pseudonyms. Names from a header or from the command line stay.
  fileprivate func redacted(with redactor: Redactor) -> CarriedRow {
    var row = self
    var redactor = redactor
    row.members = redactor.redact(beside: members, keepingNames: hasKnownNames)
    return row
  }
}

extension Redactor {
  /// The receipt under pseudonyms. Where that is impossible nothing of it is shown.
  mutating func shown(
    _ decoded: DecodedReceipt, limits: DecodingLimits, hint: String
  ) throws(ReceiptError) -> DecodedReceipt {
    do throws(RedactionFailure) {
      return try shown(decoded, limits: limits)
    } catch {
      throw ReceiptError(.unreadable, "this cannot be redacted", hint: hint)
    }
  }
}

extension DecodeReport {
  /// Replaces identifying values. What was found out about the signature is about the original.
  mutating func redact(with redactor: Redactor, limits: DecodingLimits) {
    source = source.redacted(with: redactor)
    // Its words may quote what was found instead of a receipt.
    if case .failed(let error) = outcome { outcome = .failed(error.withoutWords) }
    if case .decoded(let decoded, let verification) = outcome {
      var redactor = redactor
      do throws(ReceiptError) {
        outcome = .decoded(
          try redactor.shown(decoded, limits: limits, hint: "without --redact it can be shown"),
          verification)
      } catch {
        outcome = .failed(error)
      }
    }
    for index in nested.indices { nested[index].redact(with: redactor, limits: limits) }
  }
}
