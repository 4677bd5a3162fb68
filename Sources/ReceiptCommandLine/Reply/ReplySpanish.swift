internal import ReceiptCore

enum ReplySpanish: ReplyWording {
  static func template(_ key: ReplyKey) -> String {
    switch key {
    case .accordingToAppStore: "Según el App Store"
    case .accordingToData: "Según los datos que tenemos"
    case .itemUntil: "{product} (hasta el {date})"
    case .itemEnded: "{product} (finalizó el {date})"
    case .itemRefunded: "{product} (con reembolso el {date})"
    case .itemOn: "{product} (el {date})"
    case .itemPaid: "{product} (el {date})"
    case .itemPaidPrice: "{product} (el {date} por {price})"
    case .itemPaidOften: "{product} ({count} veces, la última el {date})"
    case .itemPaidOftenPrice: "{product} ({count} veces, la última el {date} por {price})"
    case .pricePerSeat: "{price} por plaza"
    case .thanks: "Gracias por su mensaje."
    case .checking: "Estamos revisando su consulta y volveremos a escribirle."
    case .partMissing: "Lamentablemente, solo nos ha llegado una parte del recibo."
    case .unreadable: "Lamentablemente, no hemos podido leer el recibo que nos ha llegado."
    case .notConfirmed: "Lamentablemente, no hemos podido confirmar el recibo que nos ha llegado."
    case .moreNeeded: "Lo que tenemos hasta ahora no basta para confirmar su compra."
    case .otherApp: "El recibo pertenece a otra app ({app})."
    case .otherDevice: "El recibo se generó para otro dispositivo."
    case .testVersion:
      "Los datos que tenemos proceden de una versión de prueba de la app, por ejemplo de "
        + "TestFlight, en la que no se cobra nada."
    case .sendWhole: "Por favor, envíenos de nuevo el recibo completo."
    case .sendAgain: "Por favor, envíenoslo de nuevo, tal como lo proporciona la app."
    case .sendFromDevice:
      "Por favor, envíenos el recibo de la app desde el dispositivo en el que la utiliza."
    case .sendOurs: "Por favor, envíenos el recibo de nuestra app."
    case .howToSend:
      "Lo mejor es adjuntarlo a su mensaje como archivo: el texto copiado se corta con facilidad, "
        + "y la factura de Apple no puede sustituir al recibo."
    case .newReceipt:
      "Por favor, abra la app, elija «Restaurar compras» y envíenos el recibo nuevo."
    case .newReceiptHere:
      "Por favor, abra la app en el dispositivo que usa ahora, elija «Restaurar compras» y "
        + "envíenos el recibo nuevo."
    case .newReceiptFromStore:
      "Por favor, instale la app desde el App Store, elija en ella «Restaurar compras» y "
        + "envíenos el recibo nuevo."
    case .installFromStore:
      "Por favor, instale la app desde el App Store y elija en ella «Restaurar compras»."
    case .youHave: "{source}, usted tiene {products}."
    case .purchased: "{source}, usted compró {products}."
    case .ifLocked:
      "Si algo sigue bloqueado, actualice la app, vuelva a abrirla y elija «Restaurar compras»."
    case .tellUs: "Si eso no ayuda, escríbanos de nuevo y lo investigaremos."
    case .otherRefund:
      "El reembolso del {date} correspondía a otra compra y no cambia nada en este caso."
    case .openOnline:
      "Por favor, abra la app con el dispositivo conectado a internet para que pueda entregarle "
        + "su compra."
    case .renewalOff: "{source}, la renovación de {products} ya está desactivada."
    case .accessUntil: "Usted conserva el acceso hasta el {date}."
    case .accessUntilPeriodEnd: "Usted conserva el acceso hasta que termine el periodo actual."
    case .nothingCharged: "Después no se le cobrará nada más."
    case .paymentFailedInGrace:
      "{source}, el pago de {products} no se ha podido realizar, pero usted conserva el acceso "
        + "hasta el {date}."
    case .paymentFailed: "{source}, el pago de {products} no se ha podido realizar."
    case .paymentFailedOn:
      "{source}, el pago de {products} no se ha podido realizar y el acceso finalizó el {date}."
    case .checkPayment:
      "Por favor, compruebe su método de pago en los ajustes de su dispositivo: toque su nombre "
        + "y luego «Pago y envío»."
    case .accessReturns: "Recuperará el acceso en cuanto se realice el pago."
    case .priceQuestion: "{source}, Apple le ha pedido que acepte un nuevo precio para {products}."
    case .answerPrice:
      "Por favor, responda a esa solicitud de Apple; sin su consentimiento no habrá renovación."
    case .receiptShows: "El recibo muestra {products}, pero no lo que ocurrió después."
    case .receiptTooOld: "El recibo es demasiado antiguo para mostrar sus compras actuales."
    case .noSubscription: "{source}, usted no tiene ninguna suscripción activa a {products}."
    case .subscribeAgain: "Puede volver a suscribirse en la app."
    case .stillCharged:
      "Si se le sigue cobrando, envíenos un recibo nuevo e indíquenos en qué cuenta de Apple "
        + "aparece la suscripción."
    case .noLongerSold:
      "{source}, no hubo renovación de {products} porque la oferta ya no existe."
    case .offerOther: "Veremos qué podemos ofrecerle en su lugar y volveremos a escribirle."
    case .refunded: "{source}, Apple ha reembolsado {products}."
    case .buyAgain:
      "«Restaurar compras» no recupera lo que se ha reembolsado, pero puede volver a comprarlo "
        + "en la app."
    case .notShared: "{source}, «Compartir en familia» ya no incluye {products}."
    case .askFamily:
      "Por favor, hable con el familiar que hizo la compra: solo esa persona puede volver a "
        + "compartirla."
    case .moved: "{source}, usted cambió de {products} a {other}."
    case .notPaidThen: "{source}, ningún pago de {products} cubre el día en cuestión."
    case .boughtLater: "{source}, la compra de {products} fue posterior al día en cuestión."
    case .invoiceIfNot:
      "Si a usted le consta otra cosa, envíenos la factura de Apple de esas fechas."
    case .noPurchase: "En el recibo no figura ninguna compra hecha dentro de la app."
    case .restoreAndSend:
      "Si compró algo en la app, inicie sesión con la cuenta de Apple que utilizó para ello, "
        + "elija «Restaurar compras» en la app y envíenos el recibo nuevo."
    case .boughtBeforeFree: "{source}, usted compró la app antes de que fuera gratuita."
    case .paidAppUnlocked:
      "Por eso, lo que incluía la app de pago debería estar desbloqueado para usted."
    case .wasFree: "{source}, la app era gratuita cuando usted la descargó por primera vez."
    case .receiptExpired: "El recibo caducó el {date}."
    case .refresh:
      "Por favor, abra la app y elija «Restaurar compras» para que obtenga un recibo nuevo."
    case .askOrganization: "Si eso no ayuda, póngase en contacto con {organization}."
    case .onlyAppleRefunds:
      "Solo Apple puede hacer reembolsos; puede ponerse en contacto con Apple en "
        + "reportaproblem.apple.com."
    case .noRefund: "En los datos que tenemos no figura ningún reembolso."
    case .paid: "{source}, se pagó lo siguiente: {products}."
    case .trialEnded:
      "La prueba gratuita finalizó el {date} y después comenzó la suscripción de pago."
    case .noPayment: "En los datos que tenemos no figura ningún pago."
    case .sendInvoice:
      "Por favor, envíenos la factura de Apple: en ella figuran el producto y la cuenta de Apple."
    case .restoreWithAccountOf:
      "Por favor, inicie sesión con la cuenta de Apple que se usó para comprar {products}, abra "
        + "la app y elija «Restaurar compras»."
    case .restoreWithOwnAccount:
      "Por favor, inicie sesión con su propia cuenta de Apple, con la que se comparte la compra, "
        + "abra la app y elija «Restaurar compras»."
    case .restoreWithAccount:
      "Por favor, inicie sesión con la cuenta de Apple que se usó para la compra, abra la app y "
        + "elija «Restaurar compras»."
    case .sendIfNot: "Si eso no ayuda, envíenos el recibo de ese dispositivo."
    case .askAdministrator:
      "{source}, una organización o un grupo le asignó esta compra: póngase en contacto "
        + "con su administrador, el único que puede volver a asignarla."
    case .paidByAnother:
      "{source}, otra persona pagó {products}, por lo que los cobros y reembolsos solo "
        + "le conciernen a ella."
    case .refundPending: "Apple ha recibido la solicitud de reembolso y todavía no ha decidido."
    case .refundDeclined: "Apple ha rechazado el reembolso."
    case .refundReversed:
      "Apple ha anulado el reembolso, por lo que su compra vuelve a ser válida."
    case .notRestorable: "«Restaurar compras» no recupera lo que se ha reembolsado o consumido."
    case .buyerCancels: "Solo puede cancelar la persona u organización que la paga."
    case .paymentsGoOn:
      "Usted eligió un año con pago mensual, por lo que los pagos continúan hasta el {date}."
    case .partRefunded: "{source}, Apple ha reembolsado una parte de {products}."
    case .earlierRefund:
      "{source}, Apple reembolsó el {date} un pago anterior de {products}; eso no cambia "
        + "lo que usted tiene ahora."
    case .howToCancel:
      "Nosotros no podemos cancelar la suscripción, pero usted puede hacerlo en los ajustes de "
        + "su dispositivo: toque su nombre y luego «Suscripciones»."
    }
  }

  private static let months = [
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
  ]

  static func day(_ date: CalendarDate) -> String {
    "\(date.day) de \(months[date.month - 1]) de \(date.year)"
  }

  static func list(_ items: [String], more: Int) -> String {
    joined(items, ", ", " y ", more > 0 ? "\(more) más" : nil)
  }

  static func quoted(_ name: String) -> String { "«\(name)»" }
  static var decimalSign: String { "," }
}
