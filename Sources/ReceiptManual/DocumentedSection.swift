/// A section of the documentation that is a section of a manual page too.
struct DocumentedSection {
  /// `nil` for the page of the tool.
  var command: String?
  let page: String
  let title: String
  let heading: String

  /// What belongs to one command, by the command.
  static let all = [
    DocumentedSection(command: "decode", page: "output.md", title: "JSON", heading: "JSON"),
    DocumentedSection(command: "decode", page: "output.md", title: "CSV", heading: "CSV"),
    DocumentedSection(
      command: "decode", page: "output.md", title: "verify-receipt", heading: "verify-receipt"),
    DocumentedSection(command: "check", page: "output.md", title: "check", heading: "Output"),
    DocumentedSection(command: "diagnose", page: "output.md", title: "diagnose", heading: "Output"),
    DocumentedSection(command: "timeline", page: "output.md", title: "timeline", heading: "Output"),
    DocumentedSection(command: "table", page: "table.md", title: "Columns", heading: "Columns"),
    DocumentedSection(command: "dump", page: "output.md", title: "dump", heading: "Output"),
    DocumentedSection(command: "diff", page: "output.md", title: "diff", heading: "Output"),
    DocumentedSection(command: "explain", page: "output.md", title: "explain", heading: "Output"),
    DocumentedSection(
      command: "make", page: "making.md", title: "What a SPEC says", heading: "Spec"),
    DocumentedSection(command: "init", page: "settings.md", title: "Keys", heading: "The file"),
  ]

  /// What every page has.
  static let common = [
    DocumentedSection(page: "output.md", title: "Exit codes", heading: "Exit status"),
    DocumentedSection(page: "environment.md", title: "Files", heading: "Files"),
    DocumentedSection(page: "environment.md", title: "Variables", heading: "Environment"),
  ]
}
