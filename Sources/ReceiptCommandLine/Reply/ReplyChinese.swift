internal import ReceiptCore

/// Simplified Chinese.
enum ReplyChinese: ReplyWording {
  static func template(_ key: ReplyKey) -> String {
    switch key {
    case .accordingToAppStore: "根据 App Store 的记录"
    case .accordingToData: "根据我们现有的数据"
    case .itemUntil: "{product}（有效期至 {date}）"
    case .itemEnded: "{product}（已于 {date}结束）"
    case .itemRefunded: "{product}（已于 {date}退款）"
    case .itemOn: "{product}（退款日期：{date}）"
    case .itemPaid: "{product}（{date}）"
    case .itemPaidPrice: "{product}（{date}，{price}）"
    case .itemPaidOften: "{product}（共 {count} 次，最近一次为 {date}）"
    case .itemPaidOftenPrice: "{product}（共 {count} 次，最近一次为 {date}，{price}）"
    case .pricePerSeat: "每个席位 {price}"
    case .thanks: "感谢您联系我们。"
    case .checking: "我们正在核实您的问题，有结果后会再回复您。"
    case .partMissing: "很抱歉，我们只收到了收据的一部分。"
    case .unreadable: "很抱歉，我们无法读取收到的收据。"
    case .notConfirmed: "很抱歉，我们未能确认收到的收据。"
    case .moreNeeded: "我们目前掌握的信息还不足以确认您的购买。"
    case .otherApp: "我们收到的收据属于另一款 App（{app}）。"
    case .otherDevice: "我们收到的收据是为另一台设备生成的。"
    case .testVersion:
      "我们现有的数据来自 App 的测试版（例如通过 TestFlight 安装的版本），测试版中不会扣费。"
    case .sendWhole: "请您将完整的收据重新发送给我们。"
    case .sendAgain: "请您将 App 提供的收据原样重新发送给我们。"
    case .sendFromDevice: "请您在使用该 App 的设备上，将 App 的收据发送给我们。"
    case .sendOurs: "请您将我们这款 App 的收据发送给我们。"
    case .howToSend:
      "建议您将收据作为附件发送：粘贴的文本容易被截断，Apple 的账单也不能代替收据。"
    case .newReceipt: "请您打开 App，选择“恢复购买”，然后将新的收据发送给我们。"
    case .newReceiptHere:
      "请您在目前使用的设备上打开 App，选择“恢复购买”，然后将新的收据发送给我们。"
    case .newReceiptFromStore:
      "请您从 App Store 安装 App，在 App 中选择“恢复购买”，然后将新的收据发送给我们。"
    case .installFromStore: "请您从 App Store 安装 App，并在 App 中选择“恢复购买”。"
    case .youHave: "{source}，您拥有{products}。"
    case .purchased: "{source}，您购买了{products}。"
    case .ifLocked: "如果仍有内容未解锁，请更新并重新打开 App，然后选择“恢复购买”。"
    case .tellUs: "如果仍未解决，请再次与我们联系，我们会进一步核查。"
    case .otherRefund: "{date}的退款针对的是另一笔购买，对此没有影响。"
    case .openOnline: "请您在设备联网的情况下打开 App，以便 App 发放您购买的内容。"
    case .renewalOff: "{source}，{products}的自动续订已经关闭。"
    case .accessUntil: "您可以继续使用至 {date}。"
    case .accessUntilPeriodEnd: "您可以继续使用至当前订阅期结束。"
    case .nothingCharged: "此后不会再向您扣费。"
    case .paymentFailedInGrace: "{source}，{products}的付款未成功，但您可以继续使用至 {date}。"
    case .paymentFailed: "{source}，{products}的付款未成功。"
    case .paymentFailedOn: "{source}，{products}的付款未成功，使用权限已于 {date}结束。"
    case .checkPayment:
      "请您检查付款方式：在设备的“设置”中轻点您的姓名，然后轻点“付款与配送”。"
    case .accessReturns: "付款成功后，您即可恢复使用。"
    case .priceQuestion: "{source}，Apple 已请您确认是否同意{products}的新价格。"
    case .answerPrice: "请您答复 Apple 的询问；如果您不同意，将不会续订。"
    case .receiptShows: "收据中显示了{products}，但无法显示之后的情况。"
    case .receiptTooOld: "收据的时间较早，无法显示您目前的购买情况。"
    case .noSubscription: "{source}，{products}的订阅已不在有效期内。"
    case .subscribeAgain: "您可以在 App 中重新订阅。"
    case .stillCharged:
      "如果您仍在被扣费，请将新的收据发送给我们，并告知该订阅显示在哪个 Apple 账户中。"
    case .noLongerSold: "{source}，由于{products}已停止提供，因此没有续订。"
    case .offerOther: "我们会确认可以为您提供哪些替代方案，然后再回复您。"
    case .refunded: "{source}，Apple 已为{products}退款。"
    case .buyAgain: "已退款的内容无法通过“恢复购买”找回，但您可以在 App 中重新购买。"
    case .notShared: "{source}，“家人共享”已不再包含{products}。"
    case .askFamily: "请您联系购买该项目的家人：只有购买者本人可以重新共享。"
    case .moved: "{source}，您已从{products}改为{other}。"
    case .notPaidThen: "{source}，您询问的日期不在{products}的付费期内。"
    case .boughtLater: "{source}，{products}的购买时间晚于您询问的日期。"
    case .invoiceIfNot: "如果这与您的记录不符，请将 Apple 当时的账单发送给我们。"
    case .noPurchase: "收据中没有在 App 内购买的记录。"
    case .restoreAndSend:
      "如果您曾在 App 内购买，请使用当时的 Apple 账户登录，在 App 中选择“恢复购买”，"
        + "然后将新的收据发送给我们。"
    case .boughtBeforeFree: "{source}，您在 App 免费之前就已购买。"
    case .paidAppUnlocked: "因此，付费版包含的内容应已为您解锁。"
    case .wasFree: "{source}，您首次下载时，App 是免费的。"
    case .receiptExpired: "收据已于 {date}过期。"
    case .refresh: "请您打开 App 并选择“恢复购买”，以便 App 获取新的收据。"
    case .askOrganization: "如果仍未解决，请联系 {organization}。"
    case .onlyAppleRefunds:
      "退款只能由 Apple 办理，您可以通过 reportaproblem.apple.com 联系 Apple。"
    case .noRefund: "我们现有的数据中没有退款记录。"
    case .paid: "{source}，已支付的项目如下：{products}。"
    case .trialEnded: "免费试用已于 {date}结束，此后开始了付费订阅。"
    case .noPayment: "我们现有的数据中没有付款记录。"
    case .sendInvoice: "请您将 Apple 的账单发送给我们，其中注明了产品和 Apple 账户。"
    case .restoreWithAccountOf:
      "请您使用购买{products}时所用的 Apple 账户登录，打开 App，然后选择“恢复购买”。"
    case .restoreWithOwnAccount:
      "请您使用自己的（已获共享该项目的）Apple 账户登录，打开 App，然后选择“恢复购买”。"
    case .restoreWithAccount: "请您使用购买时所用的 Apple 账户登录，打开 App，然后选择“恢复购买”。"
    case .sendIfNot: "如果仍未解决，请将该设备上的收据发送给我们。"
    case .askAdministrator:
      "{source}，该项目由组织或群组分配给您：只有其管理员可以重新分配，请您与管理员联系。"
    case .paidByAnother: "{source}，{products}由他人付款，因此扣费和退款仅与付款人有关。"
    case .refundPending: "Apple 已收到退款申请，尚未作出决定。"
    case .refundDeclined: "Apple 拒绝了退款申请。"
    case .refundReversed: "Apple 已撤销退款，您的购买重新有效。"
    case .notRestorable: "已退款或已用完的内容无法通过“恢复购买”找回。"
    case .buyerCancels: "只有付款的个人或组织可以取消订阅。"
    case .paymentsGoOn: "您选择的是按月付款的一年期订阅，因此付款将持续至 {date}。"
    case .partRefunded: "{source}，Apple 已为{products}退还部分款项。"
    case .earlierRefund:
      "{source}，Apple 已于 {date}退还{products}之前的一笔付款；这不影响您目前的使用。"
    case .howToCancel:
      "我们无法代您取消订阅，但您可以在设备的“设置”中轻点您的姓名，再轻点“订阅”自行取消。"
    }
  }

  static func day(_ date: CalendarDate) -> String { "\(date.year)年\(date.month)月\(date.day)日" }

  static func list(_ items: [String], more: Int) -> String {
    more > 0
      ? items.joined(separator: "、") + "以及另外 \(more) 项" : joined(items, "、", "和", nil)
  }

  static func quoted(_ name: String) -> String { "“\(name)”" }
  static var space: String { "" }
}
