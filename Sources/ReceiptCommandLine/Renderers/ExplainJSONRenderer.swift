internal import ReceiptCore
internal import ReceiptInsight

/// Explanations of words, for scripts.
enum ExplainJSONRenderer {
  /// - Parameters:
  ///   - word: the requested word; `nil` for a list.
  ///   - kinds: the groups of words, where only those are listed.
  static func write(
    word: String?, _ entries: [GlossaryEntry], kinds: [GlossaryEntry.Kind]? = nil,
    error: ReceiptError?, to output: Output
  ) {
    var json = JSONWriter(output, isPretty: true)
    json.object { json in
      if let error { json.object("error") { writeError(error, &$0) } }
      if let kinds {
        json.objects("kinds", kinds) { json, kind in
          json.member("heading", kind.heading)
          json.member("kind", kind.rawValue)
          json.member("words", number: Int64(Glossary.entries.count { $0.kind == kind }))
        }
      }
      json.objects("meanings", entries) { json, entry in
        json.member("advice", entry.advice)
        if !entry.aliases.isEmpty { json.array("aliases", entry.aliases) { $0.string($1) } }
        json.member("caution", entry.caution)
        json.member("kind", entry.kind.rawValue)
        json.member("meaning", entry.meaning)
        json.member("note", entry.note)
        json.member("place", entry.place.isEmpty ? nil : entry.place)
        if !entry.values.isEmpty {
          json.objects("values", entry.values) { json, value in
            json.member("meaning", value.meaning)
            json.member("value", value.value)
          }
        }
        json.member("word", entry.word)
      }
      json.member("schema", number: 1)
      json.member("word", word)
    }
    json.newLine()
    json.flush()
  }
}
