package import ReceiptCore

/// A file with a secret, which no list of processes shows.
package enum SecretFile {
  /// Apple's shared secrets have 32 characters, and tokens seldom more.
  private static let maximumSize = 4096

  /// The only line of a file; `nil` if it has none, or several.
  package static func line(of path: String) throws(ReceiptError) -> String? {
    let bytes = try FileReader.readNamed(FilePath(path), limit: maximumSize)
    // Editors end a line.
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let rest = bytes.dropFirst(line.count)
    guard !line.isEmpty, rest.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) else { return nil }
    return String(validating: line, as: UTF8.self)
  }

  /// The bytes of a private key, which only its owner may read.
  package static func key(in path: String) throws(ReceiptError) -> [UInt8] {
    let file = FilePath(path)
    guard !Directory.isOpenToOthers(file) else {
      throw ReceiptError(
        .unreadable, "others may read this key, so it is no secret any more",
        hint: "chmod 600 closes it; if others have seen it, revoke it and make another")
    }
    return try FileReader.read(file, limit: maximumSize)
  }
}
