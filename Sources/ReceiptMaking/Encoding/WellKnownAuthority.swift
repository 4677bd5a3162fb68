package import ReceiptCore

extension TestAuthority {
  /// The authority of all who do not make one of their own. Its keys follow from a text that everybody can
  /// read here: to trust it in production would be to trust everybody.
  package static func wellKnown() throws(SigningFailure) -> TestAuthority {
    try TestAuthority(seed: publicSeed, validity: anyTime, primes: publicPrimes)
  }

  /// A test finds them again.
  static let publicPrimes: KnownPrimes = {
    var primes = KnownPrimes()
    primes.root = (p: 22, q: 56)
    primes.intermediate = (p: 136, q: 224)
    primes.leaf = (p: 2014, q: 12)
    return primes
  }()

  static let publicSeed = "receipt, test authority: everybody has these keys"

  /// From before the first receipt to the last year whose dates are UTCTime.
  package static let anyTime = day(2008, 1, 1)...day(2049, 12, 31)
}
