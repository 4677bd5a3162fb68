internal import ReceiptCore
internal import ReceiptInsight

/// The lines of a diff, each with its mark.
enum DiffLines {
  struct Line {
    let indent: Int
    /// The kind of change; `nil` for a continuation of the line before.
    let change: Change?
    let text: String

    /// The line. Only its mark is coloured.
    func marked(_ style: Style) -> String {
      let mark = change.map { $0.mark(style) + " " } ?? "  "
      return String(repeating: " ", count: indent) + mark + text
    }
  }

  // MARK: Fields

  /// Each field in one line if the old and the new value fit, otherwise in several.
  ///
  /// - Parameter certificates: gives the name of a certificate from its SHA-256.
  static func fields(
    _ differences: [FieldDifference], indent: Int, width: Int?,
    certificates: (([UInt8]) -> String)? = nil
  ) -> [Line] {
    let rows = differences.map { Row($0, certificates) }
    let nameWidth = rows.reduce(0) { max($0, displayWidth($1.name)) }
    return rows.flatMap { $0.lines(nameWidth: nameWidth, indent: indent, width: width) }
  }

  /// A field with its values as shown.
  private struct Row {
    let name: String
    let a: [String]
    let b: [String]

    init(_ difference: FieldDifference, _ certificates: (([UInt8]) -> String)?) {
      let name = escapedForTerminal(difference.name)
      func texts(_ value: FieldValue?, isWhole: Bool) -> [String] {
        guard let value else { return [] }
        let values = if case .list(let values) = value { values } else { [value] }
        return values.map { text($0, name, certificates, isWhole: isWhole) }
      }
      self.name = name
      var values = (a: texts(difference.a, isWhole: false), b: texts(difference.b, isWhole: false))
      // Different values must not look the same.
      if values.a == values.b {
        values =
          Self.apart(difference.a, difference.b)
          ?? (texts(difference.a, isWhole: true), texts(difference.b, isWhole: true))
      }
      (a, b) = values
    }

    /// Shows two values by the bytes in which they differ. This helps for long ones with the same beginning,
    /// and for texts that look alike. A letter with an accent in one or in two code points is an example.
    private static func apart(
      _ a: FieldValue?, _ b: FieldValue?
    ) -> (a: [String], b: [String])? {
      switch (a, b) {
      case (.bytes(let left)?, .bytes(let right)?):
        ([excerpt(left, besides: right)], [excerpt(right, besides: left)])
      case (.text(let left)?, .text(let right)?):
        (
          ["\(quoted(left)) (\(excerpt(Array(left.bytes), besides: Array(right.bytes))))"],
          ["\(quoted(right)) (\(excerpt(Array(right.bytes), besides: Array(left.bytes))))"]
        )
      default: nil
      }
    }

    private static func quoted(_ text: ReceiptString) -> String {
      quotedIfBlank(escapedForTerminal(text.description))
    }

    /// `…0123456789abcdef… at byte 40`: the first bytes that differ from another value.
    private static func excerpt(_ octets: [UInt8], besides other: [UInt8]) -> String {
      let start = zip(octets, other).prefix { $0 == $1 }.count
      let part = octets[start...].prefix(mostOctets / 2)
      guard !part.isEmpty else { return "\(counted(octets.count, "byte")), no more" }
      return (start > 0 ? "…" : "") + Hexadecimal.encode(Array(part))
        + (part.endIndex < octets.count ? "…" : "") + " at byte \(start)"
    }

