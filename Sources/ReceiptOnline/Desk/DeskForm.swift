internal import ReceiptCore

/// The fields of the form of the page.
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
    /// All receipts are of one customer, and Apple's answers are among them. Its value is a mark of `DeskSeal`.
    case together
    /// What the clock of the server that was asked showed, if it is a stand-in.
    case now
    /// The place of the receipt of which a copy is wanted.
    case copy
  }

  /// How many bytes all receipts have.
  var size: Int { receipts.reduce(0) { $0 + $1.bytes.count } }

  /// Whether there is one receipt. What Apple answered about it may stand behind it.
  var isAboutOne: Bool { receipts.count == 1 || choices[.together] != nil }

  /// Replaces the receipts by one and what Apple answered about it.
  mutating func put(together pieces: [Piece], at date: ReceiptDate?, _ seal: DeskSeal) {
    receipts = []
    names = [:]
    for piece in pieces { try? add(piece.name, piece.bytes) }
    choices[.together] = seal.mark(receipts)
    choices[.now] = date?.description
  }

  /// Leaves a choice out.
  mutating func drop(_ choice: Choice) { choices[choice] = nil }

  private static let pasted = "the pasted text"
  private static let maximumCount = 1000
  /// The path of a settings file is the longest.
  private static let longestChoice = 4096

  init() {}

  init(_ form: MultipartForm) throws(Problem) {
    var name: String?
    for field in form.fields {
      switch field.name {
      // What was pasted, and what was chosen.
      case "text", "file":
        // A file may be empty. A field without a file has no name.
        let isWanted = field.fileName?.isEmpty == false || field.content.contains { $0 > 0x20 }
        if isWanted { try add(field.fileName ?? Self.pasted, Array(field.content)) }
      // What was sent before, and comes back with the next choice.
      case "name": name = field.text
      case "again":
        guard let decoded = try? Base64.decode(Array(field.content)) else {
          throw .malformed("the form is damaged", hint: "paste the receipt again")
        }
        try add(name ?? Self.pasted, decoded.bytes)
      default:
        guard let choice = Choice(rawValue: field.name) else { continue }
        guard field.content.count <= Self.longestChoice else {
          throw .malformed("\(choice.rawValue) has more than \(Self.longestChoice) bytes")
        }
        choices[choice] = field.content.isEmpty ? nil : field.text
      }
    }
  }

  /// Adds a receipt under a name that no other has.
  private mutating func add(_ given: String, _ bytes: [UInt8]) throws(Problem) {
    guard receipts.count < Self.maximumCount else {
      throw .malformed("these are more than \(Self.maximumCount) receipts")
    }
    // A hyphen alone is standard input, and a NUL ends a name.
    let visible = given.filter { $0 != "\0" }
    let wanted = visible.isEmpty || visible == "-" ? Self.pasted : visible
    var name = wanted
    while names[name] != nil {
      names[wanted, default: 1] += 1
      name = "\(wanted) (\(names[wanted, default: 1]))"
    }
    names[name] = 1
    receipts.append(Receipt(name: name, bytes: bytes))
  }

  /// The names, and the last number that each was given.
  private var names: [String: Int] = [:]
}
