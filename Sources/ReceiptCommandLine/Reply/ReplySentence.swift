/// A sentence of a reply, with what it states.
struct ReplySentence {
  let key: ReplyKey
  let values: ReplyValues

  init(_ key: ReplyKey, _ values: ReplyValues = [:]) {
    self.key = key
    self.values = values
  }
}
