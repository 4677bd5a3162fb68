internal import ReceiptCore

extension DecodedReceipt {
  /// The purchases that an expectation file lists: those of the receipt itself, and those that a response lists beside
  /// it. What only holds signed texts has those of the texts, each once.
  var listed: [InAppPurchase] {
    if form == .notification || form.isAroundSignedTexts { return PurchaseHistory(self).records }
    var known = Set(receipt.inApp.compactMap(\.transactionID))
    return receipt.inApp
      + allPurchases.dropFirst(receipt.inApp.count).filter {
        $0.transactionID.map { known.insert($0).inserted } ?? true
      }
  }
}

/// The receipt holds what the expectation file lists: fields, purchases, and the bytes of the file. A difference is told
/// as a diff.
enum ContentsCheck {
  /// One side of a difference, with the key that expected something else, and the line of its value.
  private struct Difference {
    enum Side: String {
      case expected = "-"
      case found = "+"
    }

    let side: Side
    let key: String
    let line: Int32?
    let value: String

    var text: String { "\(side.rawValue) \(value)" }
  }

  /// What was found, and the place in the expectation file of the first difference.
  struct Finding {
    let result: CheckResult
    let place: ExpectationPlace?
  }

  /// - Returns: `nil` when nothing of the kind is expected.
  static func run(
    _ report: CheckReport, _ expectation: Expectation, needsSignature: Bool
  ) -> Finding? {
    var differences: [Difference] = []
    var unsigned: [Unsigned] = []
    var isAsked = false
    if case .checked(let checked) = report.outcome,
      expectation.receipt != nil || expectation.purchases != nil
    {
      isAsked = true
      let receipt = checked.decoded.receipt
      if let expected = expectation.purchases {
        differences += Self.differences(expected, in: checked.decoded.listed.map { Found($0) })
      }
      if let expected = expectation.receipt {
        differences += Self.differences(
          expected.fields, in: Found(receipt), of: "receipt", place: "")
      }
      // A digest fits no other bytes. What does not verify as a whole fails anyway.
      if needsSignature, checked.verification.isTrusted,
        expectation.sha256 == nil || expectation.sha256 != report.source.sha256
      {
        unsigned = Self.unsigned(expectation, checked, report.signedInside)
      }
    }
    let hasOtherFields = !differences.isEmpty
    if let expected = expectation.sha256, let digest = report.source.sha256 {
      isAsked = true
      if expected != digest {
        differences += [
          Difference(side: .expected, key: "sha256", line: nil, value: "sha256: \(expected)"),
          Difference(side: .found, key: "sha256", line: nil, value: "sha256: \(digest)"),
        ]
      }
    }
    guard isAsked else { return nil }
    guard let first = differences.first(where: { $0.line != nil }) ?? differences.first else {
      return matching(unsigned, expectation)
    }
    // Purchases may stand under the receipt too.
    var place =
      expectation.places.place(of: first.key) ?? expectation.places.place(of: "receipt")
    if let line = first.line { place?.line = Int(line) }
    let result = CheckResult.fail(
      .contents, .mismatch,
      hasOtherFields
        ? "it is not what the expectation file lists"
        : "its fields are those that were expected, but its bytes are others",
      evidence: ["differences": String(differences.count)],
      hint: "if the new contents are right, record them: receipt check --record"
    )
    // One line is named with the result; where there are more, each difference has its own.
    let lines = differences.map { difference -> Int? in
      guard difference.side == .expected else { return nil }
      return difference.line.map(Int.init) ?? expectation.places.place(of: difference.key)?.line
    }
    let isSpread = Set(lines.compactMap(\.self)).count > 1
    let details = zip(differences, lines).map { difference, line in
      difference.text + (line.flatMap { isSpread ? " (line \($0))" : nil } ?? "")
    }
    return Finding(result: result.with(details: details), place: place)
  }

  // MARK: Signatures

  /// What is as expected, and stands beside a signed text instead of in it.
  private struct Unsigned {
    let name: String
    let line: Int32
  }

  private static func matching(_ unsigned: [Unsigned], _ expectation: Expectation) -> Finding {
    let result = CheckResult.pass(.contents, "it holds what the expectation file lists")
    guard let first = unsigned.first else { return Finding(result: result, place: nil) }
    var place =
      expectation.places.place(of: "receipt") ?? expectation.places.place(of: "purchases")
    place?.line = Int(first.line)
    let more = unsigned.count - 1
    let names = first.name + (more > 0 ? " and \(more) more" : "")
    return Finding(
      result: .undetermined(
        .contents, .unsignedField,
        "it holds what the expectation file lists, but no signature covers \(names)",
        evidence: ["fields": unsigned.map(\.name).joined(separator: ", ")],
        hint:
          "anyone can write that: expect it of the signed text, or expect the sha256 of the file too"
      ),
      place: place)
  }

