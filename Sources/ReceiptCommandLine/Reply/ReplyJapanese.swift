internal import ReceiptCore

enum ReplyJapanese: ReplyWording {
  static func template(_ key: ReplyKey) -> String {
    switch key {
    case .accordingToAppStore: "App Storeの記録によると"
    case .accordingToData: "当方で確認できる情報によると"
    case .itemUntil: "{product}（{date}まで）"
    case .itemEnded: "{product}（{date}に終了）"
    case .itemRefunded: "{product}（{date}に返金）"
    case .itemOn: "{product}（返金日：{date}）"
    case .itemPaid: "{product}（{date}）"
    case .itemPaidPrice: "{product}（{date}、{price}）"
    case .itemPaidOften: "{product}（{count}回、直近は{date}）"
    case .itemPaidOftenPrice: "{product}（{count}回、直近は{date}、{price}）"
    case .pricePerSeat: "1席あたり{price}"
    case .thanks: "お問い合わせいただき、ありがとうございます。"
    case .checking: "現在お問い合わせの件を確認しておりますので、改めてご連絡いたします。"
    case .partMissing: "恐れ入りますが、レシートの一部しか届いておりませんでした。"
    case .unreadable: "恐れ入りますが、届いたレシートを読み取ることができませんでした。"
    case .notConfirmed: "恐れ入りますが、届いたレシートを確認することができませんでした。"
    case .moreNeeded: "現在こちらにある情報だけでは、ご購入を確認することができません。"
    case .otherApp: "届いたレシートは、別のアプリ（{app}）のものでした。"
    case .otherDevice: "届いたレシートは、別のデバイス用に発行されたものでした。"
    case .testVersion:
      "当方で確認できる情報は、TestFlightなどで配信されたテスト版のアプリのもので、"
        + "テスト版では料金は発生しません。"
    case .sendWhole: "お手数ですが、レシート全体をもう一度お送りください。"
    case .sendAgain: "お手数ですが、アプリから出力されたままの状態で、もう一度お送りください。"
    case .sendFromDevice: "アプリをお使いのデバイスから、アプリのレシートをお送りください。"
    case .sendOurs: "お手数ですが、当アプリのレシートをお送りください。"
    case .howToSend:
      "本文に貼り付けると途中で切れることがあるため、ファイルとして添付してください"
        + "（Appleからの領収書では代用できません）。"
    case .newReceipt:
      "お手数ですが、アプリを開いて「購入を復元」を選び、新しいレシートをお送りください。"
    case .newReceiptHere:
      "お手数ですが、現在お使いのデバイスでアプリを開いて「購入を復元」を選び、"
        + "新しいレシートをお送りください。"
    case .newReceiptFromStore:
      "お手数ですが、App Storeからアプリをインストールし、アプリ内で「購入を復元」を選んで、"
        + "新しいレシートをお送りください。"
    case .installFromStore:
      "お手数ですが、App Storeからアプリをインストールし、アプリ内で「購入を復元」を選んでください。"
    case .youHave: "{source}、{products}をご利用いただけます。"
    case .purchased: "{source}、{products}をご購入いただいています。"
    case .ifLocked:
      "まだロックされている機能がある場合は、アプリをアップデートして開き直し、"
        + "「購入を復元」を選んでください。"
    case .tellUs: "それでも解決しない場合は、お調べいたしますので、改めてご連絡ください。"
    case .otherRefund:
      "{date}の返金は別のご購入に対するもので、こちらのご購入には影響ありません。"
    case .openOnline:
      "ご購入内容が反映されるよう、デバイスをインターネットに接続した状態でアプリを開いてください。"
    case .renewalOff: "{source}、{products}の自動更新はすでにオフになっています。"
    case .accessUntil: "{date}までは引き続きご利用いただけます。"
    case .accessUntilPeriodEnd: "現在の期間が終わるまでは引き続きご利用いただけます。"
    case .nothingCharged: "その後、料金は請求されません。"
    case .paymentFailedInGrace:
      "{source}、{products}のお支払いが完了していませんが、{date}まではご利用いただけます。"
    case .paymentFailed: "{source}、{products}のお支払いが完了していません。"
    case .paymentFailedOn:
      "{source}、{products}のお支払いが完了していないため、{date}にご利用期間が終了しました。"
    case .checkPayment:
      "お手数ですが、デバイスの「設定」でご自分の名前をタップし、「お支払いと配送先」で"
        + "お支払い方法をご確認ください。"
    case .accessReturns: "お支払いが完了すると、再びご利用いただけるようになります。"
    case .priceQuestion:
      "{source}、{products}の新しい価格について、Appleから同意の確認が届いています。"
    case .answerPrice:
      "ご同意いただけない場合は更新されませんので、Appleからの確認にご回答ください。"
    case .receiptShows:
      "レシートで確認できるのは{products}で、その後の状況は確認できませんでした。"
    case .receiptTooOld: "レシートが古いため、現在のご購入状況を確認できませんでした。"
    case .noSubscription: "{source}、{products}の有効なサブスクリプションはありません。"
    case .subscribeAgain: "アプリ内で再度お申し込みいただけます。"
    case .stillCharged:
      "引き続き料金が請求されている場合は、新しいレシートをお送りいただき、"
        + "どのApple Accountにサブスクリプションが表示されるかをお知らせください。"
    case .noLongerSold: "{source}、{products}は提供が終了したため、更新されませんでした。"
    case .offerOther: "代わりにご案内できるものを確認し、改めてご連絡いたします。"
    case .refunded: "{source}、{products}はAppleから返金されています。"
    case .buyAgain:
      "返金されたものは「購入を復元」では戻りませんが、アプリ内で改めてご購入いただけます。"
    case .notShared: "{source}、{products}はファミリー共有の対象ではなくなっています。"
    case .askFamily:
      "再び共有できるのはご購入されたご家族の方のみですので、その方にご相談ください。"
    case .moved: "{source}、{products}から{other}に変更されています。"
    case .notPaidThen:
      "{source}、お問い合わせの日は{products}のお支払い済みの期間に含まれていません。"
    case .boughtLater: "{source}、{products}のご購入は、お問い合わせの日より後です。"
    case .invoiceIfNot:
      "お手元の記録と異なる場合は、その時期のAppleの領収書をお送りください。"
    case .noPurchase: "レシートには、アプリ内での購入の記録がありませんでした。"
    case .restoreAndSend:
      "アプリ内で購入された場合は、その際に使用されたApple Accountでサインインし、"
        + "アプリで「購入を復元」を選んで、新しいレシートをお送りください。"
    case .boughtBeforeFree: "{source}、アプリが無料になる前にご購入いただいています。"
    case .paidAppUnlocked: "そのため、有料版に含まれていた機能はご利用いただけるはずです。"
    case .wasFree: "{source}、初めてダウンロードされた時点で、アプリは無料でした。"
    case .receiptExpired: "レシートは{date}に有効期限が切れています。"
    case .refresh:
      "お手数ですが、アプリを開いて「購入を復元」を選び、新しいレシートを取得してください。"
    case .askOrganization: "それでも解決しない場合は、{organization}にお問い合わせください。"
    case .onlyAppleRefunds:
      "返金の手続きはAppleのみが行っておりますので、reportaproblem.apple.comから"
        + "Appleにお問い合わせください。"
    case .noRefund: "当方で確認できる情報には、返金の記録が見当たりませんでした。"
    case .paid: "{source}、お支払いの内容は次のとおりです：{products}。"
    case .trialEnded:
      "無料トライアルは{date}に終了し、その後、有料のサブスクリプションが始まりました。"
    case .noPayment: "当方で確認できる情報には、お支払いの記録が見当たりませんでした。"
    case .sendInvoice:
      "お手数ですが、商品名とApple Accountが記載されたAppleの領収書をお送りください。"
    case .restoreWithAccountOf:
      "{products}のご購入に使用されたApple Accountでサインインし、アプリを開いて"
        + "「購入を復元」を選んでください。"
    case .restoreWithOwnAccount:
      "購入が共有されているご自身のApple Accountでサインインし、アプリを開いて「購入を復元」を選んでください。"
    case .restoreWithAccount:
      "ご購入に使用されたApple Accountでサインインし、アプリを開いて「購入を復元」を選んでください。"
    case .sendIfNot: "それでも解決しない場合は、そのデバイスのレシートをお送りください。"
    case .askAdministrator:
      "{source}、このご購入は組織またはグループから割り当てられたものです。再び割り当てら"
        + "れるのは管理者の方のみですので、管理者の方にお問い合わせください。"
    case .paidByAnother:
      "{source}、{products}は別の方がお支払いになったため、請求や返金はその方にのみ関係します。"
    case .refundPending: "返金のご依頼はAppleが受け付けており、まだ結論は出ていません。"
    case .refundDeclined: "Appleは返金を承認しませんでした。"
    case .refundReversed: "Appleが返金を取り消したため、ご購入は再び有効です。"
    case .notRestorable: "返金されたものや使用済みのものは「購入を復元」では戻りません。"
    case .buyerCancels: "解約できるのは、お支払いをされている方または組織のみです。"
    case .paymentsGoOn: "月払いの1年契約をお選びいただいているため、お支払いは{date}まで続きます。"
    case .partRefunded: "{source}、{products}の一部はAppleから返金されています。"
    case .earlierRefund:
      "{source}、Appleは{date}に{products}の以前のお支払いを返金していますが、現在のご利"
        + "用には影響しません。"
    case .howToCancel:
      "サブスクリプションの解約は当方では行えませんので、デバイスの「設定」でご自分の名前をタップし、"
        + "「サブスクリプション」からお手続きください。"
    }
  }

  static func day(_ date: CalendarDate) -> String { "\(date.year)年\(date.month)月\(date.day)日" }

  static func list(_ items: [String], more: Int) -> String {
    more > 0
      ? items.joined(separator: "、") + "ほか\(more)件" : joined(items, "、", "と", nil)
  }

  static func quoted(_ name: String) -> String { "「\(name)」" }
  static var space: String { "" }
}
