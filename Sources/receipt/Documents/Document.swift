internal import ReceiptCore

/// A value in a document that a person wrote, YAML or JSON, and where it stands.
struct DocumentNode {
  let position: DocumentPosition
  let content: Content

  enum Content {
    case scalar(Scalar)
    case list([DocumentNode])
    case table([Entry])
  }

  /// A value without parts, with the text as it was written: `1.10` is a version to one reader and a
  /// number to another, so the reader decides.
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

/// A place in a document; both count from 1, columns in Unicode scalars.
struct DocumentPosition {
  let line: Int
  let column: Int
}

/// What is wrong with a document, and where.
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
  /// The largest document that is read.
  static let maximumSize = 16 << 20
  /// The deepest nesting.
  static let maximumDepth = 64
  /// The largest number of values. Without a limit, anchors that repeat anchors would make a small file
  /// into a document of any size.
  static let maximumValues = 1_000_000

  /// Reads a document: JSON where it begins like JSON, YAML otherwise.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      do throws(DocumentError) {
        return try readJSON(bytes)
      } catch {
        // YAML's flow style begins alike: `{a: 1}`, or JSON with comments and trailing commas.
        guard let node = try? readYAML(bytes) else { throw error }
        return node
      }
    }
    return try readYAML(bytes)
  }

  /// The file behind a name on the command line, `-` for standard input, read and then understood.
  static func load<Value>(
    _ path: String, _ understand: (DocumentNode) throws(DocumentError) -> Value
  ) throws(NamedError) -> Value {
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes =
        path == "-"
        ? try FileReader.readStandardInput(limit: maximumSize)
        : try FileReader.read(FilePath(path), limit: maximumSize)
    } catch {
      // There is no option for this limit.
      let hint = "a document may have 16 MiB; make several of it"
      throw NamedError(
        name: path,
        error: error.code == .tooLarge
          ? ReceiptError(.tooLarge, error.message, hint: hint) : error)
    }
    do throws(DocumentError) {
      return try understand(read(bytes))
    } catch {
      // Named as compilers name places, so that editors can go there.
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      throw NamedError(
        name: path + place,
        error: ReceiptError(.invalidDocument, error.message, hint: error.hint))
    }
  }
}

extension ReceiptError.Code {
  /// A document that a person wrote says something that cannot be understood.
  static let invalidDocument = Self(rawValue: "invalid-document")
}
