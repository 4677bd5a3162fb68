/// JSON Web Tokens that are none of StoreKit's, such as one in the headers of a request.
enum OtherTokens {
  /// What may be receipts, without such tokens: where there is something else, nobody meant those.
  static func leftOut(of found: [InputUnwrapper.Wrapped]) -> [InputUnwrapper.Wrapped] {
    guard found.count > 1 else { return found }
    let receipts = found.filter { !isOtherToken($0.bytes) }
    return receipts.isEmpty ? found : receipts
  }

  private static func isOtherToken(_ text: [UInt8]) -> Bool {
    guard InputUnwrapper.isJWS(text[...]), let jws = try? JWS.read(text) else { return false }
    let fields = ObjectFields(jws.payload, diagnostics: Diagnostics(limit: 1))
    return StoreKit2Decoder.otherToken(fields) != nil
  }
}
