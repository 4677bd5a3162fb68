// Two packages of `receipt-online` take an address apart where they meet one. `OldAndNewHTTP` leaves them only paths, so
// these values are never made.

public struct URL: Sendable {
  private let never: Never

  public init?(string: String) { return nil }
}

public struct URLComponents {
  private let never: Never

  public init?(string: String) { return nil }
  public init?(url: URL, resolvingAgainstBaseURL: Bool) { return nil }

  public var string: String? { nil }
  public var rangeOfScheme: Range<String.Index>? { nil }
  public var rangeOfHost: Range<String.Index>? { nil }
  public var rangeOfPort: Range<String.Index>? { nil }
  public var rangeOfPath: Range<String.Index>? { nil }
  public var rangeOfQuery: Range<String.Index>? { nil }
}
