/// A value that a field of Apple's servers may have, and what it means. Apple adds values: one that is not here
/// is no fault.
package struct KnownValue: Sendable {
  package let value: String
  /// The fields that have it: `status`; `orderLookup.status` for a field whose name means something else
  /// in another place.
  package let fields: [String]
  package let meaning: String
  package let advice: String?

  init(_ value: String, of fields: [String], _ meaning: String, do advice: String? = nil) {
    self.value = value
    self.fields = fields
    self.meaning = meaning
    self.advice = advice
  }
}

extension KnownValue {
  /// Every known value, field by field. Those that people ask about most come first.
  package static let all =
    place + subscription + offer + revocation + product + billing + refundRequest + delivery
    + advancedCommerce + group

  package static func all(of field: String) -> [KnownValue] {
    all.filter { $0.fields.contains(field) }
  }

  /// The meaning of a field's value.
  package static func meaning(_ value: String, of field: String) -> String? {
    byField[field]?[value]
  }

  private static let byField: [String: [String: String]] = {
    var result: [String: [String: String]] = [:]
    for known in all {
      for field in known.fields where result[field]?[known.value] == nil {
        result[field, default: [:]][known.value] = known.meaning
      }
    }
    return result
  }()

  /// The values of fields that always go together.
  static func values(
    of fields: [String], _ rows: (value: String, meaning: String, advice: String?)...
  ) -> [KnownValue] {
    rows.map { KnownValue($0.value, of: fields, $0.meaning, do: $0.advice) }
  }
}
