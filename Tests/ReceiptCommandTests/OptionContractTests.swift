import TestSupport
import Testing

/// What a version of the command line has promised is still there in the next.
@Suite struct OptionContractTests {
  @Test("No command, option, value or default goes within a version")
  func options() async throws {
    let help = try await Workbench().runProcess(["--experimental-dump-help"]).expect(status: 0)
      .json()
    let commands = try #require(help["command"]?["subcommands"]?.elements)
    let current = commands.flatMap(promises)
    let promised = try Contract.recorded("options.txt", for: try Contract.version(), current)
    let missing = Set(promised).subtracting(current).sorted()
    #expect(
      missing.isEmpty,
      "removed or changed, so the version must rise as docs/versions.md says: \(missing)")
  }

  /// The names of a command's arguments, each with its values and its default.
  private func promises(_ command: JSON) -> [String] {
    let name = command["commandName"]?.string ?? ""
    return (command["arguments"]?.elements ?? []).flatMap { argument in
      let names = (argument["names"]?.elements ?? []).compactMap(spelling)
      let values = argument["completionKind"]?["list"]?["values"]?.elements ?? []
      let suffixes =
        [""] + values.map { "\t\($0.string ?? "")" }
        + [argument["defaultValue"]?.string].compactMap { $0 }.map { "\tdefault \($0)" }
      let places = names.isEmpty ? ["<\(argument["valueName"]?.string ?? "")>"] : names
      return places.flatMap { place in suffixes.map { "\(name) \(place)\($0)" } }
    }
  }

  private func spelling(_ name: JSON) -> String? {
    name["name"]?.string.map { (name["kind"]?.string == "short" ? "-" : "--") + $0 }
  }
}
