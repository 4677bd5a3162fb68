/// A few sentences to a customer.
struct Reply {
  let language: ReplyLanguage
  /// One paragraph. It holds text from the receipt: escape it for where it goes.
  let text: String
}
