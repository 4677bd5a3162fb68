internal import ReceiptCore

/// Where the receipt stands in each row of a stream, and what of the rest goes with the answer.
struct RowFormat: Sendable {
  var place = Place.line
  /// The columns or members that the answer carries; `nil` for all.
  var kept: [MemberPath]?
  /// The column or member that says when the receipt is to be judged; `nil` if the run says that.
  var time: MemberPath?
  /// Whether the others are carried too, because a copy of the row is wanted.
  var carriesRest = false
  /// Whether the source of each receipt has its whole row.
  var keepsRecords = false

  /// How the rows are written, if they are those of a table.
  var table = RowSyntax.csv

  enum Place: Sendable {
    /// The line is a receipt in any wrapping, or a JSON object with one in a member.
    case line
    /// This value in a JSON object.
    case member(MemberPath)
    /// This column of a table, by its title or its number.
    case column(String)
  }

  var isTable: Bool { if case .column = place { true } else { false } }

  /// Whether columns are numbered from 1, and no line has their titles.
  var countsColumns: Bool {
    if case .column(let name) = place { table == .pgText && Int(name) != nil } else { false }
  }
}

/// What a row holds beside its receipt.
struct CarriedRow: Sendable {
  var members: [JSONValue.Member]
  /// Where the receipt stood, if these are the members of a whole row, with null in its place.
  var receipt: JSONPlace?
  /// What stays as it is in a copy of the whole row.
  var kept: [JSONPlace] = []
  /// Whether the names are those of a header or of the command line. Any other name may be a person's.
  let hasKnownNames: Bool
  /// Whether the command line asks for these members, so that text shows them too.
  let isAskedFor: Bool

  /// `app_user_id 17, plan gold`, for a message that is still to be escaped.
  var text: String? {
    guard isAskedFor, !members.isEmpty else { return nil }
    return members.map { member in
      let value = member.value.string ?? member.value.description
      return "\(member.name) \(shortened(value, to: Self.longestText))"
    }.joined(separator: ", ")
  }

  private static let longestText = 40
}

extension Source {
  /// The values of columns or members of its row; `nil` for NULL. A receipt outside a row has none.
  func values(of names: [String]) -> [String?] {
    names.map { name in
      switch value(of: name) {
      case nil, .null: nil
      case let value?: value.string ?? value.description
      }
    }
  }

  /// What its row has under a name.
  func value(of name: String) -> JSONValue? {
    row?.members.first { $0.name == name }?.value
  }
}
