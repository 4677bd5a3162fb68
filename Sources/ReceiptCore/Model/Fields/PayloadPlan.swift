/// Which fields a payload of one form has, by the object in which each stands.
package struct PayloadPlan<Model: Sendable>: Sendable {
  /// The fields at this level, each with its key.
  package let fields: [(key: String, field: Field<Model>)]
  /// The objects at this level, such as `commitmentInfo`.
  package let objects: [(name: String, plan: PayloadPlan)]

  /// The names of all of them.
  package var names: [String] { fields.map(\.key) + objects.map(\.name) }

  fileprivate init(_ rows: [(keys: [String], field: Field<Model>)]) {
    fields = rows.compactMap { row in
      row.keys.count == 1 ? row.keys.first.map { ($0, row.field) } : nil
    }
    var names: [String] = []
    for row in rows where row.keys.count > 1 {
      if let name = row.keys.first, !names.contains(name) { names.append(name) }
    }
    // As deep as the keys of the table.
    objects = names.map { name in
      let inner = rows.filter { $0.keys.count > 1 && $0.keys.first == name }
      return (name, PayloadPlan(inner.map { (Array($0.keys.dropFirst()), $0.field) }))
    }
  }
}

/// A model whose fields stand in payloads of Apple's server.
package protocol PayloadModel: Sendable {
  /// Made once: a payload is read without a look at the fields of other forms.
  static var payloadPlans: [ReceiptForm: PayloadPlan<Self>] { get }
}

extension Array {
  /// The plans of all forms for a table.
  func payloadPlans<Model>() -> [ReceiptForm: PayloadPlan<Model>] where Element == Field<Model> {
    var plans: [ReceiptForm: PayloadPlan<Model>] = [:]
    for form in ReceiptForm.allCases {
      let rows = compactMap { field in
        field.names.payloads[form].map {
          (keys: $0.split(separator: ".").map(String.init), field: field)
        }
      }
      if !rows.isEmpty { plans[form] = PayloadPlan(rows) }
    }
    return plans
  }
}
