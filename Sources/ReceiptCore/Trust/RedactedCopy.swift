/// The mark of a redacted copy whose original Apple had signed. It is the name of the certificate that signs the copy,
/// so the claim is the maker's and not Apple's.
package enum RedactedCopy {
  /// The common name of the signer.
  package static let signerName = "Redacted Copy, Original Signed by Apple"
}

extension Verification {
  /// Whether the signer says that this is a redacted copy of what Apple had signed.
  package var isRedactedCopy: Bool {
    status == .custom
      && chain.first.map { DistinguishedName($0.subject).commonName } == RedactedCopy.signerName
  }
}
