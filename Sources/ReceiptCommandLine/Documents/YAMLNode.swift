internal import CLibYAML

/// A value of the YAML that the tool writes.
enum YAMLNode {
  case text(String)
  /// A word that readers take for what it is: a number, `true`, `false`, `null`.
  case word(String)
  case list([YAMLNode], isFlow: Bool = false)
  case table([(String, YAMLNode)])

  func encoded() throws(DocumentError) -> String {
    let writer = YAMLWriter()
    try writer.write(self)
    return writer.text
  }
}

/// Writes one document with libyaml.
@safe private final class YAMLWriter {
  private var bytes: [UInt8] = []
  private let emitter: UnsafeMutablePointer<yaml_emitter_t>

  var text: String { String(decoding: bytes, as: UTF8.self) }

  init() {
    unsafe emitter = .allocate(capacity: 1)
    unsafe emitter.initialize(to: yaml_emitter_t())
    unsafe yaml_emitter_initialize(emitter)
    unsafe yaml_emitter_set_unicode(emitter, 1)
    // Lines are not broken.
    unsafe yaml_emitter_set_width(emitter, -1)
    unsafe yaml_emitter_set_output(
      emitter,
      { writer, octets, count in
        guard let writer = unsafe writer else { return 0 }
        unsafe Unmanaged<YAMLWriter>.fromOpaque(writer).takeUnretainedValue().bytes
          .append(contentsOf: UnsafeBufferPointer(start: octets, count: count))
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    unsafe yaml_emitter_delete(emitter)
    unsafe emitter.deallocate()
  }

  func write(_ root: YAMLNode) throws(DocumentError) {
    try unsafe emit { unsafe yaml_stream_start_event_initialize($0, YAML_UTF8_ENCODING) }
    try unsafe emit { unsafe yaml_document_start_event_initialize($0, nil, nil, nil, 1) }
    try emit(root)
    try unsafe emit { unsafe yaml_document_end_event_initialize($0, 1) }
    try unsafe emit { unsafe yaml_stream_end_event_initialize($0) }
  }

  private func emit(_ node: YAMLNode) throws(DocumentError) {
    switch node {
    case .text(let text):
      try emit(text, Self.isPlain(text) ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE)
    case .word(let word): try emit(word, YAML_PLAIN_SCALAR_STYLE)
    case .list(let elements, let isFlow):
      try unsafe emit {
        unsafe yaml_sequence_start_event_initialize(
          $0, nil, nil, 1, isFlow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE)
      }
      for element in elements { try emit(element) }
      try unsafe emit { unsafe yaml_sequence_end_event_initialize($0) }
    case .table(let entries):
      try unsafe emit {
        unsafe yaml_mapping_start_event_initialize($0, nil, nil, 1, YAML_BLOCK_MAPPING_STYLE)
      }
      for (name, value) in entries {
        try emit(.text(name))
        try emit(value)
      }
      try unsafe emit { unsafe yaml_mapping_end_event_initialize($0) }
    }
  }

  private func emit(_ text: String, _ style: yaml_scalar_style_t) throws(DocumentError) {
    let octets = Array(text.utf8)
    try unsafe emit {
      unsafe yaml_scalar_event_initialize($0, nil, nil, octets, Int32(octets.count), 1, 1, style)
    }
  }

  /// Makes an event and writes it. The emitter frees it.
  private func emit(
    _ make: (UnsafeMutablePointer<yaml_event_t>) -> Int32
  ) throws(DocumentError) {
    var event = unsafe yaml_event_t()
    guard unsafe make(&event) == 1, unsafe yaml_emitter_emit(emitter, &event) == 1 else {
      let problem = unsafe emitter.pointee.problem.map { unsafe String(cString: $0) }
      throw DocumentError(problem ?? "there is too little memory", at: nil)
    }
  }

  /// Whether every reader takes a word without quotation marks for a text.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first | 0x20) else { return false }
    return text.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "-_./".utf8.contains($0)
    } && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
  }
}
