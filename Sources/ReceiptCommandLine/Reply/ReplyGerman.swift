internal import ReceiptCore

enum ReplyGerman: ReplyWording {
  static func template(_ key: ReplyKey) -> String {
    switch key {
    case .accordingToAppStore: "Laut App Store"
    case .accordingToData: "Nach den uns vorliegenden Daten"
    case .itemUntil: "{product} (bis {date})"
    case .itemEnded: "{product} (endete am {date})"
    case .itemRefunded: "{product} (erstattet am {date})"
    case .itemOn: "{product} (am {date})"
    case .itemPaid: "{product} (am {date})"
    case .itemPaidPrice: "{product} (am {date} für {price})"
    case .itemPaidOften: "{product} ({count}-mal, zuletzt am {date})"
    case .itemPaidOftenPrice: "{product} ({count}-mal, zuletzt am {date} für {price})"
    case .pricePerSeat: "{price} pro Platz"
    case .thanks: "Vielen Dank für Ihre Nachricht."
    case .checking: "Wir prüfen Ihr Anliegen und melden uns wieder bei Ihnen."
    case .partMissing: "Leider ist nur ein Teil des Kaufbelegs bei uns angekommen."
    case .unreadable:
      "Leider konnten wir den Kaufbeleg, der bei uns angekommen ist, nicht lesen."
    case .notConfirmed:
      "Leider konnten wir den Kaufbeleg, der bei uns angekommen ist, nicht bestätigen."
    case .moreNeeded: "Was uns bisher vorliegt, reicht nicht aus, um Ihren Kauf zu bestätigen."
    case .otherApp: "Der Kaufbeleg gehört zu einer anderen App ({app})."
    case .otherDevice: "Der Kaufbeleg wurde für ein anderes Gerät ausgestellt."
    case .testVersion:
      "Die uns vorliegenden Daten stammen aus einer Testversion der App, zum Beispiel aus "
        + "TestFlight; dort wird nichts berechnet."
    case .sendWhole: "Bitte senden Sie uns den vollständigen Kaufbeleg noch einmal."
    case .sendAgain:
      "Bitte senden Sie ihn uns noch einmal, genau so, wie die App ihn bereitstellt."
    case .sendFromDevice:
      "Bitte senden Sie uns den Kaufbeleg der App von dem Gerät, auf dem Sie die App verwenden."
    case .sendOurs: "Bitte senden Sie uns den Kaufbeleg aus unserer App."
    case .howToSend:
      "Am besten hängen Sie ihn Ihrer Nachricht als Datei an: Kopierter Text wird leicht "
        + "abgeschnitten, und die Rechnung von Apple kann den Kaufbeleg nicht ersetzen."
    case .newReceipt:
      "Bitte öffnen Sie die App, wählen Sie „Käufe wiederherstellen“ und senden Sie uns den "
        + "neuen Kaufbeleg."
    case .newReceiptHere:
      "Bitte öffnen Sie die App auf dem Gerät, das Sie jetzt verwenden, wählen Sie „Käufe "
        + "wiederherstellen“ und senden Sie uns den neuen Kaufbeleg."
    case .newReceiptFromStore:
      "Bitte installieren Sie die App aus dem App Store, wählen Sie in der App „Käufe "
        + "wiederherstellen“ und senden Sie uns den neuen Kaufbeleg."
    case .installFromStore:
      "Bitte installieren Sie die App aus dem App Store und wählen Sie in der App „Käufe "
        + "wiederherstellen“."
    case .youHave: "{source} haben Sie {products}."
    case .purchased: "{source} haben Sie {products} gekauft."
    case .ifLocked:
      "Falls noch etwas gesperrt ist, aktualisieren Sie bitte die App, öffnen Sie sie erneut "
        + "und wählen Sie „Käufe wiederherstellen“."
    case .tellUs:
      "Falls das nicht hilft, schreiben Sie uns bitte noch einmal; wir gehen der Sache dann nach."
    case .otherRefund:
      "Die Erstattung vom {date} betraf einen anderen Kauf und ändert daran nichts."
    case .openOnline:
      "Bitte öffnen Sie die App, während Ihr Gerät mit dem Internet verbunden ist, damit sie "
        + "Ihren Kauf bereitstellen kann."
    case .renewalOff: "{source} ist die Verlängerung von {products} bereits deaktiviert."
    case .accessUntil: "Sie behalten den Zugang bis zum {date}."
    case .accessUntilPeriodEnd: "Sie behalten den Zugang bis zum Ende des laufenden Zeitraums."
    case .nothingCharged: "Danach wird nichts mehr berechnet."
    case .paymentFailedInGrace:
      "{source} ist die Zahlung für {products} fehlgeschlagen, Sie behalten den Zugang aber bis "
        + "zum {date}."
    case .paymentFailed: "{source} ist die Zahlung für {products} fehlgeschlagen."
    case .paymentFailedOn:
      "{source} ist die Zahlung für {products} fehlgeschlagen, und der Zugang endete am {date}."
    case .checkPayment:
      "Bitte prüfen Sie Ihre Zahlungsmethode in den Einstellungen Ihres Geräts: Tippen Sie auf "
        + "Ihren Namen und dann auf „Zahlung & Versand“."
    case .accessReturns: "Sobald die Zahlung gelingt, haben Sie wieder Zugang."
    case .priceQuestion:
      "{source} hat Apple Sie um Ihre Zustimmung zu einem neuen Preis für {products} gebeten."
    case .answerPrice:
      "Bitte beantworten Sie diese Anfrage von Apple; ohne Ihre Zustimmung erfolgt keine "
        + "Verlängerung."
    case .receiptShows: "Der Kaufbeleg zeigt {products}, aber nicht, was danach kam."
    case .receiptTooOld: "Der Kaufbeleg ist zu alt, um Ihre aktuellen Käufe zu zeigen."
    case .noSubscription: "{source} haben Sie kein aktives Abo für {products}."
    case .subscribeAgain: "Sie können das Abo in der App erneut abschließen."
    case .stillCharged:
      "Falls Ihnen weiterhin etwas berechnet wird, senden Sie uns bitte einen neuen Kaufbeleg "
        + "und teilen Sie uns mit, in welchem Apple Account das Abo angezeigt wird."
    case .noLongerSold:
      "{source} gab es keine Verlängerung von {products}, weil das Angebot nicht mehr besteht."
    case .offerOther:
      "Wir prüfen, was wir Ihnen stattdessen anbieten können, und melden uns wieder bei Ihnen."
    case .refunded: "{source} hat Apple {products} erstattet."
    case .buyAgain:
      "Mit „Käufe wiederherstellen“ lässt sich Erstattetes nicht zurückholen, Sie können es aber "
        + "in der App erneut kaufen."
    case .notShared: "{source} besteht für {products} keine Familienfreigabe mehr."
    case .askFamily:
      "Bitte wenden Sie sich an das Familienmitglied, das den Kauf getätigt hat: Nur dieses kann "
        + "ihn wieder freigeben."
    case .moved: "{source} sind Sie von {products} zu {other} gewechselt."
    case .notPaidThen: "{source} deckt keine Zahlung für {products} den betreffenden Tag ab."
    case .boughtLater: "{source} erfolgte der Kauf von {products} erst nach dem betreffenden Tag."
    case .invoiceIfNot:
      "Falls Ihre Unterlagen etwas anderes zeigen, senden Sie uns bitte die Rechnung von Apple "
        + "aus dieser Zeit."
    case .noPurchase: "Im Kaufbeleg ist kein Kauf innerhalb der App aufgeführt."
    case .restoreAndSend:
      "Falls Sie in der App etwas gekauft haben, melden Sie sich bitte mit dem dafür verwendeten "
        + "Apple Account an, wählen Sie in der App „Käufe wiederherstellen“ und senden Sie uns "
        + "den neuen Kaufbeleg."
    case .boughtBeforeFree: "{source} haben Sie die App gekauft, bevor sie kostenlos wurde."
    case .paidAppUnlocked:
      "Was in der kostenpflichtigen App enthalten war, sollte daher für Sie freigeschaltet sein."
    case .wasFree: "{source} war die App kostenlos, als Sie sie zum ersten Mal geladen haben."
    case .receiptExpired: "Der Kaufbeleg ist am {date} abgelaufen."
    case .refresh:
      "Bitte öffnen Sie die App und wählen Sie „Käufe wiederherstellen“, damit sie einen neuen "
        + "Kaufbeleg erhält."
    case .askOrganization: "Falls das nicht hilft, wenden Sie sich bitte an {organization}."
    case .onlyAppleRefunds:
      "Erstattungen kann nur Apple vornehmen; Sie erreichen Apple dazu unter "
        + "reportaproblem.apple.com."
    case .noRefund: "In den uns vorliegenden Daten ist keine Erstattung zu sehen."
    case .paid: "{source} wurde Folgendes bezahlt: {products}."
    case .trialEnded:
      "Der kostenlose Probezeitraum endete am {date}, danach begann das kostenpflichtige Abo."
    case .noPayment: "In den uns vorliegenden Daten ist keine Zahlung zu sehen."
    case .sendInvoice:
      "Bitte senden Sie uns die Rechnung von Apple: Darauf stehen das Produkt und der "
        + "Apple Account."
    case .restoreWithAccountOf:
      "Bitte melden Sie sich mit dem Apple Account an, der für den Kauf von {products} verwendet "
        + "wurde, öffnen Sie die App und wählen Sie „Käufe wiederherstellen“."
    case .restoreWithOwnAccount:
      "Bitte melden Sie sich mit Ihrem eigenen Apple Account an, für den der Kauf freigegeben ist, "
        + "öffnen Sie die App und wählen Sie „Käufe wiederherstellen“."
    case .restoreWithAccount:
      "Bitte melden Sie sich mit dem Apple Account an, der für den Kauf verwendet wurde, öffnen "
        + "Sie die App und wählen Sie „Käufe wiederherstellen“."
    case .sendIfNot: "Falls das nicht hilft, senden Sie uns bitte den Kaufbeleg von diesem Gerät."
    case .askAdministrator:
      "{source} haben Sie diesen Kauf von einer Organisation oder Gruppe erhalten: Bitte "
        + "wenden Sie sich an deren Verwaltung, nur sie kann ihn wieder vergeben."
    case .paidByAnother:
      "{source} hat eine andere Person {products} bezahlt, Zahlungen und Erstattungen "
        + "betreffen daher nur diese."
    case .refundPending:
      "Apple hat die Anfrage nach einer Erstattung erhalten und noch nicht entschieden."
    case .refundDeclined: "Apple hat die Erstattung abgelehnt."
    case .refundReversed: "Apple hat die Erstattung zurückgenommen, Ihr Kauf gilt daher wieder."
    case .notRestorable:
      "Mit „Käufe wiederherstellen“ lässt sich nicht zurückholen, was erstattet oder "
        + "verbraucht wurde."
    case .buyerCancels: "Kündigen kann nur die Person oder Organisation, die dafür bezahlt."
    case .paymentsGoOn:
      "Sie haben ein Jahr mit monatlicher Zahlung gewählt, die Zahlungen laufen daher "
        + "bis zum {date}."
    case .partRefunded: "{source} hat Apple einen Teil von {products} erstattet."
    case .earlierRefund:
      "{source} hat Apple am {date} eine frühere Zahlung für {products} erstattet; das "
        + "ändert nichts an dem, was Sie jetzt haben."
    case .howToCancel:
      "Wir können ein Abo nicht für Sie kündigen, Sie können das aber in den Einstellungen Ihres "
        + "Geräts tun: Tippen Sie auf Ihren Namen und dann auf „Abonnements“."
    }
  }

  private static let months = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
  ]

  static func day(_ date: CalendarDate) -> String {
    "\(date.day). \(months[date.month - 1]) \(date.year)"
  }

  static func list(_ items: [String], more: Int) -> String {
    joined(items, ", ", " und ", more > 0 ? "\(more) \(more == 1 ? "weiteres" : "weitere")" : nil)
  }

  static func quoted(_ name: String) -> String { "„\(name)“" }
  static var decimalSign: String { "," }
}
