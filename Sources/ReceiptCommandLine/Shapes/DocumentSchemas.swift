internal import ReceiptCore

/// The files that people write.
extension SchemaDocument {
  static let expectations = SchemaDocument(
    name: "expectations", title: "What receipt check expects of receipts",
    root: .object(
      [
        .maybe("$schema", .text),
        .always(
          "receipts",
          .list(of: entry, atLeast: 1).described(
            "Later entries add to earlier ones for the same file.")),
      ], isClosed: true),
    definitions: [
      ("purchases", purchases),
      (
        "reason",
        .word(
          Set(CheckReason.all.map(\.rawValue) + ReceiptError.Code.all.map(\.rawValue)).sorted()
        ).described("The reason of a check, or the code of an error.")
      ),
      (
        "checks",
        .object(
          CheckList.all.map { .maybe($0.id.rawValue, .definition("reason")) }, isClosed: true
        ).adding("minProperties", .number("1")).described(
          "Checks, each with the reason for which it must fail.")
      ),
    ])

  private static let entry = Schema.object(place + parameters + contents, isClosed: true)

  /// Which receipts are meant, and how they are read.
  private static let place: [Schema.Member] = [
    .always(
      "files",
      .oneOrMore(path, atLeast: 1).described(
        "Paths or patterns, relative to this file: * within a folder, ** across folders, ? and [a-z] for one "
          + "character. A folder means every file in it.")),
    .maybe(
      "part",
      plain.described("The one of several receipts in a file that is meant, as receipt names it.")
    ),
    .maybe("why", plain.described("What this is a case of, for people.")),
    .maybe(
      "profile", .word(ReceiptVerifier.Profile.self).described("By whose rules to judge.")),
    .maybe(
      "trust-root",
      .oneOrMore(.text, atLeast: 1).described(
        "Files with roots to trust beside Apple's, relative to this file.")),
    .maybe(
      "form", .word(ReceiptForm.self).described("The form that the receipt must have.")),
  ]

  private static let parameters: [Schema.Member] = Checks.parameters.map {
    .maybe($0.name, value(of: $0).described($0.help))
  }

  /// What is in the receipt, and why it is refused.
  private static let contents: [Schema.Member] = [
    .maybe("sha256", digest.described("SHA-256 of the file.")),
    .maybe(
      "receipt",
      .object(
        ReceiptFieldNames.receipt.sorted().map {
          .maybe($0, $0 == ReceiptFieldNames.purchases ? .definition("purchases") : field)
        }, isClosed: true
      ).adding("minProperties", .number("1")).described(
        "Fields of the receipt by the names of receipt decode --format json; null for one that must be "
          + "absent.")),
    .maybe("purchases", .definition("purchases")),
    .maybe(
      "fails",
      .one(
        of: .definition("reason"), .list(of: .definition("reason"), atLeast: 1),
        .definition("checks")
      ).described(
        "The receipt must be refused for these reasons and no others: reasons, or checks with their "
          + "reason. The code of the error for one that cannot be read.")),
  ]

  private static let path = Schema(["type": .string("string"), "minLength": .number("1")])
  private static let digest = Schema.pattern("^[0-9a-f]{64}$")
  /// YAML reads a version as a number, and some words as truth values.
  private static let plain = Schema.types("string", "number", "boolean")
  private static let field = Schema.types("string", "number", "boolean", "null")

  private static let purchases = Schema.list(
    of: .one(
      of: .text, .object(ReceiptFieldNames.purchase.map { .maybe($0, field) }, isClosed: true))
  ).described(
    "All purchases and no others, in any order: product identifiers, or fields that must have these values."
  )

  private static func value(of parameter: any ExpectationParameter) -> Schema {
    let value: Schema =
      if !parameter.choices.isEmpty {
        .word(parameter.choices)
      } else if parameter is Parameter<TimeSpan> {
        .pattern("^([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?$")
      } else {
        plain
      }
    return parameter.isRepeatable ? .oneOrMore(value, atLeast: 1) : value
  }

  static let settings = SchemaDocument(
    name: "settings", title: "What receipt knows of an app",
    root: .object(
      [
        .maybe("$schema", .text),
        .maybe(
          "bundle-id",
          .oneOrMore(.definition("filled")).described(
            "The bundle identifiers of the app, byte by byte.")),
        .maybe(
          "device-id",
          .oneOrMore(.text).described("Devices, of which every receipt must be for one.")),
        .maybe(
          "first-free-version",
          .types("string", "number").described(
            "The first version that was free: a build number on iOS, a version on macOS.")),
        .maybe(
          "products",
          .types("object", "null").adding(
            "additionalProperties",
            Schema.one(
              of: .definition("filled").described("The name for people."), .null, product
            ).json
          ).described("Products by their ids.")),
        .maybe(
          "time-zone",
          path.described(
            "The time zone of dates: UTC, an offset such as +02:00, or a name such as Europe/Berlin."
          )),
      ], isClosed: true),
    definitions: [("filled", plain.adding("minLength", .number("1")))])

  private static let product = Schema.object(
    [
      .maybe("name", .definition("filled").described("The name for people.")),
      .maybe(
        "unlocks",
        .oneOrMore(.definition("filled")).described(
          "What it unlocks. Products with a word in common unlock the same.")),
      .maybe("group", .definition("filled").described("Its subscription group.")),
      .maybe(
        "level",
        Schema(["type": .string("integer"), "minimum": .number("1"), "maximum": .number("1000")])
          .described("Its level in the group; 1 offers most, as in App Store Connect.")),
    ], isClosed: true)
}
