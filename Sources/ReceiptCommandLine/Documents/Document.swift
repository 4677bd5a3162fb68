internal import ReceiptCore

/// A value in a YAML or JSON document that a person wrote, with its place.
struct DocumentNode {
  /// How the names of such files end, in a folder of them.
  static let endings = [".yaml", ".yml", ".json"]

  let position: DocumentPosition
  let content: Content

  enum Content {
    case scalar(Scalar)
    case list([DocumentNode])
    case table([Entry])
  }

  /// A scalar with its text as written. `1.10` may be a version or a number, so the reader decides.
  struct Scalar {
    let text: String
    let kind: Kind

    enum Kind { case null, bool, number, text }
  }

  struct Entry {
    let key: String
    let position: DocumentPosition
    let value: DocumentNode
  }
}

/// A place in a document. Both numbers count from 1; columns are Unicode scalars.
struct DocumentPosition {
  let line: Int
  let column: Int
}

/// An error in a document, with its place.
struct DocumentError: Error {
  let position: DocumentPosition?
  let message: String
  var hint: String?

  init(_ message: String, at position: DocumentPosition?, hint: String? = nil) {
    self.message = message
    self.position = position
    self.hint = hint
  }
}

extension DocumentNode {
  /// The largest document in bytes, where nothing else is said.
  static let maximumSize = 16 << 20
  /// The deepest nesting.
  static let maximumDepth = 64
  /// The largest number of values. Without this limit, a small file could use nested anchors to build a huge
  /// document.
  static let maximumValues = 1_000_000

  /// The largest number of values of a document of this size: a large one without anchors is never refused.
  static func maximumValues(size: Int) -> Int { max(maximumValues, size) }

  /// Reads a document: as JSON if it begins like JSON, otherwise as YAML.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      do throws(DocumentError) {
        return try readJSON(bytes)
      } catch {
        // YAML's flow style begins the same way: `{a: 1}`, or JSON with comments and trailing commas.
        guard let node = try? readYAML(bytes) else { throw error }
        return node
      }
    }
    return try readYAML(bytes)
  }

  /// Reads and interprets the file for a name on the command line; `-` is standard input.
  static func load<Value>(
    _ path: String, on host: Host, maximumSize: Int = maximumSize,
    _ understand: (DocumentNode) throws(DocumentError) -> Value
  ) throws(NamedError) -> Value {
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try FileReader.readNamed(path, limit: maximumSize, on: host)
    } catch {
      // No option changes this limit.
      let hint = "a document may have \(maximumSize >> 20) MiB; make several of it"
      throw NamedError(
        name: path,
        error: error.code == .tooLarge
          ? ReceiptError(.tooLarge, error.message, hint: hint) : error)
    }
    return try read(bytes, named: path, understand)
  }

  /// Reads and interprets a document, whose name goes into errors.
  static func read<Value>(
    _ bytes: [UInt8], named path: String,
    _ understand: (DocumentNode) throws(DocumentError) -> Value
  ) throws(NamedError) -> Value {
    do throws(DocumentError) {
      return try understand(read(bytes))
    } catch {
      throw NamedError(
        name: path, place: error.position.map { ($0.line, $0.column) },
        error: ReceiptError(.invalidDocument, error.message, hint: error.hint))
    }
  }
}

extension ReceiptError.Code {
  /// A document that a person wrote is invalid.
  static let invalidDocument = Self(rawValue: "invalid-document")
}
