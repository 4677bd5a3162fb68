internal import ReceiptCore
internal import ReceiptInsight

// Every field of a model that has no row of its own: labelled by its name, so that nothing decoded stays unseen.
extension ReceiptFields {
  /// - Parameter shown: the names of the fields that are shown in another way.
  init<Model>(
    _ table: [Field<Model>], of model: Model, besides shown: Set<String>, currency: String?
  ) {
    self.init(showsAll: true)
    for field in table where !shown.contains(field.name) {
      guard let value = field.get(model) else { continue }
      add(
        Self.label(field.name), value, isPrice: field.name.hasPriceName,
        isShare: field.name.hasSuffix("_percentage"), currency, note: field.meaning(of: value))
    }
  }

  private mutating func add(
    _ label: String, _ value: FieldValue, isPrice: Bool, isShare: Bool, _ currency: String?,
    note: String?
  ) {
    switch value {
    case .number(let share) where isShare:
      add(label, share % 1000 == 0 ? "\(share / 1000) %" : "\(Double(share) / 1000) %", note)
    case .number(let price) where isPrice: add(label, Price.text(price, currency))
    case .date(let date): add(label, date)
    case .flag(let flag): add(label, flag ? "yes" : "no")
    case .json(let json):
      add(label, json.elements.map { counted($0.count, "element") } ?? "")
      for (path, text) in json.showingDates.flattened {
        add("  \(path)", Self.text(text, at: path, currency))
      }
    default: add(label, value.description, note)
    }
  }

  /// A value in an object of Apple's, where the name tells that it is a price.
  private static func text(_ value: String, at path: String, _ currency: String?) -> String {
    guard let number = Int64(value), let name = path.split(separator: ".").last,
      ["price", "tierPrice", "refundAmount"].contains(name)
    else { return value }
    return Price.text(number, currency)
  }

  /// `Web order line item id` for `web_order_line_item_id`.
  private static func label(_ name: String) -> String {
    let words = name.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Field {
  /// What the value means, where Apple gives each value a meaning.
  func meaning(of value: FieldValue) -> String? {
    let keys = names.payloads.values
    // Nearly every field has one name in all forms.
    for key in keys.count > 1 ? keys.sorted() : Array(keys) {
      let name = key.split(separator: ".").last.map(String.init) ?? key
      if let meaning = KnownValue.meaning(value.description, of: name) { return meaning }
    }
    return nil
  }
}

extension String {
  /// Whether the field with this name holds thousandths of a currency unit.
  fileprivate var hasPriceName: Bool {
    self == "price" || hasSuffix("_price") || hasSuffix("_tax")
  }
}

extension JSONValue {
  /// The largest number of scalars that are shown, and of elements that are looked at in one list or object. Apple's
  /// lists have far fewer.
  static let maximumRows = 200
  /// The longest place that is written, and the longest name in it: a hostile name would be repeated in each row.
  private static let maximumPath = 200
  private static let maximumName = 60

  /// The scalars in it with their places, in order: `[0].SKU`. Pending values are on a stack, so depth costs no
  /// recursion.
  fileprivate var flattened: [(path: String, text: String)] {
    var result: [(path: String, text: String)] = []
    var pending: [(path: String, value: JSONValue)] = [("", self)]
    while let (path, value) = pending.popLast() {
      guard result.count < Self.maximumRows, path.utf8.count <= Self.maximumPath else {
        result.append(("…", "there is more; JSON shows all of it"))
        break
      }
      switch value {
      case .object(let members):
        for member in members.prefix(Self.maximumRows + 1).reversed() {
          let name = shortened(member.name, to: Self.maximumName)
          pending.append((path.isEmpty ? name : "\(path).\(name)", member.value))
        }
      case .array(let elements):
        for (index, element) in elements.prefix(Self.maximumRows + 1).enumerated().reversed() {
          pending.append(("\(path)[\(index)]", element))
        }
      case .string(let text): result.append((path, text))
      default: result.append((path, value.description))
      }
    }
    return result
  }
}
