internal import CReceiptBuild
internal import ReceiptCore

/// The program itself.
enum Program {
  /// The version of this program, without OpenSSL's.
  static let version = RECEIPT_VERSION

  /// Version, commit and OpenSSL, in one line.
  static var description: String {
    let commit = unsafe String(cString: CReceiptBuild_commit())
    let parts = (commit.isEmpty ? [] : ["commit \(commit)"]) + [OpenSSL.runtimeVersion]
    return "receipt \(version) (\(parts.joined(separator: ", ")))"
  }
}
