/// The manual page of the tool, or of one of its commands.
struct ManualPage {
  let tool: ToolDescription.Command
  /// `nil` for the page of the tool.
  var command: ToolDescription.Command?
  /// What every page says of itself.
  let about: About
  let fields: FieldTable
  /// The text of a page of the documentation.
  let documentation: (String) throws -> String

  struct About {
    let version: String
    let repository: String
    let date: String
  }

  var name: String { Self.name(of: command, tool) }

  private static func name(
    of command: ToolDescription.Command?, _ tool: ToolDescription.Command
  ) -> String {
    command.map { "\(tool.commandName)-\($0.commandName)" } ?? tool.commandName
  }

  func roff() throws -> String {
    let subject = command ?? tool
    var roff = Roff()
    roff.line(
      ".TH \(Roff.literal(name.uppercased())) 1 \(about.date) \"\(tool.commandName) \(about.version)\""
        + " \"User Commands\"")
    // Names must not be broken over lines.
    roff.line(".nh\n.ad l")
    roff.heading("Name")
    roff.line("\(Roff.literal(name)) \\- \(Roff.inline(Self.phrase(subject.abstract ?? "")))")
    roff.heading("Synopsis")
    roff.line(synopsis(subject))
    let discussion = Discussion(subject.discussion ?? "")
    roff.heading("Description")
    roff.paragraph(subject.abstract ?? "")
    for paragraph in discussion.paragraphs { roff.paragraph(paragraph) }
    if !discussion.examples.isEmpty {
      roff.heading("Examples")
      roff.verbatim(discussion.examples)
    }
    write(subject.operands, to: &roff)
    try writeOptions(subject.options, to: &roff)
    if command == nil { writeCommands(to: &roff) }
    for section in DocumentedSection.all where section.command == command?.commandName {
      roff.heading(section.heading)
      try write(section, to: &roff)
    }
    if command?.commandName == FieldTable.command { writeFields(to: &roff) }
    for section in DocumentedSection.common {
      roff.heading(section.heading)
      try write(section, to: &roff)
    }
    writeSeeAlso(to: &roff)
    return roff.text
  }

  /// The abstract without its full stop, as indexes of manuals show it.
  private static func phrase(_ abstract: String) -> String {
    let text = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private func synopsis(_ subject: ToolDescription.Command) -> String {
    let operands = subject.operands.map { operand in
      let name =
        Roff.italic((operand.valueName ?? "").uppercased()) + (operand.isRepeating ? " ..." : "")
      return operand.isOptional ? "[\(name)]" : name
    }
    let words =
      command.map { [Roff.bold($0.commandName), "[\(Roff.italic("options"))]"] + operands }
      ?? [Roff.italic("command"), "[\(Roff.italic("options"))]", "[\(Roff.italic("FILE")) ...]"]
    return ([Roff.bold(tool.commandName)] + words).joined(separator: " ")
  }

  // MARK: Arguments

  private func write(_ operands: [ToolDescription.Argument], to roff: inout Roff) {
    guard !operands.isEmpty else { return }
    roff.heading("Arguments")
    for operand in operands {
      roff.entry(
        tag: Roff.italic((operand.valueName ?? "").uppercased()), operand.abstract ?? "")
    }
  }

  private func writeOptions(_ options: [ToolDescription.Argument], to roff: inout Roff) throws {
    roff.heading("Options")
    for option in options where option.sectionTitle == nil { write(option, to: &roff) }
    var titles: [String] = []
    for case let title? in options.map(\.sectionTitle) where !titles.contains(title) {
      titles.append(title)
    }
    for title in titles {
      roff.subheading(title)
      for option in options where option.sectionTitle == title { write(option, to: &roff) }
    }
  }

  private func write(_ option: ToolDescription.Argument, to roff: inout Roff) {
    let names = (option.names ?? []).map(\.text).sorted { $0.utf8.count < $1.utf8.count }
    let value = option.kind == "flag" ? "" : " " + Roff.italic(option.valueName ?? "")
    roff.entry(
      tag: names.map(Roff.bold).joined(separator: ", ") + value, option.abstract ?? "")
  }

  private func writeCommands(to roff: inout Roff) {
    roff.heading("Commands")
    for command in tool.commands {
      roff.entry(
        tag: Roff.bold(Self.name(of: command, tool)) + "(1)", command.abstract ?? "")
    }
  }

  // MARK: Fields

  private func writeFields(to roff: inout Roff) {
    roff.heading("Fields")
    for section in FieldTable.sections {
      roff.subheading(section.title)
      for row in fields.rows(of: section.definition) {
        roff.entry(tag: Roff.bold(row.name), row.meaning)
      }
    }
  }

  // MARK: Documentation

  private func write(_ section: DocumentedSection, to roff: inout Roff) throws {
    let blocks = Markdown.section(section.title, of: try documentation(section.page))
    guard !blocks.isEmpty else { throw ManualError("\(section.page) has no \(section.title)") }
    for block in blocks {
      switch block {
      case .heading(_, let title): roff.subheading(title)
      case .paragraph(let text): roff.paragraph(text)
      case .list(let items): for item in items { roff.bullet(item) }
      case .code(let lines): roff.verbatim(lines)
      case .table(let header, let rows): write(rows, under: header, to: &roff)
      }
    }
  }

  /// A table is a list of terms: a page is narrow.
  private func write(_ rows: [[String]], under header: [String], to roff: inout Roff) {
    let typeColumn = header.firstIndex(of: "type")
    for row in rows {
      let type = typeColumn.flatMap { row[$0].isEmpty ? nil : " (\(Roff.inline(row[$0])))" } ?? ""
      let rest = row.indices.dropFirst().filter { $0 != typeColumn }.map { row[$0] }
      roff.entry(
        tag: Roff.inline(row.first ?? "") + type,
        rest.filter { !$0.isEmpty }.joined(separator: ": "))
    }
  }

  private func writeSeeAlso(to roff: inout Roff) {
    roff.heading("See also")
    let others = [nil] + tool.commands.map(Optional.some)
    let names = others.map { Self.name(of: $0, tool) }.filter { $0 != name }
    roff.line(names.map { Roff.bold($0) + "(1)" }.joined(separator: ",\n"))
    roff.paragraph("The pages that are named here, and more: \(about.repository)/tree/main/docs")
  }
}
