internal import ArgumentParser
internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptStandIn

struct NotifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Posts a notification of any type to your server, signed as the stand-in signs.",
    discussion: """
      receipt explain lists the types. A subtype follows a slash.

      EXAMPLES
        receipt-online notify REFUND --to http://127.0.0.1:3000/
        receipt-online notify DID_RENEW/BILLING_RECOVERY --to http://127.0.0.1:3000/ \\
          --stand-in customers
      """)

  @Argument(help: ArgumentHelp("The type, and perhaps a subtype.", valueName: "type"))
  private var type: String

  @Option(
    name: .long,
    help: ArgumentHelp("Post it here.", valueName: "url"))
  private var to: ServerURL

  @Option(
    name: .long,
    help: ArgumentHelp(
      "About a customer in this folder. (default: one that is made up)", valueName: "folder"))
  private var standIn: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "About this transaction. (default: the newest that fits)", valueName: "id"))
  private var transaction: String?

  @Option(
    name: .long,
    help: ArgumentHelp("When it is sent. (default: now)", valueName: "date"))
  private var clock: String?

  @OptionGroup private var outgoing: OutgoingOptions

  func run() async throws {
    let host = Host()
    let client = try outgoing.client(host)
    var standIn = try StandInSetUp.standIn(folder: standIn, clock: clock, speed: 0, on: host) {
      $0.hasNotificationURL = true
    }
    let asked = standIn.answer(request, at: host.now)
    guard asked.status == 200 else {
      let reason = (try? JSONValue(asked.body))?["error"]?.string
      throw Fault(reason ?? "it cannot be made")
    }
    for notification in standIn.move(to: host.now) {
      let answer: WebAnswer
      do throws(WebFault) {
        answer = try await client.send(WebRequest(posting: notification.body, to: to))
      } catch {
        throw error.fault(of: to)
      }
      guard NotificationPoster.isTaken(answer) else {
        throw Fault(
          "\(to.text) did not take it: it answered with status \(answer.status)",
          hint: "Apple counts a status from 200 to 206 as taken, and tries again otherwise")
      }
      host.say("\(type) was sent to \(to.text)")
    }
  }

  private var request: StandInRequest {
    let parts = type.split(separator: "/", maxSplits: 1).map(String.init)
    let members: [(String, String?)] = [
      ("notificationType", parts.first ?? ""), ("subtype", parts.count > 1 ? parts[1] : nil),
      ("transactionId", transaction),
    ]
    let body = JSONValue.object(
      members.compactMap { name, value in
        value.map { JSONValue.Member(name: name, value: .string($0)) }
      })
    return StandInRequest("POST", ["stand-in", "notify"], body: body.utf8)
  }
}
