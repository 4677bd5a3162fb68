internal import ReceiptCore

extension [CheckResult] {
  /// A name for each, by which a report's reader tells them apart: the check's own, and where a check ran
  /// for several products or transactions, which of them.
  var names: [String] {
    var names: [String] = []
    for result in self {
      var name = result.id.rawValue
      let isAlone = filter { $0.id == result.id }.count == 1
      // A check that is about an id has the id under its own name.
      let subject = String(name.map { $0 == "-" ? "_" : $0 })
      if !isAlone, let asked = result.evidence[subject] ?? result.evidence["product"] {
        name += ": " + escapedForTerminal(asked)
      }
      // A product may be asked for twice, and two that differ may look alike.
      var number = 1
      let stem = name
      while names.contains(name) {
        number += 1
        name = "\(stem) (\(number))"
      }
      names.append(name)
    }
    return names
  }
}
