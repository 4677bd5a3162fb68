package import ReceiptCore

extension TestAuthority {
  /// The built-in test authority, whose keys are public: they are derived from a seed in this source. Never
  /// trust it in production.
  package static func wellKnown() throws(SigningFailure) -> TestAuthority {
    try TestAuthority(seed: publicSeed, validity: anyTime, primes: publicPrimes)
  }

  /// The primes for the public seed. A test checks them.
  static let publicPrimes = KnownPrimes(
    root: (p: 22, q: 56), intermediate: (p: 136, q: 224), leaf: (p: 2014, q: 12))

  static let publicSeed = "receipt, test authority: everybody has these keys"

  /// From before the first receipt until the last year that UTCTime can write.
  package static let anyTime = day(2008, 1, 1)...day(2049, 12, 31)
}
