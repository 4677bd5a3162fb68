/// A fault that the stand-in shows on purpose.
package struct StandInFault: Sendable {
  package let kind: Kind
  /// In how many of a hundred requests it shows.
  package let percent: Int64
  /// The beginning of the paths that it shows at; `nil` for all.
  package let path: String?

  /// What goes wrong.
  package enum Kind: Sendable, Equatable {
    /// A named one.
    case word(Word)
    /// An HTTP status without a body that can be used.
    case status(Int)
    /// An error of the App Store Server API.
    case apiError(Int64)
    /// A status of verifyReceipt.
    case receiptStatus(Int64)
  }

  package enum Word: String, Sendable, CaseIterable {
    case timeout, slow, close
    case halfBody = "half-body"
    case emptyBody = "empty-body"
    case wrongBody = "wrong-body"
    case wrongType = "wrong-type"
    case duplicates, disorder

    /// What it does, for help and documentation.
    package var meaning: String {
      switch self {
      case .timeout: "the answer comes after two minutes"
      case .slow: "the answer comes after three seconds"
      case .close: "the connection is closed without an answer"
      case .halfBody: "the connection is closed after half of the body"
      case .emptyBody: "the answer has no body"
      case .wrongBody: "the body is a page in HTML, with status 200"
      case .wrongType: "the body is right, and the content type is text/plain"
      case .duplicates: "every notification is sent twice"
      case .disorder: "notifications that are due together are sent in the wrong order"
      }
    }

    /// Whether it is about notifications, not about answers.
    var isAboutNotifications: Bool { self == .duplicates || self == .disorder }
  }

  package init(_ kind: Kind, percent: Int64 = 100, path: String? = nil) {
    self.kind = kind
    self.percent = percent
    self.path = path
  }

  /// Reads `KIND`, `KIND:PERCENT`, `KIND@PATH` or `KIND:PERCENT@PATH`; `nil` for anything else. KIND is a word, an HTTP
  /// status, a number of an error of the API, or a status of verifyReceipt.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let head = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(String(head[0])) else { return nil }
    var percent: Int64 = 100
    if head.count > 1 {
      guard let number = Int64(head[1]), (1...100).contains(number) else { return nil }
      percent = number
    }
    let path = parts.count > 1 ? String(parts[1]) : nil
    if let path, !path.hasPrefix("/") { return nil }
    self.init(kind, percent: percent, path: path)
  }
}

extension StandInFault.Kind {
  private static let statuses = 400...599
  /// The first three digits are the HTTP status.
  private static let apiErrors: ClosedRange<Int64> = 4_000_000...5_999_999
  private static let receiptStatuses: ClosedRange<Int64> = 21000...21199

  fileprivate init?(_ text: String) {
    if let word = StandInFault.Word(rawValue: text) {
      self = .word(word)
    } else if let number = Int64(text), Self.apiErrors.contains(number) {
      self = .apiError(number)
    } else if let number = Int64(text), Self.receiptStatuses.contains(number) {
      self = .receiptStatus(number)
    } else if let number = Int(text), Self.statuses.contains(number) {
      self = .status(number)
    } else {
      return nil
    }
  }
}
