internal import ReceiptCore

/// The app's shared secret, from where no list of processes shows it.
enum SharedSecret {
  static let variable = "RECEIPT_SHARED_SECRET"
  /// Whether there is one. It may be that it cannot be read.
  static func isGiven(_ path: String?, on host: Host) -> Bool {
    path != nil || host.variable(variable)?.isEmpty == false
  }

  /// The secret from a file, or else from the environment; `nil` if neither has one.
  static func load(_ path: String?, on host: Host) throws(NamedError) -> String? {
    guard let path else {
      return host.variable(variable).flatMap { $0.isEmpty ? nil : $0 }
    }
    do throws(ReceiptError) {
      guard let secret = try SecretFile.line(of: path) else {
        throw ReceiptError(
          .invalidDocument, "a shared secret is one line of text, and this is not",
          hint: "App Store Connect shows the secret of an app under App Information")
      }
      return secret
    } catch {
      throw NamedError(name: path, error: error)
    }
  }
}