    func lines(nameWidth: Int, indent: Int, width: Int?) -> [Line] {
      let room = width.map { $0 - indent - 2 }
      let padding = String(repeating: " ", count: nameWidth - displayWidth(name) + 2)
      func fits(_ text: String) -> Bool { room.map { displayWidth(text) <= $0 } ?? true }
      let change: Change = a.isEmpty ? .added : b.isEmpty ? .removed : .changed
      let texts = [a, b].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
      let whole = name + padding + texts.joined(separator: " → ")
      if fits(whole) {
        return [Line(indent: indent, change: change, text: whole)]
      }
      return [(Change.removed, a), (.added, b)].flatMap { change, values -> [Line] in
        guard !values.isEmpty else { return [] }
        if values.count == 1, fits(name + padding + values[0]) {
          return [Line(indent: indent, change: change, text: name + padding + values[0])]
        }
        return brokenLines(name, after: ".", to: room).enumerated().map { index, text in
          Line(indent: indent, change: index == 0 ? change : nil, text: text)
        }
          + values.flatMap { value in
            wrapped(value, to: room.map { $0 - 2 }).map {
              Line(indent: indent + 2, change: nil, text: $0)
            }
          }
      }
    }
  }

  private static let mostOctets = 16

  private static func text(
    _ value: FieldValue, _ name: String, _ certificates: (([UInt8]) -> String)?, isWhole: Bool
  ) -> String {
    switch value {
    case .digest(let octets) where certificates != nil && !isWhole:
      escapedForTerminal(certificates?(octets) ?? "")
    case .bytes(let octets) where octets.count > mostOctets && !isWhole:
      "\(Hexadecimal.encode(Array(octets.prefix(8))))… (\(counted(octets.count, "byte")))"
    case .bytes(let octets): octets.isEmpty ? "empty" : Hexadecimal.encode(octets)
    case .number(let number) where name.hasSuffix("store_release"): storeReleaseText(number)
    case .date(let date) where !isWhole: momentText(date)
    default: quotedIfBlank(escapedForTerminal(value.description))
    }
  }

  /// A text of only blanks would be invisible.
  private static func quotedIfBlank(_ text: String) -> String {
    text.utf8.allSatisfy { $0 == UInt8(ascii: " ") } ? "\"\(text)\"" : text
  }

  // MARK: Purchases

  static func purchases(_ differences: [PurchaseDifference], width: Int?) -> [Line] {
    let rows = differences.map { ($0, PurchaseCells($0.purchase)) }
    let productWidth = rows.reduce(0) { max($0, displayWidth($1.1.product)) }
    let transactionWidth = rows.reduce(0) { max($0, displayWidth($1.1.transaction)) }
    let isTable =
      width.map { width in
        rows.allSatisfy {
          productWidth + transactionWidth + displayWidth($0.1.period) + 8 <= width
        }
      } ?? true
    return rows.flatMap { difference, cells -> [Line] in
      let first =
        isTable
        ? cells.line(productWidth: productWidth, transactionWidth: transactionWidth)
        : cells.product
      var lines = [Line(indent: 2, change: difference.change, text: first)]
      if !isTable {
        lines += ([cells.transactionText] + cells.dates)
          .flatMap { wrapped($0, to: width.map { $0 - 6 }) }
          .map { Line(indent: 4, change: nil, text: $0) }
      }
      return lines + fields(difference.fields, indent: 6, width: width)
    }
  }

  /// The cells that tell one purchase from another.
  private struct PurchaseCells {
    let product: String
    let transaction: String
    /// The transaction with its label, for lines without a column title.
    let transactionText: String
    let dates: [String]

    var period: String { dates.joined(separator: ", ") }

    init(_ purchase: InAppPurchase) {
      product = purchase.productID.map { escapedForTerminal($0.description) } ?? "no product"
      let number = purchase.transactionID.map { escapedForTerminal($0.description) }
      transaction = number ?? "no transaction id"
      transactionText = number.map { "transaction \($0)" } ?? transaction
      let start = purchase.purchaseDate.map { "bought \(momentText($0))" }
      let end = purchase.expiresDate.map { "expires \(momentText($0))" }
      dates = [start, end].compactMap(\.self)
    }

