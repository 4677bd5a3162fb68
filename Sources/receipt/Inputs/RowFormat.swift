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

  enum Place: Sendable {
    /// The line is a receipt in any wrapping, or a JSON object with one in a member.
    case line
    /// This value in a JSON object.
    case member(MemberPath)
    /// This column of CSV or TSV with a header.
    case column(String)
  }

  var isTable: Bool { if case .column = place { true } else { false } }
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
  /// The values of columns or members of its row. A receipt outside a row has none.
  func values(of names: [String]) -> [String] {
    names.map { name in value(of: name).map { $0.string ?? $0.description } ?? "" }
  }

  /// What its row has under a name.
  func value(of name: String) -> JSONValue? {
    row?.members.first { $0.name == name }?.value
  }
}
