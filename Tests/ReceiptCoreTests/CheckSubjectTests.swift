import Testing

@testable import ReceiptCore

/// Which text a check takes a value from, and whether a signature covers it.
@Suite struct CheckSubjectTests {
  private static func text(
    _ status: Verification.Status?, _ bundleID: String?, made: Int64? = nil,
    _ nested: [VerifiedReceipt] = []
  ) -> VerifiedReceipt {
    VerifiedReceipt.made(status, nested: nested) {
      $0.receipt.bundleID = bundleID.map { ReceiptString($0) }
      $0.receipt.signedDate = made.map { ReceiptDate(millisecondsSince1970: $0) }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    let text: VerifiedReceipt
    /// Of a value that does not tell which app it is, of one that does, and both where unsigned text is accepted.
    let expected: [String]

    var testDescription: String { rule }
  }

  private static let rows: [Row] = [
    Row(
      rule: "signed", text: text(.apple, "a", [text(.apple, "b")]),
      expected: ["a", "a", "a", "a"]),
    Row(
      rule: "signed by anyone", text: text(.untrusted, "a"), expected: ["a", "a", "a", "a"]),
    Row(
      rule: "signed, and says nothing", text: text(.apple, nil, [text(.apple, "b")]),
      expected: ["-", "-", "-", "-"]),
    Row(
      rule: "unsigned", text: text(nil, "a"),
      expected: ["a unsigned", "a unsigned", "a", "a"]),
    Row(
      rule: "unsigned around a signed text", text: text(nil, "a", [text(.apple, "b")]),
      expected: ["b", "b", "a", "b"]),
    Row(
      rule: "unsigned around several texts",
      text: text(nil, "a", [text(nil, "b"), text(.apple, nil), text(.apple, "c")]),
      expected: ["c", "c", "a", "c"]),
    Row(
      rule: "unsigned around an unsigned text", text: text(nil, "a", [text(nil, "b")]),
      expected: ["a unsigned", "a unsigned", "a", "a"]),
    Row(rule: "nothing", text: text(nil, nil), expected: ["-", "-", "-", "-"]),
  ]

  @Test("a value of the app", arguments: rows)
  func stated(row: Row) {
    var found: [String] = []
    for acceptsUnsigned in [false, true] {
      let subject = CheckSubject(row.text, acceptsUnsigned: acceptsUnsigned)
      for isIdentity in [false, true] {
        let stated = subject.stated(isIdentity: isIdentity, \.receipt.bundleID)
        found.append(stated.map { $0.value.description + ($0.isCovered ? "" : " unsigned") } ?? "-")
      }
    }
    #expect(found == row.expected)
  }

  @Test("a signed text says which app it is for, if the text around it is not signed")
  func bundleID() {
    for (text, bundleID) in [
      (Self.text(.apple, "a", [Self.text(.apple, "b")]), "a"),
      (Self.text(nil, "a", [Self.text(.apple, "b")]), "b"),
      (Self.text(nil, "a", [Self.text(.untrusted, "b")]), "a"),
      (Self.text(nil, "a", [Self.text(.apple, nil), Self.text(.custom, "c")]), "c"),
    ] {
      #expect(text.bundleID == ReceiptString(bundleID))
    }
  }

  @Test("a signed text may hold one that is not proven")
  func unproven() {
    for (text, isUnproven) in [
      (Self.text(.apple, nil, [Self.text(.untrusted, nil)]), true),
      (Self.text(.apple, nil, [Self.text(.apple, nil), Self.text(nil, nil)]), true),
      (Self.text(.apple, nil, [Self.text(.custom, nil)]), false), (Self.text(.apple, nil), false),
      (Self.text(.untrusted, nil, [Self.text(.untrusted, nil)]), false),
      (Self.text(nil, nil, [Self.text(.untrusted, nil)]), false),
    ] {
      #expect(text.isUnprovenInside == isUnproven)
    }
  }

  @Test(
    "when it was made",
    arguments: [
      (text(.apple, nil, made: 5, [text(.apple, nil, made: 9)]), false, 5, true),
      (text(.untrusted, nil, made: 5), false, 5, true), (text(.apple, nil), false, nil, false),
      (text(nil, nil, made: 5), false, 5, false), (text(nil, nil, made: 5), true, 5, true),
      (
        text(nil, nil, made: 5, [text(.apple, nil, made: 3), text(.apple, nil, made: 4)]), false, 4,
        true
      ),
      (text(nil, nil, made: 5, [text(.apple, nil, made: 3)]), true, 5, true),
      (text(nil, nil, made: 5, [text(nil, nil, made: 3)]), false, 5, false),
    ] as [(VerifiedReceipt, Bool, Int64?, Bool)])
  func madeAt(text: VerifiedReceipt, acceptsUnsigned: Bool, made: Int64?, isCovered: Bool) {
    let stated = CheckSubject(text, acceptsUnsigned: acceptsUnsigned).madeAt
    #expect(stated?.value.millisecondsSince1970 == made)
    #expect((stated?.isCovered ?? false) == isCovered)
  }
}