    func line(productWidth: Int, transactionWidth: Int) -> String {
      func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: width - displayWidth(text) + 2)
      }
      let start = padded(product, productWidth)
      guard !period.isEmpty else { return start + transaction }
      return start + padded(transaction, transactionWidth) + period
    }
  }

  // MARK: Renewals

  static func renewals(_ differences: [RenewalDifference], width: Int?) -> [Line] {
    differences.flatMap { difference -> [Line] in
      let renewal = difference.renewal
      let product = renewal.productID.map { escapedForTerminal($0.description) } ?? "no product"
      let subscription = renewal.originalTransactionID.map {
        "subscription \(escapedForTerminal($0.description))"
      }
      let whole = [product, subscription].compactMap(\.self).joined(separator: "  ")
      var lines: [Line]
      if let width, displayWidth(whole) > width - 4 {
        lines = [Line(indent: 2, change: difference.change, text: product)]
        if let subscription {
          lines += wrapped(subscription, to: width - 6).map {
            Line(indent: 4, change: nil, text: $0)
          }
        }
      } else {
        lines = [Line(indent: 2, change: difference.change, text: whole)]
      }
      return lines + fields(difference.fields, indent: 6, width: width)
    }
  }

  // MARK: Events

  static func events(_ events: [PurchaseEvent], width: Int?) -> [Line] {
    events.flatMap { event -> [Line] in
      let texts = wrappedLines(text(event), to: width.map { $0 - 4 })
      return texts.enumerated().map { index, text in
        Line(
          indent: 2, change: index == 0 ? (event.side == .a ? .removed : .added) : nil, text: text)
      }
    }
  }

  private static func text(_ event: PurchaseEvent) -> String {
    let product = event.productID.map { escapedForTerminal($0.description) } ?? "a purchase"
    let date = event.date.map { unbroken(momentText($0)) } ?? "a time that is not known"
    let inferred = event.isInferred ? " (inferred)" : ""
    switch event.kind {
    case .renewed:
      let times = event.count == 1 ? "once" : "\(grouped(event.count)) times"
      return "\(product): renewed \(times), until \(date)"
    case .subscribed:
      let periods = event.count == 1 ? "" : " for \(counted(event.count, "period"))"
      return "\(product): subscribed\(periods), until \(date)"
    case .refunded: return "\(product): refunded at \(date)"
    case .withdrawn: return "\(product): taken back at \(date)"
    case .upgraded:
      let successor = event.successor.map { " to \(escapedForTerminal($0.description))" } ?? ""
      return "\(product): upgraded\(successor) at \(date)"
        + inferred
    case .lapsed: return "\(product): lapsed at \(date)\(inferred)"
    case .resumed: return "\(product): active again, until \(date)\(inferred)"
    }
  }
}

/// A text that `wrappedLines` does not break.
func unbroken(_ text: String) -> String { text.replacing(" ", by: "\u{A0}") }

/// The lines of a text, broken at blanks, but not inside `unbroken` parts.
func wrappedLines(_ text: String, to width: Int?) -> [String] {
  wrapped(text, to: width).map { $0.replacing("\u{A0}", by: " ") }
}

/// The lines of a text without blanks, broken after `separator` where it is too wide.
func brokenLines(_ text: String, after separator: Character, to width: Int?) -> [String] {
  guard let width, displayWidth(text) > width else { return [text] }
  var lines: [String] = []
  var line = ""
  for piece in text.split(separator: separator, omittingEmptySubsequences: false) {
    if !line.isEmpty, displayWidth(line) + displayWidth(String(piece)) + 1 > width {
      lines.append(line)
      line = ""
    }
    line += piece + String(separator)
  }
  return lines + [String(line.dropLast())]
}

/// `2018-11-29 08:30:50 UTC`.
func momentText(_ date: ReceiptDate) -> String {
  let calendar = CalendarDate(date)
  return date.isNever ? "never" : "\(calendar.dayText) \(calendar.timeText) UTC"
}

extension Change {
  /// The mark at the beginning of a line.
  func mark(_ style: Style) -> String {
    switch self {
    case .added: style.good("+")
    case .removed: style.bad("-")
    case .changed: style.warning("~")
    }
  }
}
