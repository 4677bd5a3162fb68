import ReceiptCore
import ReceiptMaking
import ReceiptStandIn
import Testing

/// Which tokens the App Store Server API accepts. All others get a 401 with an empty body.
@Suite struct TokenTests {
  private static let path = "inApps/v1/transactions/100"

  private func status(_ token: String?, _ options: (inout StandInOptions) -> Void = { _ in }) throws
    -> Int
  {
    var bench = try Bench(Bench.tea, options)
    let answer = bench.send("GET", Self.path, token: token)
    #expect(answer.status == 200 || answer.body.isEmpty && answer.contentType == nil)
    return answer.status
  }

  @Test func theTestKeyIsAccepted() throws {
    #expect(try status(Bench.token()) == 200)
    #expect(try status(Bench.token(seconds: 3600)) == 200)
  }

  @Test(arguments: [nil, "", ".", "..", "a.b.c", "eyJ", String(repeating: "e", count: 1 << 20)])
  func junkIsRefused(_ token: String?) throws {
    #expect(try status(token) == 401)
  }

  @Test func anExpiredOrLongOneIsRefused() throws {
    #expect(try status(Bench.token(seconds: 0)) == 401)
    #expect(try status(Bench.token(seconds: -300)) == 401)
    #expect(try status(Bench.token(seconds: 1)) == 200)
    #expect(try status(Bench.token(seconds: 3660)) == 200)
    #expect(try status(Bench.token(seconds: 3661)) == 401)
  }

  @Test func anExtensionThatMustBeUnderstoodIsRefused() throws {
    let header = #"{"alg":"ES256","kid":"\#(TestDeveloperKey.keyID)","crit":["x"],"x":1}"#
    #expect(try status(Bench.token(header: header)) == 401)
  }

  private static func payload(_ member: String, _ value: String) -> String {
    let now = Bench.start.millisecondsSince1970 / 1000
    let members = [
      ("bid", "\"\(Bench.bundle)\""), ("iss", "\"\(TestDeveloperKey.issuer)\""),
      ("aud", "\"appstoreconnect-v1\""), ("iat", "\(now)"), ("exp", "\(now + 300)"),
    ].map { name, usual in "\"\(name)\":\(name == member ? value : usual)" }
    return "{\(members.joined(separator: ","))}"
  }

  @Test(arguments: [
    ("bid", #""com.example.other""#), ("bid", "7"), ("iss", #""somebody""#), ("aud", #""apple""#),
    ("exp", #""soon""#), ("exp", "1e12"), ("exp", "1e400"), ("exp", "9223372036854775807"),
    ("iat", #""now""#),
    ("iat", "9223372036854775807"), ("iat", "-9223372036854775808"), ("iat", "1780272061"),
  ])
  func aWrongClaimIsRefused(_ member: String, _ value: String) throws {
    #expect(try status(Bench.token(payload: Self.payload(member, value))) == 401)
  }

  @Test(arguments: [("exp", ".5"), ("iat", ".123456"), ("iat", ".0")])
  func timesMayHaveFractions(_ member: String, _ fraction: String) throws {
    let now = Bench.start.millisecondsSince1970 / 1000 + (member == "exp" ? 300 : 0)
    #expect(try status(Bench.token(payload: Self.payload(member, "\(now)\(fraction)"))) == 200)
  }

  @Test func aTokenNeedNotSayWhenItWasMade() throws {
    let now = Bench.start.millisecondsSince1970 / 1000
    let payload =
      #"{"bid":"\#(Bench.bundle)","iss":"\#(TestDeveloperKey.issuer)","aud":"appstoreconnect-v1","exp":\#(now + 300)}"#
    #expect(try status(Bench.token(payload: payload)) == 200)
  }

  @Test(arguments: [
    #"{"alg":"none","kid":"TESTKEY001"}"#, #"{"alg":"HS256","kid":"TESTKEY001"}"#,
    #"{"alg":"ES256","kid":"OTHER"}"#, #"{"alg":"ES256"}"#, "{}",
  ])
  func aWrongHeaderIsRefused(_ header: String) throws {
    #expect(try status(Bench.token(header: header)) == 401)
  }

  @Test func aWrongSignatureIsRefused() throws {
    let token = try Bench.token()
    let parts = token.split(separator: ".").map(String.init)
    #expect(try status(parts[0] + "." + parts[1] + ".") == 401)
    let other = try Bench.token(seconds: 200).split(separator: ".").map(String.init)
    #expect(try status(parts[0] + "." + parts[1] + "." + other[2]) == 401)
    #expect(try status(token + "=") == 401)
  }

  @Test func keysAreReadFromPEM() throws {
    let key = try SigningKey.p256(seed: "a developer")
    let secret = PEM.encode(privateKey: key.encoded)
    let open = PEM.text(key.publicKeyInfo[...], "PUBLIC KEY")
    for pem in [secret, open] {
      let developer = try DeveloperKey(pem: Array(pem.utf8), keyID: "TESTKEY001")
      #expect(try status(Bench.token()) { $0.developer = developer } == 401)
    }
    let own = try DeveloperKey(pem: Array(TestDeveloperKey.pem.utf8), keyID: "TESTKEY001")
    #expect(try status(Bench.token()) { $0.developer = own } == 200)
  }

  @Test func otherKeysAreRefused() throws {
    let rsa = try TestAuthority.wellKnown().leaf.key
    let large = try SigningKey.p384(seed: "a developer")
    for pem in [
      PEM.encode(privateKey: rsa.encoded), PEM.encode(privateKey: large.encoded),
      PEM.text(rsa.publicKeyInfo[...], "PUBLIC KEY"),
      PEM.text(large.publicKeyInfo[...], "PUBLIC KEY"),
      PEM.text([1, 2, 3], "PUBLIC KEY"), "", "-----BEGIN PRIVATE KEY-----",
    ] {
      #expect(throws: ReceiptError.self) {
        try DeveloperKey(pem: Array(pem.utf8), keyID: "TESTKEY001")
      }
    }
  }
}
