package import ReceiptCore

extension JSONValue {
  /// The value with fields that the model has no place for.
  ///
  /// - Parameter others: with their paths for names: `commitmentInfo.future`, `data[0].future`. A field that is
  ///   there already stays as it is, and so does the length of a list.
  package func adding(_ others: [Member]) -> JSONValue {
    var objects: [String] = []
    var groups: [String: [Member]] = [:]
    for field in others where !field.name.isEmpty && !field.name.hasSuffix("]") {
      let dot = field.name.lastIndex(of: ".")
      let object = dot.map { String(field.name[..<$0]) } ?? ""
      let name = dot.map { String(field.name[field.name.index(after: $0)...]) } ?? field.name
      if groups[object] == nil { objects.append(object) }
      groups[object, default: []].append(Member(name: name, value: field.value))
    }
    return objects.reduce(self) { $0.adding(groups[$1] ?? [], at: $1[...]) }
  }

  /// Adds to the object at a path. It goes only as deep as the value itself, and leaves out what has no object.
  private func adding(_ others: [Member], at path: Substring) -> JSONValue {
    switch self {
    case .object(let members) where path.isEmpty:
      let names = Set(members.map { ReceiptString($0.name) })
      return .object(members + others.filter { !names.contains(ReceiptString($0.name)) })
    case .object(var members):
      // A name may have dots of its own, so the longest one that fits is meant.
      let place = members.indices.filter { Self.begins(path, with: members[$0].name) }
        .max { members[$0].name.utf8.count < members[$1].name.utf8.count }
      guard let place else { return self }
      let member = members[place]
      let rest = path.dropFirst(member.name.count)
      members[place] = Member(
        name: member.name,
        value: member.value.adding(others, at: rest.first == "." ? rest.dropFirst() : rest))
      return .object(members)
    case .array(var elements):
      guard path.first == "[", let end = path.firstIndex(of: "]"),
        let index = Int(path[..<end].dropFirst()), elements.indices.contains(index)
      else { return self }
      let rest = path[end...].dropFirst()
      elements[index] = elements[index].adding(
        others, at: rest.first == "." ? rest.dropFirst() : rest)
      return .array(elements)
    default: return self
    }
  }

  private static func begins(_ path: Substring, with name: String) -> Bool {
    guard path.hasPrefix(name) else { return false }
    let next = path.dropFirst(name.count).first
    return next == nil || next == "." || next == "["
  }
}
