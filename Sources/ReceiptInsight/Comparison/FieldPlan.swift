package import ReceiptCore

/// A field with different values in two receipts.
package struct FieldDifference: Sendable, Hashable {
  /// The field's name in the JSON output.
  package let name: String
  /// What the first receipt says; `nil` where only the second does.
  package let a: FieldValue?
  /// What the second receipt says; `nil` where only the first does.
  package let b: FieldValue?
}

/// Which fields of two receipts are compared, and how.
struct FieldPlan<Model: Sendable>: Sendable {
  /// The fields that both can know.
  let fields: [Field<Model>]
  /// Those that only the first, or only the second, can know.
  private let onlyA: [Field<Model>]
  private let onlyB: [Field<Model>]
  private let isExact: Bool

  /// - Parameter across: fields that are compared only where the forms differ.
  init(
    _ table: [Field<Model>], across: [Field<Model>] = [], _ a: FormCapabilities,
    _ b: FormCapabilities
  ) {
    isExact = a.form == b.form && a.knows == b.knows
    guard !isExact else {
      fields = table
      onlyA = []
      onlyB = []
      return
    }
    let all = table + across
    fields = all.filter { $0.comparedForms.isSuperset(of: [a.knows, b.knows]) }
    onlyA = all.filter { $0.comparedForms.contains(a.knows) && !$0.comparedForms.contains(b.knows) }
    onlyB = all.filter { $0.comparedForms.contains(b.knows) && !$0.comparedForms.contains(a.knows) }
  }

  /// Compares the fields of two models. A model may occur several times, as in a response that lists a
  /// transaction twice; then all its values count.
  ///
  /// - Parameter countBoth: increased by the number of fields that both have.
  func differences(_ a: [Model], _ b: [Model], countBoth: inout Int) -> [FieldDifference] {
    var result: [FieldDifference] = []
    for field in fields {
      let left = value(field, a)
      let right = value(field, b)
      if left != nil, right != nil { countBoth += 1 }
      guard left != right else { continue }
      if !isExact, field.comparison.isOptional, left == nil || right == nil { continue }
      result.append(FieldDifference(name: field.name, a: left, b: right))
    }
    return result
  }

  /// The names of the fields that only one has and the other's form cannot contain. A field of the same name
  /// in the other form, if any, means something else.
  func onlyOneHas(_ pairs: [(a: [Model], b: [Model])]) -> (a: [String], b: [String]) {
    func has(_ field: Field<Model>, _ models: [Model]) -> Bool {
      models.contains { field.get($0) != nil }
    }
    return (
      onlyA.filter { field in pairs.contains { has(field, $0.a) && !has(field, $0.b) } }
        .map(\.name),
      onlyB.filter { field in pairs.contains { has(field, $0.b) && !has(field, $0.a) } }
        .map(\.name)
    )
  }

  private func value(_ field: Field<Model>, _ models: [Model]) -> FieldValue? {
    guard models.count != 1 else { return value(field, models[0]) }
    var values: [FieldValue] = []
    for model in models {
      guard let value = value(field, model), !values.contains(value) else { continue }
      values.append(value)
    }
    return values.count > 1 ? .list(values) : values.first
  }

  private func value(_ field: Field<Model>, _ model: Model) -> FieldValue? {
    let value = field.get(model)
    if isExact { return value }
    // What an optional flag says is said: only its absence means nothing.
    if field.comparison.isOptional, case .flag? = value { return value }
    return value?.inCommon
  }
}

/// What a form of receipt can contain.
struct FormCapabilities: Sendable {
  let form: ReceiptForm
  /// The form whose fields it has. An iOS 6 style response has those of an iOS 6 transaction, and a receipt's
  /// content those of the receipt.
  let knows: ReceiptForm

  init(_ decoded: DecodedReceipt) {
    form = decoded.form
    let isOldAnswer =
      form == .verifyReceipt && decoded.receipt.receiptType == nil
      && decoded.receipt.receiptCreationDate == nil && decoded.receipt.inApp.count == 1
    knows = isOldAnswer ? .ios6Transaction : form.fieldsForm
  }

  /// How many purchases it can contain.
  var purchases: ReceiptForm.Extent { knows.purchases }

  /// How many items it is expected to contain, compared with another form. A form that can hold one item and
  /// holds none, such as a test notification, counts as having no place for it.
  func extent(
    _ most: ReceiptForm.Extent, isEmpty: Bool, comparedWith other: FormCapabilities
  ) -> ReceiptForm.Extent {
    most == .one && isEmpty && form != other.form ? .none : most
  }

  /// How many subscriptions' renewals it can contain.
  var renewals: ReceiptForm.Extent { form.renewals }
}

extension Field {
  /// The forms between which the field is compared.
  var comparedForms: Set<ReceiptForm> { comparison.forms ?? names.forms }
}

extension FieldValue {
  /// What two forms can both say: dates to the second, and nothing where one of them would say nothing.
  var inCommon: FieldValue? {
    switch self {
    case .identifier(0), .flag(false): nil
    case .date(let date): .date(date.toTheSecond)
    // The others have no name in StoreKit 2.
    case .productType(let type) where type.rawValue > ProductType.autoRenewableSubscription.rawValue:
      nil
    default: self
    }
  }
}

extension ReceiptDate {
  /// The second that it lies in. A date that no year can hold stays as it is.
  var toTheSecond: ReceiptDate {
    guard Self.writable.contains(millisecondsSince1970) else { return self }
    let seconds = Self.floorDivide(Int(clamping: millisecondsSince1970), 1000)
    return ReceiptDate(millisecondsSince1970: Int64(seconds) * 1000)
  }
}
