internal import ReceiptCore

/// Why something could not be read: what each code means, and what to do. docs/errors.md has the same rows.
enum ErrorGlossary {
  struct Row: Sendable {
    let code: String
    /// The layer that gives it, as docs/errors.md orders them.
    let section: Section
    let meaning: String
    let advice: String

    fileprivate init(_ code: String, _ section: Section, _ meaning: String, _ advice: String) {
      self.code = code
      self.section = section
      self.meaning = meaning
      self.advice = advice
    }
  }

  enum Section: String, Sendable, CaseIterable {
    case input = "The input"
    case container = "The container"
    case jws = "The JWS"
    case fields = "The attributes and fields"
  }

  /// What to do about an error, as `explain` says it too.
  static func advice(for code: ReceiptError.Code) -> String? {
    rows.first { $0.code == code.rawValue }?.advice
  }

  private static let limits = DecodingLimits()

  static let rows: [Row] = [
    Row(
      "not-found", .input,
      "there is no such file",
      "check the path"),
    Row(
      "unreadable", .input,
      "the file may not or cannot be read",
      "check its permissions"),
    Row(
      "not-a-file", .input,
      "a device was named, a pipe is in a folder, a pipe has no writer, or a folder was named where one file was expected",
      "pipe a device in: `receipt decode - < DEVICE`; name a pipe, or a file in the folder"),
    Row(
      "no-receipt", .input,
      "a folder without files, or an app without a receipt",
      "name a folder that holds receipts"),
    Row(
      "invalid-root", .input,
      "a file of `--trust-root` holds no certificate that can be a root",
      "give a CA certificate with an RSA key, or one on P-256 or P-384, DER or PEM"),
    Row(
      "no-device-id", .input,
      "a file of `--device-id` holds no device id",
      "give the output of `ifconfig` or `ioreg`, or the id itself"),
    Row(
      "invalid-authority", .input,
      "the files of a test authority (`--pki`) are not all there, or do not belong together",
      "name a new folder, and a new authority is made"),
    Row(
      "weak-key", .input,
      "a key for pseudonyms of fewer than 16 bytes",
      "name a file that is not there, and one is made"),
    Row(
      "invalid-document", .input,
      "a SPEC, an expectation file or a settings file says what cannot be understood; its name is "
        + "followed by line and column",
      "`receipt decode --format json` prints a SPEC, `receipt check --record` an expectation file, "
        + "`receipt init` a settings file"),
    Row(
      "output-is-input", .input,
      "an output (`-o`, `--root`, `--map`, …) is a file that the same run reads",
      "write to another file, outside of the folders that are read"),
    Row(
      "same-output", .input,
      "two options name the same file to write",
      "give each of them its own file"),
    Row(
      "already-there", .input,
      "the file of `--map`, of `init` or of `--record` is there already",
      "name another file, or remove this one; `redact` and `init` take `--force`"),
    Row(
      "empty", .input,
      "there is nothing in it",
      "ask the app to refresh its receipt"),
    Row(
      "missing-field", .input,
      "a row or a table without the member of `--field`, the column of `--column` or one of "
        + "`--keep`; or that member is no text",
      "name one of those that the hint lists"),
    Row(
      "invalid-row", .input,
      "a row of another shape than `--field` or the header says, or with a quotation mark that "
        + "stands alone",
      "mend the row: quote fields with separators, line breaks or quotation marks in them"),
    Row(
      "unknown-word", .input,
      "`explain` knows no such word",
      "`receipt explain --list` shows every word"),
    Row(
      "too-large", .input,
      "more than \(DecodingLimits().maximumInputSize >> 20) MiB, or than `--max-size`; in BER, a certificate or signer of more than 16 KiB",
      "receipts are far smaller; if this is one, raise the limit with `--max-size`"),
    Row(
      "not-a-receipt", .input,
      "neither DER nor base64, or the content is no set of attributes",
      "give the receipt itself"),
    Row(
      "several-receipts", .input,
      "several receipts, where one was expected; or more than 1,000, of which the rest are not shown",
      "give each a file of its own, or a line of its own with `--lines`"),
    Row(
      "nothing-in-common", .input,
      "two receipts to compare, and nothing that both say",
      "`receipt decode` shows what is in each"),
    Row(
      "wrong-form", .input,
      "a receipt of another form than `--form` asks for",
      "leave `--form` away to see the content"),
    Row(
      "too-many-layers", .input,
      "wrapped more than eight times",
      "take some of the wrappings off"),
    Row(
      "duplicate-name", .input,
      "a name occurs twice where it may occur once",
      "which one counts is unclear; get the file again"),
    Row(
      "invalid-property-list", .input,
      "a property list that cannot be read",
      "copy the whole transaction again"),
    Row(
      "invalid-json", .input,
      "meant to be JSON, or what a program prints of a value, and cannot be read",
      "copy the whole text again"),
    Row(
      "null", .input,
      "the word `null`, `nil`, `(null)`; a request without its `receipt-data`",
      "there was no receipt when it was written; refresh it first"),
    Row(
      "html-page", .input,
      "a page of HTML",
      "a server answered with a page; look at it in a browser"),
    Row(
      "transaction-id", .input,
      "a number alone",
      "ask for the receipt, or look it up with the App Store Server API"),
    Row(
      "shared-secret", .input,
      "32 hexadecimal digits",
      "do not share a shared secret; a receipt is read without it"),
    Row(
      "certificate", .input,
      "a certificate, a request for one, or several in PKCS#7",
      "a root to trust goes with `--trust-root`; `openssl x509 -text` shows a certificate"),
    Row(
      "private-key", .input,
      "a private key",
      "do not share it; a receipt is read without it"),
    Row(
      "archive", .input,
      "a ZIP archive, such as an `.ipa`",
      "unpack it"),
    Row(
      "provisioning-profile", .input,
      "a provisioning profile, or the list that one holds",
      "the receipt is another file in the app"),
    Row(
      "other-signed-data", .input,
      "a signed file that holds no receipt",
      "`openssl cms -verify -noverify` shows what it holds"),
    Row(
      "other-token", .input,
      "a JSON Web Token that is not from StoreKit: for the App Store Server API, or of Sign in with "
        + "Apple",
      "do not share it; `--form` shows it all the same"),
    Row(
      "invalid-base64", .input,
      "the base64 has a character too many, lost its small or capital letters, or its padding is wrong",
      "copy the whole text again"),
    Row(
      "truncated", .container,
      "a part is missing: the beginning, the middle or the end was cut off or left out when it was "
        + "shown, or a length was damaged",
      "get the whole receipt again; `receipt dump` shows where it breaks off"),
    Row(
      "malformed", .container,
      "a header that is no ASN.1 header, or that no receipt may have",
      "get the receipt again; `receipt dump` shows the place"),
    Row(
      "unexpected-tag", .container,
      "something else stands where a known element must be",
      "get the receipt again; `receipt dump` shows the place"),
    Row(
      "not-signed-data", .container,
      "PKCS#7 of another type than SignedData",
      "ask for the receipt itself: this is some other PKCS#7 file"),
    Row(
      "no-content", .container,
      "a detached signature: there is no receipt inside",
      "ask for the receipt itself: this is the signature of a file or a message"),
    Row(
      "too-many-certificates", .container,
      "more than \(limits.maximumCertificates)",
      "refuse it: a receipt carries three"),
    Row(
      "too-many-signers", .container,
      "more than \(limits.maximumSignerInfos) signers or digest algorithms",
      "refuse it: a receipt has one"),
    Row(
      "too-deep", .container,
      "BER nested more than \(limits.maximumDepth) deep, JSON more than \(JSONReader.maximumDepth), or a signed text "
        + "in one that is in another",
      "refuse it: a receipt needs 14 levels, and Apple's JSON 6"),
    Row(
      "invalid-jws", .jws,
      "not three segments between points, or an empty header or payload",
      "copy the whole text, from eyJ to its end"),
    Row(
      "too-many-values", .jws,
      "JSON of more than \(grouped(JSONReader.maximumValues)) values",
      "refuse it: Apple's answers have thousands of values at most"),
    Row(
      "too-many-attributes", .fields,
      "more than \(grouped(limits.maximumAttributes)), or more than "
        + "\(grouped(DecodingLimits.largestPurchaseCount)) purchases; the rest is not shown",
      "refuse it: no genuine receipt has this many"),
    Row(
      "invalid-integer", .fields,
      "a type or version outside 0 to 2³¹−1, or a value of no bytes or more than eight",
      "get the receipt again; `receipt dump` shows the value"),
    Row(
      "wrong-type", .fields,
      "the value is of another ASN.1 type than this attribute has, or of another JSON type "
        + "than this field",
      "get the receipt again; what the field holds is kept all the same"),
    Row(
      "invalid-date", .fields,
      "the text is not a date, or the number of milliseconds lies outside of the years 0 to "
        + "9999",
      "get the receipt again; `receipt dump` shows the text"),
    Row(
      "too-many-errors", .fields,
      "reading stopped after 1,000 faults",
      "get the receipt again: this one is badly damaged"),
  ]
}
