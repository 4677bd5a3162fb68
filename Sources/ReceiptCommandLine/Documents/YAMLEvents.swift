internal import CLibYAML

/// The events of a YAML document (YAML 1.2 §3.1.2), one by one, as libyaml parses them. Nothing is put together
/// here, so a small document cannot become a large one.
@safe final class YAMLEvents {
  struct Event {
    let kind: Kind
    let position: DocumentPosition
    /// The name that an alias stands for, or that is given to a value; `nil` without one.
    let anchor: String?
  }

  enum Kind {
    case documentStart, documentEnd, end
    case alias
    /// - Parameter isPlain: without quotation marks, and in no block.
    case scalar(String, isPlain: Bool)
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
    /// Between documents, and nothing of them.
    case other
  }

  private let text: UnsafeMutableBufferPointer<UInt8>
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  init(_ bytes: [UInt8]) {
    // The parser keeps a pointer to its input, so the bytes must stay where they are.
    unsafe text = .allocate(capacity: bytes.count)
    _ = unsafe text.initialize(from: bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// The next event.
  func next() throws(DocumentError) -> Event {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw fault }
    defer { unsafe yaml_event_delete(&event) }
    let mark = unsafe event.start_mark
    let kind: Kind
    var anchor: String?
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_STREAM_END_EVENT: kind = .end
    case YAML_ALIAS_EVENT:
      kind = .alias
      anchor = unsafe Self.name(event.data.alias.anchor)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let octets = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      // libyaml has checked that the document is UTF-8.
      kind = unsafe .scalar(
        String(validating: octets, as: UTF8.self) ?? "",
        isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      anchor = unsafe Self.name(scalar.anchor)
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      anchor = unsafe Self.name(event.data.sequence_start.anchor)
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      anchor = unsafe Self.name(event.data.mapping_start.anchor)
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    default: kind = .other
    }
    return Event(kind: kind, position: DocumentPosition(mark), anchor: anchor)
  }

  private static func name(_ text: UnsafePointer<UInt8>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }

  /// Why the parser stopped. A fault of the reader, which comes before any syntax, has no place.
  private var fault: DocumentError {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    let hasPlace = unsafe parser.pointee.error != YAML_READER_ERROR
    return DocumentError(
      problem ?? "this is no YAML",
      at: hasPlace ? DocumentPosition(unsafe parser.pointee.problem_mark) : nil)
  }
}

extension DocumentPosition {
  /// libyaml counts from 0.
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
