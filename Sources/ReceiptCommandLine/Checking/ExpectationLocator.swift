internal import ReceiptCore

/// Finds the line of an expectation file that a problem points at. Reports share it as an object.
final class ExpectationLocator: Sendable {
  /// The file as reports name it.
  let file: String
  private let places: ExpectationPlaces
  private let values: Expectations
  /// What the command line expects beside the file.
  private let others: Expectations
  /// Whether the reasons that people wrote are told.
  private let tellsWhy: Bool

  init(
    file: String, _ expectation: Expectation, besides others: Expectations, tellsWhy: Bool = true
  ) {
    self.file = file
    places = expectation.places
    values = expectation.values
    self.others = others
    self.tellsWhy = tellsWhy
  }

  /// The same for a report under pseudonyms: what people wrote may name a customer.
  var withoutWords: ExpectationLocator {
    var expectation = Expectation()
    expectation.places = places
    expectation.values = values
    return ExpectationLocator(file: file, expectation, besides: others, tellsWhy: false)
  }

  /// The line that decided about a check; that of the entry if the file says nothing of it.
  func line(of result: CheckResult) -> DecidingLine? {
    let place = keys(of: result).lazy.compactMap { self.place(of: $0, in: result) }.first
    return line(at: laterTime(for: result, than: place) ?? place ?? general)
  }

  /// The time of a later entry, which judges what an earlier one expects: without it the check may have passed.
  private func laterTime(
    for result: CheckResult, than place: ExpectationPlace?
  ) -> ExpectationPlace? {
    guard Checks.expectations.contains(where: { $0.id == result.id && $0.dependsOnNow }),
      let now = Checks.parameters.first(where: \.isDate),
      let time = self.place(of: now.name, in: result),
      time.overridden != nil, let place, place.line < time.line
    else { return nil }
    return time
  }

  /// The line because of which something that cannot be read was to be read.
  func line(of error: ReceiptError) -> DecidingLine? {
    let place = error.code == .wrongForm ? places.place(of: "form") : nil
    return line(at: place ?? general)
  }

  /// The place of what no key is about: what may fail, or the entry itself.
  private var general: ExpectationPlace? {
    places.place(of: "fails") ?? places.place(of: ExpectationPlaces.files)
  }

  func line(at place: ExpectationPlace?) -> DecidingLine? {
    place.map { place in
      var place = place
      if !tellsWhy { place.why = nil }
      return DecidingLine(file: file, place: place)
    }
  }

  /// The keys of an expectation file that a check is about, the most telling one first.
  private func keys(of result: CheckResult) -> [String] {
    switch (result.id, result.reason) {
    case (.refusal, _): return ["fails"]
    case (.listed, _): return [ExpectationPlaces.receipts]
    case (_, .notXcode), (.structure, .xcodeReceipt): return ["profile"]
    case (_, .untrustedChain): return ["trust-root"]
    default: break
    }
    guard let check = Checks.expectations.first(where: { $0.id == result.id }) else { return [] }
    return check.parameters.map(\.name)
      + (check.readsNow ? Checks.parameters.filter(\.isDate).map(\.name) : [])
  }

  private func place(of key: String, in result: CheckResult) -> ExpectationPlace? {
    guard let parameter = Checks.parameters.first(where: { $0.name == key }) else {
      return places.place(of: key)
    }
    let texts = parameter.texts(in: values)
    let asked = result.evidence.filter { $0.key != "found" }.map(\.value)
    if let index = texts.firstIndex(where: asked.contains) {
      return places.place(of: key, value: index)
    }
    // The command line may have asked for something else than the file.
    let other = parameter.texts(in: others)
    return other.isEmpty || other == texts ? places.place(of: key) : nil
  }
}

/// The line of an expectation file that decided.
struct DecidingLine {
  let file: String
  let place: ExpectationPlace

  /// `receipts.yml:6`
  var text: String { "\(file == "-" ? "standard input" : file):\(place.line)" }

  /// `receipts.yml:6, which overrides line 2`
  var longText: String {
    text + (place.overridden.map { ", which overrides line \($0)" } ?? "")
  }

  /// `expected in receipts.yml:6, which overrides line 2: switched to the new app`
  var sentence: String {
    (place.key == nil ? "named in " : "expected in ") + longText
      + (place.why.map { ": \($0)" } ?? "")
  }

  /// The same by names.
  var details: [(name: StaticString, value: String)] {
    let all: [(name: StaticString, value: String?)] = [
      ("expectation", text), ("overrides", place.overridden.map { "line \($0)" }),
      ("why", place.why),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }
}
