/// The languages of replies, by their ISO 639 codes.
package enum ReplyLanguage: String, CaseIterable {
  case en, de, es, fr, ja, zh

  /// What it is called by those who speak it.
  package var name: String {
    switch self {
    case .en: "English"
    case .de: "Deutsch"
    case .es: "Español"
    case .fr: "Français"
    case .ja: "日本語"
    case .zh: "中文"
    }
  }

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
