/// Apple's intermediates that issue the signers of receipts, for signed texts that do not hold theirs: transactions of
/// iOS 6 never do.
///
/// A test compares their fingerprints, and verifies each to a root, with its marker OID. Others are not needed: a text
/// with its own intermediate is verified by that one.
package enum AppleIntermediate {
  /// The one of most genuine receipts, from 2013 to 2023.
  package static let developerRelationsG1 = PackageResources.DeveloperRelationsG1_cer
  /// The one that issued the signers of iOS 6 transactions of version 2, from 2009 to 2016.
  package static let iTunesStore = PackageResources.iTunesStore_cer

  /// All of them. Of those with one name, the newest is last.
  package static let all: [Certificate] = [
    PackageResources.DeveloperRelations2008_cer, developerRelationsG1,
    PackageResources.DeveloperRelationsG5_cer, PackageResources.DeveloperRelationsG7_cer,
    iTunesStore,
  ].compactMap { try? Certificate($0[...]) }

  /// Those that have the name of a certificate's issuer (RFC 5280 §4.1.2.4).
  ///
  /// Those of 2008 and 2013 have the same name and the same key. The one that issued a certificate is valid as long as
  /// it, so it comes first.
  static func issuers(
    of leaf: Certificate, among known: [Certificate] = AppleIntermediate.all
  ) -> [Certificate] {
    let named = known.reversed().filter { areEqual($0.subject, leaf.issuer) }
    func covers(_ issuer: Certificate) -> Bool {
      issuer.notBefore <= leaf.notBefore && leaf.notAfter <= issuer.notAfter
    }
    return named.filter(covers) + named.filter { !covers($0) }
  }
}
