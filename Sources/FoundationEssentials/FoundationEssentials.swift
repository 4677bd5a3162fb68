// Swift's module of this name would be a quarter of the program. ArgumentParser uses only this of it: an error with a
// description, and an encoder for `--experimental-dump-help`. `scripts/essentials.sh` builds it for a release. If
// ArgumentParser uses more one day, that does not compile.

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

/// JSON, indented by two spaces, with its keys in order. It writes no other.
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let node = Node()
    try value.encode(to: node)
    return Data(text: node.json(indentation: ""))
  }
}

public struct Data {
  let text: String
}

extension String {
  public enum Encoding {
    case utf8
  }

  public init?(data: Data, encoding: Encoding) { self = data.text }
}
