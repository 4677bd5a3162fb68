internal import ReceiptCore

/// No line may break before double signs or inside quotation marks: no-break spaces stand there.
enum ReplyFrench: ReplyWording {
  private static let restore = quoted("Restaurer les achats")

  static func template(_ key: ReplyKey) -> String {
    switch key {
    case .accordingToAppStore: "D’après l’App Store"
    case .accordingToData: "D’après les données dont nous disposons"
    case .itemUntil: "{product} (jusqu’au {date})"
    case .itemEnded: "{product} (a pris fin le {date})"
    case .itemRefunded: "{product} (remboursement le {date})"
    case .itemOn: "{product} (le {date})"
    case .itemPaid: "{product} (le {date})"
    case .itemPaidPrice: "{product} (le {date} pour {price})"
    case .itemPaidOften: "{product} ({count} fois, la dernière le {date})"
    case .itemPaidOftenPrice: "{product} ({count} fois, la dernière le {date} pour {price})"
    case .pricePerSeat: "{price} par place"
    case .thanks: "Merci pour votre message."
    case .checking: "Nous examinons votre demande et reviendrons vers vous."
    case .partMissing: "Malheureusement, seule une partie du reçu nous est parvenue."
    case .unreadable:
      "Malheureusement, nous n’avons pas pu lire le reçu qui nous est parvenu."
    case .notConfirmed:
      "Malheureusement, nous n’avons pas pu valider le reçu qui nous est parvenu."
    case .moreNeeded:
      "Les éléments dont nous disposons ne suffisent pas pour confirmer votre achat."
    case .otherApp: "Le reçu concerne une autre app ({app})."
    case .otherDevice: "Le reçu a été établi pour un autre appareil."
    case .testVersion:
      "Les données dont nous disposons proviennent d’une version de test de l’app, par exemple "
        + "de TestFlight, dans laquelle rien n’est facturé."
    case .sendWhole: "Merci de nous renvoyer le reçu complet."
    case .sendAgain: "Merci de nous le renvoyer tel que l’app le fournit."
    case .sendFromDevice:
      "Merci de nous envoyer le reçu de l’app depuis l’appareil sur lequel vous l’utilisez."
    case .sendOurs: "Merci de nous envoyer le reçu de notre app."
    case .howToSend:
      "Le mieux est de le joindre à votre message sous forme de fichier\u{A0}: un texte copié est "
        + "facilement tronqué, et la facture d’Apple ne peut pas remplacer le reçu."
    case .newReceipt:
      "Merci d’ouvrir l’app, de choisir \(restore) et de nous envoyer le nouveau reçu."
    case .newReceiptHere:
      "Merci d’ouvrir l’app sur l’appareil que vous utilisez actuellement, de choisir \(restore) "
        + "et de nous envoyer le nouveau reçu."
    case .newReceiptFromStore:
      "Merci d’installer l’app depuis l’App Store, de choisir \(restore) dans l’app et de nous "
        + "envoyer le nouveau reçu."
    case .installFromStore:
      "Merci d’installer l’app depuis l’App Store et de choisir \(restore) dans l’app."
    case .youHave: "{source}, vous avez accès à {products}."
    case .purchased: "{source}, vous avez acheté {products}."
    case .ifLocked:
      "Si quelque chose est encore verrouillé, merci de mettre à jour l’app, de la rouvrir et de "
        + "choisir \(restore)."
    case .tellUs: "Si cela ne suffit pas, écrivez-nous de nouveau et nous chercherons la cause."
    case .otherRefund: "Le remboursement du {date} concernait un autre achat et n’y change rien."
    case .openOnline:
      "Merci d’ouvrir l’app sur un appareil connecté à Internet, afin qu’elle puisse vous fournir "
        + "votre achat."
    case .renewalOff: "{source}, le renouvellement de {products} est déjà désactivé."
    case .accessUntil: "Vous conservez l’accès jusqu’au {date}."
    case .accessUntilPeriodEnd: "Vous conservez l’accès jusqu’à la fin de la période en cours."
    case .nothingCharged: "Rien ne vous sera facturé ensuite."
    case .paymentFailedInGrace:
      "{source}, le paiement de {products} n’a pas abouti, mais vous conservez l’accès jusqu’au "
        + "{date}."
    case .paymentFailed: "{source}, le paiement de {products} n’a pas abouti."
    case .paymentFailedOn:
      "{source}, le paiement de {products} n’a pas abouti et l’accès a pris fin le {date}."
    case .checkPayment:
      "Merci de vérifier votre mode de paiement dans les réglages de votre appareil\u{A0}: touchez "
        + "votre nom, puis \(quoted("Paiement et livraison"))."
    case .accessReturns: "L’accès sera rétabli dès que le paiement aura abouti."
    case .priceQuestion:
      "{source}, Apple vous a demandé d’accepter un nouveau prix pour {products}."
    case .answerPrice:
      "Merci de répondre à cette demande d’Apple\u{202F}; sans votre accord, il n’y aura pas de "
        + "renouvellement."
    case .receiptShows: "Le reçu indique {products}, mais pas ce qui s’est passé ensuite."
    case .receiptTooOld: "Le reçu est trop ancien pour indiquer vos achats actuels."
    case .noSubscription: "{source}, vous n’avez pas d’abonnement actif à {products}."
    case .subscribeAgain: "Vous pouvez vous réabonner dans l’app."
    case .stillCharged:
      "Si des paiements vous sont encore prélevés, merci de nous envoyer un nouveau reçu et de "
        + "nous indiquer dans quel compte Apple l’abonnement apparaît."
    case .noLongerSold:
      "{source}, l’offre n’existe plus, et il n’y a pas eu de renouvellement\u{A0}: {products}."
    case .offerOther:
      "Nous allons voir ce que nous pouvons vous proposer à la place et reviendrons vers vous."
    case .refunded: "{source}, Apple a remboursé {products}."
    case .buyAgain:
      "\(restore) ne rétablit pas ce qui a été remboursé, mais vous pouvez l’acheter de nouveau "
        + "dans l’app."
    case .notShared: "{source}, le partage familial n’inclut plus {products}."
    case .askFamily:
      "Merci de vous adresser au membre de la famille qui a fait l’achat\u{A0}: lui seul peut le "
        + "partager de nouveau."
    case .moved: "{source}, vous avez remplacé {products} par {other}."
    case .notPaidThen: "{source}, aucun paiement de {products} ne couvre le jour en question."
    case .boughtLater: "{source}, l’achat de {products} est postérieur au jour en question."
    case .invoiceIfNot:
      "Si vos informations diffèrent, merci de nous envoyer la facture d’Apple de cette période."
    case .noPurchase: "Le reçu ne mentionne aucun achat effectué dans l’app."
    case .restoreAndSend:
      "Si vous avez fait un achat dans l’app, merci de vous connecter avec le compte Apple utilisé "
        + "à cette occasion, de choisir \(restore) dans l’app et de nous envoyer le nouveau reçu."
    case .boughtBeforeFree:
      "{source}, vous avez acheté l’app avant qu’elle ne devienne gratuite."
    case .paidAppUnlocked:
      "Ce que comprenait l’app payante devrait donc être déverrouillé pour vous."
    case .wasFree:
      "{source}, l’app était gratuite lorsque vous l’avez téléchargée pour la première fois."
    case .receiptExpired: "Le reçu a expiré le {date}."
    case .refresh:
      "Merci d’ouvrir l’app et de choisir \(restore), afin qu’elle obtienne un nouveau reçu."
    case .askOrganization: "Si cela ne suffit pas, merci de contacter {organization}."
    case .onlyAppleRefunds:
      "Seul Apple peut effectuer des remboursements\u{202F}; vous pouvez contacter Apple à ce "
        + "sujet sur reportaproblem.apple.com."
    case .noRefund: "Les données dont nous disposons ne montrent aucun remboursement."
    case .paid: "{source}, voici ce qui a été payé\u{A0}: {products}."
    case .trialEnded:
      "L’essai gratuit a pris fin le {date}, puis l’abonnement payant a commencé."
    case .noPayment: "Les données dont nous disposons ne montrent aucun paiement."
    case .sendInvoice:
      "Merci de nous envoyer la facture d’Apple\u{A0}: elle indique le produit et le compte Apple."
    case .restoreWithAccountOf:
      "Merci de vous connecter avec le compte Apple qui a servi à acheter {products}, d’ouvrir "
        + "l’app et de choisir \(restore)."
    case .restoreWithOwnAccount:
      "Merci de vous connecter avec votre propre compte Apple, avec lequel l’achat est partagé, "
        + "d’ouvrir l’app et de choisir \(restore)."
    case .restoreWithAccount:
      "Merci de vous connecter avec le compte Apple qui a servi à l’achat, d’ouvrir l’app et de "
        + "choisir \(restore)."
    case .sendIfNot: "Si cela ne suffit pas, merci de nous envoyer le reçu de cet appareil."
    case .askAdministrator:
      "{source}, une organisation ou un groupe vous a attribué cet achat\u{A0}: merci de "
        + "vous adresser à son administrateur, qui seul peut l’attribuer de nouveau."
    case .paidByAnother:
      "{source}, une autre personne a payé {products}\u{A0}: les paiements et les "
        + "remboursements ne concernent qu’elle."
    case .refundPending:
      "Apple a reçu la demande de remboursement et n’a pas encore pris de décision."
    case .refundDeclined: "Apple a refusé le remboursement."
    case .refundReversed:
      "Apple a annulé le remboursement\u{A0}: votre achat est de nouveau valable."
    case .notRestorable: "\(restore) ne rétablit pas ce qui a été remboursé ou utilisé."
    case .buyerCancels: "Seule la personne ou l’organisation qui paie peut résilier."
    case .paymentsGoOn:
      "Vous avez choisi une année payée par mois\u{A0}: les paiements se poursuivent "
        + "jusqu’au {date}."
    case .partRefunded: "{source}, Apple a remboursé une partie de {products}."
    case .earlierRefund:
      "{source}, Apple a remboursé le {date} un paiement antérieur de "
        + "{products}\u{202F}; cela ne change rien à ce que vous avez aujourd’hui."
    case .howToCancel:
      "Nous ne pouvons pas résilier l’abonnement à votre place, mais vous pouvez le faire dans les "
        + "réglages de votre appareil\u{A0}: touchez votre nom, puis \(quoted("Abonnements"))."
    }
  }

  private static let months = [
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
    "octobre", "novembre", "décembre",
  ]

  static func day(_ date: CalendarDate) -> String {
    "\(date.day == 1 ? "1er" : "\(date.day)") \(months[date.month - 1]) \(date.year)"
  }

  static func list(_ items: [String], more: Int) -> String {
    joined(items, ", ", " et ", more > 0 ? "\(more) \(more == 1 ? "autre" : "autres")" : nil)
  }

  static func quoted(_ name: String) -> String { "«\u{A0}\(name)\u{A0}»" }
  static var decimalSign: String { "," }
}
