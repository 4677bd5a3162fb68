import Foundation
import Testing

/// A release of the tool, for what downloads it.
extension Workbench {
  /// The address of the folder with the archive.
  var release: String { get throws { "file://\(place("release"))" } }

  /// An environment in which scripts take the archive from there.
  func releaseSettings() throws -> [String: String] {
    ["RECEIPT_DOWNLOADS": try release, "RECEIPT_CACHE": place("cache")]
  }

  /// What is published with the sources: the scripts, and the file with version and address.
  func copyScripts(to folder: String) throws {
    try copy("scripts", to: folder)
    try copy("Sources/CReceiptBuild", to: folder)
  }

  private func copy(_ name: String, to folder: String) throws {
    let copy = place("\(folder)/\(name)")
    try FileManager.default.createDirectory(
      atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Python.file(name), toPath: copy)
  }

  /// Writes a program that is a script of `sh`.
  func writeProgram(_ name: String, _ script: String) throws {
    try write(name, Array("#!/bin/sh\n\(script)\n".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place(name))
  }

  /// Writes an archive named as a release names it, whose program starts the tool under test; returns its checksum.
  func writeRelease() async throws -> String {
    try writeProgram("packed/receipt/bin/receipt", "exec \"\(Self.binary())\" \"$@\"")
    let pack = """
      set -e
      mkdir -p release
      about="$PROJECT/scripts/about.sh"
      archive=receipt-$("$about" version)-$("$about" platform).tar.gz
      tar -C packed -czf "release/$archive" receipt
      rm -r packed
      "$PROJECT/scripts/checksum.sh" "release/$archive"
      """
    let result = try await shell(pack, environment: ["PROJECT": Python.file("")]).expect(status: 0)
    return String(try #require(result.text.split(separator: " ").first))
  }
}
