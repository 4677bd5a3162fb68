extension CheckID: Codable {}

extension CheckResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, status, reason, message, evidence, offset, hint, details, isExpected
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let evidence = try values.decode([String: String].self, forKey: .evidence)
    self.init(
      id: try values.decode(CheckID.self, forKey: .id),
      status: try values.decode(Status.self, forKey: .status),
      reason: try values.decodeIfPresent(CheckReason.self, forKey: .reason),
      message: try values.decode(String.self, forKey: .message),
      evidence: Evidence(evidence.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }),
      offset: try values.decodeIfPresent(Int.self, forKey: .offset),
      hint: try values.decodeIfPresent(String.self, forKey: .hint),
      details: try values.decode([String].self, forKey: .details),
      isExpected: try values.decode(Bool.self, forKey: .isExpected))
  }

  /// Writes all properties under their names, the evidence as an object.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(status, forKey: .status)
    try values.encodeIfPresent(reason, forKey: .reason)
    try values.encode(message, forKey: .message)
    try values.encode(
      Dictionary(evidence.elements, uniquingKeysWith: { first, _ in first }), forKey: .evidence)
    try values.encodeIfPresent(offset, forKey: .offset)
    try values.encodeIfPresent(hint, forKey: .hint)
    try values.encode(details, forKey: .details)
    try values.encode(isExpected, forKey: .isExpected)
  }
}
