/// The languages of replies, by their ISO 639 codes.
enum ReplyLanguage: String, CaseIterable {
  case en, de, es, fr, ja, zh

  var wording: any ReplyWording.Type {
    switch self {
    case .en: ReplyEnglish.self
    case .de: ReplyGerman.self
    case .es: ReplySpanish.self
    case .fr: ReplyFrench.self
    case .ja: ReplyJapanese.self
    case .zh: ReplyChinese.self
    }
  }
}
