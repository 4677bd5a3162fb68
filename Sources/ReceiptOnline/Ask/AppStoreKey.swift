internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptMaking

/// A key of App Store Connect, with which tokens for the App Store Server API are signed. It is never printed.
struct AppStoreKey: Sendable {
  /// The identifier of the key (`kid`).
  let keyID: String
  /// The identifier of the team (`iss`).
  let issuer: String
  private let key: SigningKey

  /// A token lasts at most an hour (Apple, "Generating JSON Web Tokens for API requests").
  private static let lifetime: Int64 = 20 * 60

  /// - Parameter keyID: If there is none, the name of the file says it, as Apple gives it.
  /// - Throws: A `Fault` for a file that others may read, and for one that is no such key.
  init(file: String, keyID: String?, issuer: String) throws(Fault) {
    guard let keyID = keyID ?? Self.keyID(named: file) else {
      throw Fault(
        "the identifier of the key is missing: give --key-id",
        hint: "App Store Connect shows it beside the key; AuthKey_ABCDE12345.p8 has it in its name")
    }
    let bytes = try Self.bytes(of: file)
    guard let encoded = PEM.privateKey(in: bytes), let key = try? SigningKey(encoded),
      SigningKey.pointOfP256(publicKeyInfo: key.publicKeyInfo) != nil
    else {
      throw Fault(
        "\(file) is no key of App Store Connect",
        hint: "it is a file AuthKey_….p8 that begins with -----BEGIN PRIVATE KEY-----")
    }
    self.key = key
    self.keyID = keyID
    self.issuer = issuer
  }

  static func bytes(of file: String) throws(Fault) -> [UInt8] {
    do throws(ReceiptError) {
      return try SecretFile.key(in: file)
    } catch {
      throw Fault("\(file): \(error)", hint: error.advice)
    }
  }

  /// The identifier of the key in the name that App Store Connect gives to its file.
  static func keyID(named file: String) -> String? {
    let name = file.split(separator: "/").last ?? ""
    let (start, end) = ("AuthKey_", ".p8")
    guard name.hasPrefix(start), name.hasSuffix(end) else { return nil }
    let id = name.dropFirst(start.count).dropLast(end.count)
    return id.isEmpty ? nil : String(id)
  }

  /// A token for requests about an app.
  func token(for bundleID: String, at now: ReceiptDate) throws(Fault) -> String {
    let seconds = now.millisecondsSince1970 / 1000
    let payload = JSONValue.object([
      .init(name: "iss", value: .string(issuer)),
      .init(name: "iat", value: .number(String(seconds))),
      .init(name: "exp", value: .number(String(seconds + Self.lifetime))),
      .init(name: "aud", value: .string("appstoreconnect-v1")),
      .init(name: "bid", value: .string(bundleID)),
    ])
    var token = JWSTemplate(certificates: [], payload: payload.utf8)
    token.set("x5c", nil)
    token.set("kid", .string(keyID))
    token.set("typ", .string("JWT"))
    do {
      try token.signSecretly(with: key)
    } catch {
      throw Fault("the token could not be signed")
    }
    return String(decoding: token.encoded, as: UTF8.self)
  }
}
