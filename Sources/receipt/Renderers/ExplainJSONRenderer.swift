internal import ReceiptCore

/// Explanations of words, for scripts.
enum ExplainJSONRenderer {
  /// - Parameter word: the requested word; `nil` for all.
  static func write(
    word: String?, _ entries: [GlossaryEntry], error: ReceiptError?, to output: Output
  ) {
    var json = JSONWriter(output, isPretty: true)
    json.object { json in
      if let error {
        json.key("error")
        writeError(error, &json)
      }
      json.key("meanings")
      json.array(entries) { json, entry in
        json.object { json in
          json.member("advice", entry.advice)
          if !entry.aliases.isEmpty {
            json.key("aliases")
            json.array(entry.aliases) { $0.string($1) }
          }
          json.member("kind", entry.kind.rawValue)
          json.member("meaning", entry.meaning)
          json.member("note", entry.note)
          json.member("place", entry.place.isEmpty ? nil : entry.place)
          json.member("word", entry.word)
        }
      }
      json.member("schema", number: 1)
      json.member("word", word)
    }
    json.newLine()
    json.flush()
  }
}