  /// - Parameter signed: the receipts inside that have a signature. Its own checks tell whether that holds.
  private static func unsigned(
    _ expectation: Expectation, _ checked: CheckReport.Checked, _ signed: [DecodedReceipt]
  ) -> [Unsigned] {
    let decoded = checked.decoded
    let fields = (expectation.receipt?.fields ?? []).filter { $0.value != nil }
    if decoded.hasOwnSignature {
      return decoded.form.signsDate
        ? []
        : fields.filter { Self.unsignedInIOS6.contains($0.name) }.map {
          Unsigned(name: $0.name, line: $0.line)
        }
    }
    let texts = signed.map { Found($0.receipt) }
    let purchases = PurchaseHistory(signed.flatMap(\.allPurchases)).records.map { Found($0) }
    func isSigned(_ purchase: ExpectedPurchase) -> Bool {
      purchases.contains { found in
        purchase.fields.allSatisfy { $0.value == nil || areSame($0.value, found[$0.name]) }
      }
    }
    return fields.filter { field in !texts.contains { areSame(field.value, $0[field.name]) } }
      .map { Unsigned(name: $0.name, line: $0.line) }
      + (expectation.purchases ?? []).filter { !isSigned($0) }.map {
        Unsigned(name: "in_app \(summary($0))", line: $0.line)
      }
  }

  /// What of a transaction of iOS 6 stands outside of its signed part.
  private static let unsignedInIOS6: Set<String> = ["environment", "receipt_type"]

  // MARK: Fields

  /// The values of a receipt or of a purchase by the names of the fields, as texts.
  private struct Found {
    private let members: [JSONValue.Member]

    init(_ receipt: Receipt) {
      // Purchases are compared by themselves.
      var bare = receipt
      bare.inApp = []
      members = bare.json.members ?? []
    }

    init(_ purchase: InAppPurchase) { members = purchase.json.members ?? [] }

    subscript(name: String) -> String? {
      members.first { $0.name == name }.map { $0.value.string ?? $0.value.description }
    }
  }

  private static func differences(
    _ expected: [ExpectedField], in found: Found, of key: String, place: String
  ) -> [Difference] {
    expected.flatMap { field -> [Difference] in
      let value = found[field.name]
      guard !areSame(field.value, value) else { return [] }
      return [(Difference.Side.expected, field.value), (.found, value)].compactMap { side, value in
        value.map {
          Difference(side: side, key: key, line: field.line, value: "\(place)\(field.name): \($0)")
        }
      }
    }
  }

  /// Byte by byte: Swift's texts would be equal when they only look alike.
  private static func areSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.utf8.elementsEqual(right.utf8)
  }

  // MARK: Purchases

  /// The list is exact: each purchase that is expected is there, and no other. Their order means nothing.
  /// What was added is told first.
  private static func differences(
    _ expected: [ExpectedPurchase], in found: [Found]
  ) -> [Difference] {
    func difference(
      _ side: Difference.Side, _ purchase: String, _ line: Int32? = nil
    ) -> Difference {
      Difference(side: side, key: "purchases", line: line, value: "in_app \(purchase)")
    }
    var remaining = found
    var missing: [ExpectedPurchase] = []
    for purchase in expected {
      let place = remaining.firstIndex { found in
        purchase.fields.allSatisfy { areSame($0.value, found[$0.name]) }
      }
      if let place { remaining.remove(at: place) } else { missing.append(purchase) }
    }
    var changed: [Difference] = []
    var gone: [Difference] = []
    for purchase in missing {
      // The same purchase with other fields is a change, not one purchase less and another one more.
      if let place = closest(to: purchase, among: remaining) {
        let found = remaining.remove(at: place)
        let id = found["transaction_id"] ?? found["product_id"] ?? ""
        changed += differences(
          purchase.fields, in: found, of: "purchases", place: "in_app \(id) ")
      } else {
        gone.append(difference(.expected, summary(purchase), purchase.line))
      }
    }
    return remaining.map { found in difference(.found, summary { found[$0] }) } + gone + changed
  }

  /// The same transaction; where none is named, the purchase of the same product that differs least.
  private static func closest(to purchase: ExpectedPurchase, among found: [Found]) -> Int? {
    if let id = purchase.value("transaction_id") {
      return found.firstIndex { areSame(id, $0["transaction_id"]) }
    }
    let product = purchase.value("product_id")
    var best: (place: Int, agreement: Int)?
    for (place, found) in found.enumerated() {
      guard product == nil || areSame(product, found["product_id"]) else { continue }
      let agreement = purchase.fields.count { areSame($0.value, found[$0.name]) }
      if agreement > best?.agreement ?? 0 { best = (place, agreement) }
    }
    return best?.place
  }

  private static func summary(_ purchase: ExpectedPurchase) -> String {
    let names = summary { purchase.value($0) }
    guard names.isEmpty else { return names }
    return purchase.fields.map { "\($0.name): \($0.value ?? "null")" }.joined(separator: ", ")
  }

  private static func summary(_ value: (String) -> String?) -> String {
    [value("transaction_id"), value("product_id"), value("purchase_date")].compactMap { $0 }
      .joined(separator: " ")
  }
}
