internal import ReceiptCore

/// A token of a developer's server (Apple, "Generating JSON Web Tokens for API requests"), of which everything but the
/// app was checked.
struct DeveloperToken {
  /// The bundle id of the app that the requests are about.
  let bundleID: ReceiptString

  /// Far above what such a token needs.
  static let maximumSize = 16 << 10
  private static let audience = "appstoreconnect-v1"
  /// A token lasts at most an hour.
  private static let longest: Int64 = 3600
  /// How far the clock of the developer's server may be ahead.
  private static let tolerance: Int64 = 60

  /// Checks a token at a real time; `nil` for one that Apple refuses.
  init?(_ text: String?, _ key: DeveloperKey, at now: ReceiptDate) {
    var limits = DecodingLimits()
    limits.maximumInputSize = Self.maximumSize
    let seconds = now.millisecondsSince1970 / 1000
    guard let text, let jws = try? JWS.read(Array(text.utf8), limits: limits),
      jws.header["alg"]?.string == "ES256", jws.header["kid"]?.string == key.keyID,
      // No extension is known that must be understood (RFC 7515 §4.1.11).
      jws.header["crit"] == nil,
      jws.isSignedWithES256(by: key.point[...]),
      jws.payload["aud"]?.string == Self.audience,
      key.issuer.map({ $0 == jws.payload["iss"]?.string }) ?? true,
      let bundle = jws.payload["bid"]?.string,
      let end = Self.seconds(jws.payload["exp"]), end > seconds
    else { return nil }
    // Apple's library for Python does not say when it made the token.
    let start = jws.payload["iat"].map { Self.seconds($0) ?? .max } ?? seconds
    guard start <= seconds + Self.tolerance,
      !end.subtractingReportingOverflow(start).overflow,
      end - start <= Self.longest + Self.tolerance
    else { return nil }
    bundleID = ReceiptString(bundle)
  }

  /// A time in seconds since 1970. It may have a fraction (RFC 7519 §2), as that of Apple's library for Swift has.
  private static func seconds(_ value: JSONValue?) -> Int64? {
    guard case .number(let digits)? = value else { return nil }
    return Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0.rounded(.down)) }
  }
}
