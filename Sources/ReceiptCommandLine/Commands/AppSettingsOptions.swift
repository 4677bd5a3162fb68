internal import ArgumentParser
internal import ReceiptInsight

/// The options of the commands that say something about an app's receipts to a person.
struct AppSettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A settings file of the app, or none. (default: .receipt.yml here or above)",
      valueName: "file"), completion: .file())
  private var settings: String?

  // An offset may begin with a minus sign.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time zone of dates: \(TimeZones.accepted). (default: UTC)", valueName: "zone",
      visibility: .inFullHelp))
  private var timeZone: String?

  var source: AppSettingsSource { AppSettingsSource(settings, otherwise: .found) }

  func validate() throws { try validateSettingsName(settings) }

  /// The time zone of dates, from the zone database of the host.
  func localTime(on host: Host) throws -> LocalTime? {
    guard let timeZone else { return nil }
    do throws(TimeZones.Fault) {
      return try TimeZones.localTime(timeZone, on: host)
    } catch {
      throw UsageError.value(timeZone, error.message, hint: error.hint)
    }
  }
}

/// Refuses a name that no settings file has.
func validateSettingsName(_ name: String?) throws {
  if name == "" {
    throw UsageError(
      "the name after --settings is empty", hint: "--settings none uses no file")
  }
}

extension AppSettingsSource {
  /// Refuses that standard input is the settings and a receipt.
  func validate(with files: [String]) throws {
    if self == .file("-"), files.isEmpty || files.contains("-") {
      throw UsageError(
        "standard input cannot be both the settings and a receipt",
        hint: "name a file for --settings, or for the receipt")
    }
  }
}
