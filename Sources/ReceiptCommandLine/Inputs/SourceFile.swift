package import ReceiptCore

/// One file, or standard input, as other programs of this package read it.
package enum SourceFile {
  /// Whether something has this name.
  package static func exists(_ path: String) -> Bool {
    Directory.kind(of: FilePath(path), followingLinks: true) != nil
  }

  /// The bytes of a file, or of standard input for `-`.
  package static func read(_ name: String, on host: Host) throws(ReceiptError) -> [UInt8] {
    try FileReader.readNamed(name, limit: DecodingLimits().maximumInputSize, on: host)
  }
}
