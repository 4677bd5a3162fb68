extension ReceiptDate: Codable {
  /// Reads a date as RFC 3339 has it: `2024-02-29T12:00:00Z`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = ReceiptDate(text.utf8) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not a date of RFC 3339")
    }
    self = date
  }

  /// Writes the same.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
