internal import ReceiptCore

/// The app's shared secret, from where no list of processes shows it.
enum SharedSecret {
  static let variable = "RECEIPT_SHARED_SECRET"
  /// Apple's have 32 characters.
  private static let maximumSize = 4096

  /// The secret from a file, or else from the environment; `nil` if neither has one.
  static func load(_ path: String?, on host: Host) throws(NamedError) -> String? {
    guard let path else {
      return host.variable(variable).flatMap { $0.isEmpty ? nil : $0 }
    }
    do throws(ReceiptError) {
      let bytes = try FileReader.readNamed(FilePath(path), limit: maximumSize)
      // Editors end a line.
      let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
      let rest = bytes.dropFirst(line.count)
      guard !line.isEmpty, rest.allSatisfy({ $0 == 0x0A || $0 == 0x0D }),
        let secret = String(validating: line, as: UTF8.self)
      else {
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
