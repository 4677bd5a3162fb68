internal import ReceiptCore

/// What somebody sent with the form of the page.
struct DeskForm: Sendable {
  struct Receipt: Sendable {
    /// As the answer names it: the name of a file, or what says that it was pasted.
    let name: String
    let bytes: [UInt8]
  }

  private(set) var receipts: [Receipt] = []
  /// The other fields that are not empty. The last of a name counts: a button comes after what it changes.
  private(set) var choices: [Choice: String] = [:]

  /// The names of the fields.
  enum Choice: String, CaseIterable {
    case complaint, reply, at, app
    case timeZone = "time-zone"
    /// The button that asks Apple.
    case ask
    /// All receipts are of one customer: Apple's answers are among them.
    case together
  }

  /// Replaces the receipts by one and what Apple answered about it.
  mutating func put(together pieces: [Piece]) {
    receipts = pieces.map { Receipt(name: $0.name, bytes: $0.bytes) }
    choices[.together] = "yes"
  }

  private static let pasted = "the pasted text"
  private static let maximumCount = 1000

  init() {}

  init(_ form: MultipartForm) throws(Problem) {
    var name: String?
    for field in form.fields {
      switch field.name {
      // What was pasted, and what was chosen.
      case "text": add(field.fileName ?? Self.pasted, Array(field.content))
      case "file": add(field.fileName ?? Self.pasted, Array(field.content))
      // What was sent before, and comes back with the next choice.
      case "name": name = field.text
      case "again":
        guard let decoded = try? Base64.decode(Array(field.content)) else {
          throw .malformed("the form is damaged", hint: "paste the receipt again")
        }
        add(name ?? Self.pasted, decoded.bytes)
      default:
        if let choice = Choice(rawValue: field.name) {
          choices[choice] = field.content.isEmpty ? nil : field.text
        }
      }
    }
    guard receipts.count <= Self.maximumCount else {
      throw .malformed("these are more than \(Self.maximumCount) receipts")
    }
  }

  /// Adds a receipt under a name that no other has. An empty field is one that was left out.
  private mutating func add(_ given: String, _ bytes: [UInt8]) {
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    // A hyphen alone is standard input, and a NUL ends a name.
    let wanted = given.isEmpty || given == "-" ? Self.pasted : given.filter { $0 != "\0" }
    var name = wanted
    var number = 2
    while names.contains(name) {
      name = "\(wanted) (\(number))"
      number += 1
    }
    names.insert(name)
    receipts.append(Receipt(name: name, bytes: bytes))
  }

  private var names: Set<String> = []
}
