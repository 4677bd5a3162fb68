/// JSON Web Tokens that are not from StoreKit: those in the headers of a request, for example.
enum OtherTokens {
  /// The candidates without such tokens. If there are other candidates, the tokens are not meant.
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
