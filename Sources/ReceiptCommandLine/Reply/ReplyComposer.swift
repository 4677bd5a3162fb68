internal import ReceiptCore
internal import ReceiptInsight

/// Puts a reply together: a fact of the card, what to do, and how to send a receipt if one is asked for.
struct ReplyComposer {
  let language: ReplyLanguage
  let settings: AppSettings

  /// - Parameter form: the form of what was read; `nil` if it could not be read.
  func reply(_ card: Card, form: ReceiptForm?) -> Reply {
    Reply(
      language: language,
      text: (text(of: sentences(card, form)) ?? text(of: promise) ?? []).joined(
        separator: language.wording.space))
  }

  /// `nil` if a value is missing.
  private func text(of sentences: [ReplySentence]) -> [String]? {
    let wording = language.wording
    let told = sentences.compactMap { wording.text($0.key, $0.values) }
    guard !told.isEmpty, told.count == sentences.count else { return nil }
    return told
  }

  /// Where the developer has to look first, or the card lacks what a sentence states.
  private var promise: [ReplySentence] { [ReplySentence(.thanks), ReplySentence(.checking)] }

  private func sentences(_ card: Card, _ form: ReceiptForm?) -> [ReplySentence] {
    // A purchase in a test version costs nothing, so it comes before any complaint.
    let test = card.actions.first { $0.code == .installFromStore }
    guard let action = test ?? card.actions.first else { return [] }
    let facts = ReplyFacts(
      card: card, action: action, wording: language.wording, settings: settings)
    let canResend = form?.isFromServer != true
    let sentences = (canResend ? facts.requestToResend : nil) ?? facts.sentences
    // With two sentences there is room for thanks.
    return sentences.count < 3 && !sentences.isEmpty
      ? [ReplySentence(.thanks)] + sentences : sentences
  }
}
