import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Output of `receipt make`, checked by other verifiers with their strictest settings.
@Suite struct OtherVerifierTests {
  private static let spec = """
    receipt:
      bundle_id: com.example.tea
      receipt_creation_date: 2025-03-01T12:00:00Z
      in_app: [{product_id: com.example.tea.monthly, expires_date: 2025-04-01}]
    pending_renewal_info: [{product_id: com.example.tea.monthly, auto_renew_status: true}]
    """

  static let kinds = [
    ("jws-transaction", "transaction"), ("jws-app-transaction", "app_transaction"),
    ("jws-renewal-info", "renewal_info"), ("jws-notification", "notification"),
  ]

  @Test(
    "Apple's library trusts made JWS only under their own root",
    .enabled(if: Python.isThere, Python.absence), arguments: kinds)
  func appleLibrary(style: String, kind: String) async throws {
    let bench = try Workbench()
    for authority in [[], ["--pki", "authority"]] {
      let made = try await bench.run(
        ["make", "-", "--style", style, "--root", "roots.pem"] + authority,
        input: Array(Self.spec.utf8)
      ).expect(status: 0)
      try bench.write("made.jws", made.output)
      let verified = try await bench.python(
        "verify_apple.py",
        [bench.place("roots.pem"), "com.example.tea", kind, bench.place("made.jws")]
      ).expect(status: 0)
      #expect(verified.lines.count == 1)
      // Under any other root it trusts nothing.
      try bench.write(
        "other.pem", AuthorityFiles.rootsText(of: AuthorityFiles.authority(seed: [9])).utf8)
      try await bench.python(
        "verify_apple.py",
        [bench.place("other.pem"), "com.example.tea", kind, bench.place("made.jws")]
      ).expect(status: 1).expect(message: "VERIFICATION_FAILURE")
    }
  }

  @Test("OpenSSL accepts the chains of an authority under its strictest rules")
  func strictChains() async throws {
    let bench = try Workbench()
    let made = try await bench.run(
      ["make", "-", "--pki", "pki", "-o", "made.receipt"], input: Array(Self.spec.utf8)
    ).expect(status: 0)
    made.expectSilence()
    for branch in ["", "jws-"] {
      // The markers are Apple's own, and not critical.
      let result = try await bench.shell(
        """
        command -v openssl >/dev/null || exit 77
        openssl verify -x509_strict -no-CApath -no-CAstore -CAfile pki/\(branch)root.pem \
          -untrusted pki/\(branch)intermediate.pem pki/\(branch)leaf.pem
        """)
      if result.code == 77 {
        Issue.record("there is no openssl here; install it to run this test")
        return
      }
      result.expect(status: 0)
    }
    try await bench.shell(
      """
      openssl cms -verify -inform DER -in made.receipt -binary -out payload.bin -CAfile pki/roots.pem \
        -no-CApath -no-CAstore -purpose any -attime 1740830400 -x509_strict
      """
    ).expect(status: 0).expect(message: "Verification successful")
  }
}
