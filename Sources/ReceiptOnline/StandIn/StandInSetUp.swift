internal import ArgumentParser
internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptMaking
internal import ReceiptStandIn

/// The options of the stand-in.
struct StandInSetUp: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Answer as Apple's servers, for the customers in this folder.", valueName: "folder"))
  var standIn: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --stand-in: what the clock shows at first. (default: now)", valueName: "date"))
  var clock: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --stand-in: so many seconds pass in one; 0 stops the clock. (default: 1)",
      valueName: "number"))
  var speed: Int64?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --stand-in: post notifications here: http://127.0.0.1:3000/", valueName: "url"))
  var notify: NotificationURL?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --stand-in: go wrong on purpose: 500:10@/inApps/v1. Repeatable.", valueName: "fault"))
  var faults: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --stand-in: a file with the app's shared secret.", valueName: "file"))
  var passwordFile: String?

  func validate() throws {
    guard standIn == nil else {
      if let speed, speed < 0 { throw ValidationError("--speed is a number from 0") }
      return
    }
    let given = [
      ("--clock", clock != nil), ("--speed", speed != nil), ("--notify", notify != nil),
      ("--faults", !faults.isEmpty), ("--password-file", passwordFile != nil),
    ]
    if let name = given.first(where: \.1)?.0 {
      throw ValidationError("\(name) is for the stand-in: give --stand-in too")
    }
  }

  /// The stand-in that is asked for; `nil` if none is.
  func server() throws -> StandInServer? {
    guard let standIn else { return nil }
    var options = StandInOptions(
      authority: try TestAuthority.wellKnown(), developer: try TestDeveloperKey.developer())
    options.speed = speed ?? 1
    options.hasNotificationURL = notify != nil
    if let clock {
      guard let date = ReceiptDate(dateOrDay: clock) else {
        throw ServeError("--clock is a date: 2026-06-01, or 2026-06-01T12:00:00Z")
      }
      options.start = date
    }
    options.faults = try faults.map { text in
      guard let fault = StandInFault(text) else {
        throw ServeError("--faults \(text) is not a fault: write 500, or timeout:10@/inApps/v1")
      }
      return fault
    }
    do {
      options.sharedSecret = try passwordFile.map { path in
        guard let secret = try SecretFile.line(of: path) else {
          throw ServeError("\(path) needs one line, the app's shared secret")
        }
        return secret
      }
      let customers = try SpecFolder.load(standIn).map {
        StandInScenario(name: $0.name, $0.receipt, $0.renewals)
      }
      return StandInServer(
        try StandIn(scenarios: customers, options: options, at: Host().now), notifying: notify)
    } catch let error as ReceiptError {
      throw ServeError("\(standIn): \(error)")
    }
  }
}
