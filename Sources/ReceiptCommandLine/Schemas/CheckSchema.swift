internal import ReceiptCore

extension SchemaDocument {
  static let check = objectOrArray(
    "check", "What receipt check --format json prints", of: ["checked", "unreadable"],
    [
      (
        "checked",
        .object([
          .always("checks", .list(of: .definition("check"), atLeast: 1)),
          .always("judged_at", .date),
          .maybe("nested", .list(of: .definition("one"), atLeast: 1)),
          Schema.version,
          .always("signature", .definition("signature")),
          .always("source", .definition("source")),
          .always("verdict", .word(CheckReport.Verdict.self)),
        ])
      ),
      (
        "unreadable",
        .object([
          .maybe(
            "checks",
            .list(of: .definition("check"), atLeast: 1).described(
              "What an expectation file says to it.")),
          .always("error", .definition("error")),
          .maybe("expectation", .definition("expectation")),
          .always("judged_at", .date),
          Schema.version,
          .always("source", .definition("source_name")),
          .always("verdict", .word(CheckReport.Verdict.self)),
        ])
      ),
      (
        "check",
        .object([
          .maybe("details", .list(of: .text, atLeast: 1)),
          .maybe("evidence", .evidence),
          .maybe("expectation", .definition("expectation")),
          .maybe("expected", .flag.described("It did not pass, as it was meant to.")),
          .maybe("hint", .text),
          .always("id", .word(CheckList.all.map { $0.id.rawValue })),
          .always("message", .text),
          .maybe("offset", .integer.described("The byte of the receipt at which the fault is.")),
          .maybe("reason", .reason),
          .always("status", .word(Schema.words(of: .verdict))),
        ])
      ),
      (
        "expectation",
        .object([
          .always("file", .text.described("The expectation file as it was named.")),
          .maybe(
            "key", .text.described("What decided; absent where an entry only names the receipt.")),
          .always("line", .integer),
          .maybe(
            "overrides",
            .integer.described("An earlier line with another value, which does not count.")),
          .maybe("why", .text.described("Why the entry says it.")),
        ]).described("The line of the expectation file that decided.")
      ),
    ])
}
