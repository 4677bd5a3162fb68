internal import CReceiptBuild
internal import ReceiptCore

/// The program itself.
package enum Program {
  /// The version of this program, without OpenSSL's.
  package static let version = RECEIPT_VERSION
  /// Its address.
  package static let repository = RECEIPT_REPOSITORY

  /// Version, commit and OpenSSL, in one line.
  package static var description: String {
    let commit = unsafe String(cString: CReceiptBuild_commit())
    // Joining a list would search the program for conformances, which takes as long as all the rest.
    let source = commit.isEmpty ? "" : "commit \(commit), "
    return "receipt \(version) (\(source)\(OpenSSL.runtimeVersion))"
  }
}
