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
  var notify: ServerURL?

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

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --stand-in: take tokens of this key, AuthKey_….p8. (default: a test key)",
      valueName: "file"))
  var developerKey: String?

  func validate() throws {
    guard standIn == nil else {
      if let speed, speed < 0 { throw ValidationError("--speed is a number from 0") }
      return
    }
    let given = [
      ("--clock", clock != nil), ("--speed", speed != nil), ("--notify", notify != nil),
      ("--faults", !faults.isEmpty), ("--password-file", passwordFile != nil),
      ("--developer-key", developerKey != nil),
    ]
    if let name = given.first(where: \.1)?.0 {
      throw ValidationError("\(name) is for the stand-in: give --stand-in too")
    }
  }

  /// The stand-in that is asked for; `nil` if none is.
  func server(_ client: WebClient, on host: Host) throws(Fault) -> StandInServer? {
    guard let standIn else { return nil }
    var faults: [StandInFault] = []
    for text in self.faults {
      guard let fault = StandInFault(text) else {
        throw Fault("--faults \(text) is not a fault: write 500, or timeout:10@/inApps/v1")
      }
      faults.append(fault)
    }
    let secret = try sharedSecret()
    let developer = try developerKey.map(DeveloperKey.init(file:))
    let made = try Self.standIn(folder: standIn, clock: clock, speed: speed ?? 1, on: host) {
      $0.hasNotificationURL = notify != nil
      $0.faults = faults
      $0.sharedSecret = secret
      if let developer { $0.developer = developer }
    }
    return StandInServer(made, notify.map { NotificationPoster(client: client, url: $0) })
  }

  private func sharedSecret() throws(Fault) -> String? {
    guard let path = passwordFile else { return nil }
    do throws(ReceiptError) {
      if let secret = try SecretFile.line(of: path) { return secret }
    } catch {
      throw Fault("\(path): \(error)", hint: error.advice)
    }
    throw Fault("\(path) needs one line, the app's shared secret")
  }

  /// The stand-in for the customers in a folder; without one, for a customer who is made up.
  static func standIn(
    folder: String?, clock: String?, speed: Int64, on host: Host,
    _ change: (inout StandInOptions) -> Void
  ) throws(Fault) -> StandIn {
    do {
      var options = StandInOptions(
        authority: try TestAuthority.wellKnown(), developer: try TestDeveloperKey.developer())
      options.speed = speed
      if let clock {
        guard let date = ReceiptDate(dateOrDay: clock) else {
          throw Fault("--clock is a date: 2026-06-01, or 2026-06-01T12:00:00Z")
        }
        guard TestAuthority.anyTime.contains(date) else {
          throw Fault(
            "--clock \(clock) is a day on which nothing that the stand-in signs is valid",
            hint: "its certificates begin with 2008 and end with 2049")
        }
        options.start = date
      }
      change(&options)
      let customers =
        try folder.map { try SpecFolder.load($0) }?.map {
          StandInScenario(name: $0.name, $0.receipt, $0.renewals)
        } ?? [StandInScenario(name: "example", Receipt())]
      return try StandIn(scenarios: customers, options: options, at: host.now)
    } catch let fault as Fault {
      throw fault
    } catch {
      let text = "\(error)"
      let place = folder.map { text.hasPrefix($0) ? "" : "\($0): " } ?? ""
      throw Fault(place + text)
    }
  }
}
