internal import ArgumentParser
internal import ReceiptInsight

/// The options of the commands that say something about an app's receipts to a person.
struct AppSettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to know of the app: a settings file, or none. (default: .receipt.yml here or above)",
      valueName: "file"))
  private var settings: String?

  // An offset may begin with a minus sign.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time zone of dates: \(TimeZones.accepted). (default: UTC)", valueName: "zone"),
    transform: { text in
      do throws(TimeZones.Fault) {
        return try TimeZones.localTime(text)
      } catch {
        let end = error.hint.hasSuffix("?") ? "" : "."
        throw ValidationError("it \(error.message): \(error.hint)\(end)")
      }
    })
  private(set) var timeZone: LocalTime?

  var source: AppSettingsSource { AppSettingsSource(settings, otherwise: .found) }

  func validate() throws { try validateSettingsName(settings) }
}

/// Refuses a name that no settings file has.
func validateSettingsName(_ name: String?) throws {
  if name == "" {
    throw ValidationError("The name of the settings file is empty: write none to use no file.")
  }
}

extension AppSettingsSource {
  /// Refuses that standard input is the settings and a receipt.
  func validate(with files: [String]) throws {
    if self == .file("-"), files.isEmpty || files.contains("-") {
      throw ValidationError(
        "Standard input can be read only once: name a file for --settings, or for the receipt.")
    }
  }
}
