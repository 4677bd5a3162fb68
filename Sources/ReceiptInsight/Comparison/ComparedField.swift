internal import ReceiptCore

/// A field by which two receipts are compared.
struct ComparedField<Model>: Sendable {
  /// Its name in the JSON output.
  let name: String
  /// The forms that can contain it. Receipts of different forms are compared by the fields of both.
  let forms: Set<ReceiptForm>
  /// Whether a form that can contain it may leave it out.
  let isOptional: Bool
  /// Which comparisons use it.
  let occasion: Occasion
  let value: @Sendable (Model) -> ComparedValue?

  enum Occasion: Sendable {
    case always, sameForm, acrossForms
  }

  init(
    _ name: String, _ forms: Set<ReceiptForm>, isOptional: Bool = false,
    _ occasion: Occasion = .always, _ value: @escaping @Sendable (Model) -> ComparedValue?
  ) {
    self.name = name
    self.forms = forms
    self.isOptional = isOptional
    self.occasion = occasion
    self.value = value
  }
}

/// A field with different values in two receipts.
package struct FieldDifference: Sendable, Hashable {
  /// The field's name in the JSON output.
  package let name: String
  /// The value in the first receipt; `nil` if it has none.
  package let a: ComparedValue?
  /// The value in the second receipt; `nil` if it has none.
  package let b: ComparedValue?

  package init(name: String, a: ComparedValue?, b: ComparedValue?) {
    self.name = name
    self.a = a
    self.b = b
  }
}

/// Which fields of two receipts are compared, and how.
struct FieldPlan<Model>: Sendable {
  /// The fields that both forms can contain.
  let fields: [ComparedField<Model>]
  /// The fields that only one of the forms can contain.
  private let onlyA: [ComparedField<Model>]
  private let onlyB: [ComparedField<Model>]
  private let isExact: Bool

  init(_ table: [ComparedField<Model>], _ a: ReceiptKnowledge, _ b: ReceiptKnowledge) {
    isExact = a.form == b.form && a.knows == b.knows
    guard !isExact else {
      fields = table.filter { $0.occasion != .acrossForms }
      onlyA = []
      onlyB = []
      return
    }
    let across = table.filter { $0.occasion != .sameForm }
    fields = across.filter { $0.forms.contains(a.knows) && $0.forms.contains(b.knows) }
    onlyA = across.filter { $0.forms.contains(a.knows) && !$0.forms.contains(b.knows) }
    onlyB = across.filter { $0.forms.contains(b.knows) && !$0.forms.contains(a.knows) }
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
      if !isExact, field.isOptional, left == nil || right == nil { continue }
      result.append(FieldDifference(name: field.name, a: left, b: right))
    }
    return result
  }

  /// The names of the fields that only one has and the other's form cannot contain. A field of the same name
  /// in the other form, if any, means something else.
  func onlyOneHas(_ pairs: [(a: [Model], b: [Model])]) -> (a: [String], b: [String]) {
    func has(_ field: ComparedField<Model>, _ models: [Model]) -> Bool {
      models.contains { field.value($0) != nil }
    }
    return (
      onlyA.filter { field in pairs.contains { has(field, $0.a) && !has(field, $0.b) } }
        .map(\.name),
      onlyB.filter { field in pairs.contains { has(field, $0.b) && !has(field, $0.a) } }
        .map(\.name)
    )
  }

  private func value(_ field: ComparedField<Model>, _ models: [Model]) -> ComparedValue? {
    guard models.count != 1 else { return value(field, models[0]) }
    var values: [ComparedValue] = []
    for model in models {
      guard let value = value(field, model), !values.contains(value) else { continue }
      values.append(value)
    }
    return values.count > 1 ? .list(values) : values.first
  }

  private func value(_ field: ComparedField<Model>, _ model: Model) -> ComparedValue? {
    let value = field.value(model)
    if isExact { return value }
    // The value of an optional flag always counts. Only its absence means nothing.
    if field.isOptional, case .flag? = value { return value }
    return value?.inCommon
  }
}

/// What a form of receipt can contain.
struct ReceiptKnowledge: Sendable {
  let form: ReceiptForm
  /// The form whose fields it has. An iOS 6 style response has those of an iOS 6 transaction.
  let knows: ReceiptForm

  init(_ decoded: DecodedReceipt) {
    form = decoded.form
    let isOldAnswer =
      form == .verifyReceipt && decoded.receipt.receiptType == nil
      && decoded.receipt.receiptCreationDate == nil && decoded.receipt.inApp.count == 1
    knows = isOldAnswer ? .ios6Transaction : form
  }

  /// How many items of a kind a form can contain.
  enum Extent {
    case none, one, all
  }

  /// How many purchases it can contain.
  var purchases: Extent {
    switch knows {
    case .appReceipt, .verifyReceipt: .all
    case .ios6Transaction, .transaction, .notification: .one
    case .appTransaction, .renewalInfo: .none
    }
  }

  /// How many items it is expected to contain, compared with another form. A form that can hold one item and
  /// holds none, such as a test notification, counts as having no place for it.
  func extent(_ most: Extent, isEmpty: Bool, comparedWith other: ReceiptKnowledge) -> Extent {
    most == .one && isEmpty && form != other.form ? .none : most
  }

  /// How many subscriptions' renewals it can contain.
  var renewals: Extent {
    switch form {
    case .verifyReceipt: .all
    case .renewalInfo, .notification: .one
    case .appReceipt, .ios6Transaction, .transaction, .appTransaction: .none
    }
  }
}
