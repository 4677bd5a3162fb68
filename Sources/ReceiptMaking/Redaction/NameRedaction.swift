internal import ReceiptCore

// Names of fields: those that the forms have stay, any other may be a product's, or a person's.
extension Redactor {
  /// What stands in the place of the names in one object, which are as many, and all different.
  mutating func redact(names: [String]) -> [String] {
    var taken = Set(names.filter(Self.stays).map { ReceiptString($0) })
    return names.map { name in
      if Self.stays(name) { return name }
      var result = pseudonym(ofName: name)
      // What are different characters may be the same letter in their pseudonyms.
      while !taken.insert(ReceiptString(result)).inserted { result += "_" }
      note(Self.field, name, result)
      return result
    }
  }

  /// How names are called where it is told what was replaced.
  private static let field = "name of a field"

  /// Whether a name leads to nobody: one that is known, or a place in a list.
  private static func stays(_ name: String) -> Bool {
    name.utf8.count <= 3 && name.utf8.allSatisfy { $0 &- 0x30 < 10 }
      || FieldSecrecy.isKnown(name: name)
  }

  /// The pseudonym that a value has which is the same text, unless that happens to be the name of something
  /// else: then the pseudonym's.
  private func pseudonym(ofName name: String) -> String {
    var result = name
    for _ in 0..<Self.maximumSteps {
      result = ReceiptString(pseudonyms.text(result.utf8)).description
      if !FieldSecrecy.isKnown(name: result) { break }
    }
    return result
  }

  private static let maximumSteps = 16

  /// Where in an input a receipt stands, such as `[2].receipt`, without names that no form has.
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
  /// What the program itself says of places.
  private static let words = ["line", "block", "<data>", "<string>"]
  /// An index in a list, or a line, has no more digits.
  private static let maximumDigits = 7

  /// Names with points between them. Names may have points too, so it is all of them or none.
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
