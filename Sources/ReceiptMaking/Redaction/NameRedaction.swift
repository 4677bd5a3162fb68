internal import ReceiptCore

// Names of fields: known names stay. Any other may be a product's or a person's.
extension Redactor {
  /// Replacements for the names in one object. They are as many, and all different.
  ///
  /// - Parameter isKept: whether the name with this number stays in any case.
  mutating func redact(
    names: [String], keeping isKept: (Int) -> Bool = { _ in false }
  ) -> [String] {
    let staying = names.indices.map { isKept($0) || Self.stays(names[$0]) }
    var taken = Set(zip(names, staying).compactMap { $1 ? ReceiptString($0) : nil })
    // How many `_` the last name with a pseudonym got. Counting from none again takes twice as long for all names of
    // three signs.
    var marks: [String: Int] = [:]
    return zip(names, staying).map { name, stays in
      if stays { return name }
      let pseudonym = pseudonym(ofName: name)
      // Different names may get the same pseudonym, so `_` is appended until they differ.
      var count = marks[pseudonym, default: 0]
      var result = pseudonym + String(repeating: "_", count: count)
      while !taken.insert(ReceiptString(result)).inserted {
        result += "_"
        count += 1
      }
      if count > 0 { marks[pseudonym] = count }
      note(Self.field, name, result)
      return result
    }
  }

  /// The name for names of fields in the list of replacements.
  private static let field = "name of a field"

  /// Whether a name identifies no one: a known name, or an index in a list.
  private static func stays(_ name: String) -> Bool {
    name.utf8.count <= 3 && name.utf8.allSatisfy { $0 &- 0x30 < 10 }
      || FieldSecrecy.isKnown(name: name)
  }

  /// The pseudonym that a value with this text would get. If that is the name of a known field, the pseudonym
  /// of the pseudonym is used.
  private func pseudonym(ofName name: String) -> String {
    var result = name
    for _ in 0..<Self.maximumSteps {
      result = ReceiptString(pseudonyms.text(result.utf8)).description
      if !FieldSecrecy.isKnown(name: result) { break }
    }
    return result
  }

  private static let maximumSteps = 16

  /// The place of a receipt in an input, such as `[2].receipt`, with unknown names replaced.
  package func path(_ path: String) -> String {
    var result = ""
    var run = ""
    for character in path.unicodeScalars {
      guard Self.separators.contains(character) else {
        run.unicodeScalars.append(character)
        continue
      }
      result += redacted(run: run) + String(character)
      run = ""
    }
    return result + redacted(run: run)
  }

  private static let separators: [Unicode.Scalar] = ["[", "]", " "]
  /// Words that the program itself uses for places.
  private static let words = ["line", "block", "<data>", "<string>"]
  /// The largest number of digits of an index or a line number.
  private static let maximumDigits = 7

  /// Names with dots between them. Names may contain dots too, so all of them are replaced, or none.
  private func redacted(run: String) -> String {
    let point = run.hasPrefix(".") ? "." : ""
    let names = run.dropFirst(point.utf8.count)
    let isHarmless = names.split(separator: ".").allSatisfy { name in
      let isNumber = name.utf8.count <= Self.maximumDigits && name.utf8.allSatisfy(Text.isDigit)
      return isNumber || Self.words.contains(String(name)) || Self.stays(String(name))
    }
    return isHarmless ? run : point + pseudonym(ofName: String(names))
  }
}
