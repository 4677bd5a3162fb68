/// What checks, signatures and the program end with.
enum StatusGlossary {
  static let entries: [GlossaryEntry] = [
    GlossaryEntry(.verdict, "pass", "the check was run, and what it asks is so"),
    GlossaryEntry(
      .verdict, "fail", "the check was run, and what it asks is not so",
      advice: "look at its reason: `receipt explain REASON`"),
    GlossaryEntry(
      .verdict, "undetermined",
      "it was asked for, but this receipt cannot answer; it counts like a failure",
      advice: "look at its reason: `receipt explain REASON`"),
    GlossaryEntry(
      .verdict, "not-run",
      "it was not asked for, or an earlier check failed; it fails nothing",
      advice: "give the option that it needs, if its answer matters"),
    GlossaryEntry(
      .signature, "apple", "the chain of certificates ends in one of Apple's roots",
      advice: "check the rest: whether it is for your app, its version and this device"),
    GlossaryEntry(
      .signature, "custom", "the chain of certificates ends in a root of --trust-root",
      advice: "trust it as far as you trust the owner of that root"),
    GlossaryEntry(
      .signature, "xcode",
      "signed with a key that every copy of Xcode has, or that some Xcode made: it proves nothing",
      advice: "use it in tests only"),
    GlossaryEntry(
      .signature, "untrusted", "it is signed, but the signer is not trusted, or it was changed",
      advice: "refuse it; `receipt check` says why"),
    GlossaryEntry(
      .signature, "incomplete",
      "a part is missing, or cannot be read: whether it was signed is not known",
      advice: "copy the whole text again; it is not refused as forged"),
    GlossaryEntry(
      .signature, "absent", "there is no signature",
      advice: "ask for what is signed: the app's receipt, or a JWS"),
  ]

  static let exitCodes: [GlossaryEntry] = [
    GlossaryEntry(.exitCode, "0", "all fine"),
    GlossaryEntry(
      .exitCode, "1", "a check failed, or could not be answered; of `diff`: the receipts differ",
      advice: "look at the reasons in the answer"),
    GlossaryEntry(
      .exitCode, "2", "something could not be read or decoded, or the answer could not be written",
      advice: "look at the message on standard error"),
    GlossaryEntry(.exitCode, "64", "wrong usage", advice: "see --help"),
  ]
}
