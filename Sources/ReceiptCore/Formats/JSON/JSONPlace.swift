/// Where a value stands in another one: the members and elements that lead to it.
package struct JSONPlace: Sendable {
  package private(set) var steps: [Step]

  package struct Step: Sendable {
    /// The number of the member or element, from 0.
    package let index: Int
    /// The member's name; `nil` for an element.
    package let name: String?
  }

  package init(_ steps: [Step] = []) { self.steps = steps }

  /// The place of a member of an object, or of an element of an array.
  package func appending(_ index: Int, in container: JSONValue) -> JSONPlace {
    JSONPlace(steps + [Step(index: index, name: container.members?[index].name)])
  }

  /// The place of what holds this one.
  package var outer: JSONPlace { JSONPlace(steps.dropLast()) }
}

extension JSONValue {
  /// How many members or elements there are.
  var childCount: Int { members?.count ?? elements?.count ?? 0 }

  /// The value of a member, or an element.
  package func child(_ index: Int) -> JSONValue? {
    switch self {
    case .object(let members) where members.indices.contains(index): members[index].value
    case .array(let elements) where elements.indices.contains(index): elements[index]
    default: nil
    }
  }

  /// The value at a place.
  package subscript(place: JSONPlace) -> JSONValue? {
    var value: JSONValue? = self
    for step in place.steps { value = value?.child(step.index) }
    return value
  }

  /// A copy with another value at a place; with `nil` without the member there. An element becomes null instead, so
  /// that the others keep their numbers.
  package func replacing(_ place: JSONPlace, with value: JSONValue?) -> JSONValue {
    var result = value
    for (container, step) in zip(containers(around: place), place.steps).reversed() {
      switch container {
      case .object(var members):
        if let result {
          members[step.index] = Member(name: members[step.index].name, value: result)
        } else {
          members.remove(at: step.index)
        }
        result = .object(members)
      case .array(var elements):
        elements[step.index] = result ?? .null
        result = .array(elements)
      default: return self
      }
    }
    return result ?? .null
  }

  /// A copy without the members of these names, and where the same place is in it. Members are left out that stand
  /// beside the place, at any level, or directly in the value there.
  package func leavingOut(
    _ names: [String], beside place: JSONPlace
  ) -> (value: JSONValue, place: JSONPlace) {
    func isOut(_ member: Member) -> Bool { names.contains { member.name.hasBytes(of: $0) } }
    var result = self[place] ?? .null
    if case .object(let members) = result { result = .object(members.filter { !isOut($0) }) }
    var steps: [JSONPlace.Step] = []
    for (container, step) in zip(containers(around: place), place.steps).reversed() {
      switch container {
      case .object(var members):
        members[step.index] = Member(name: members[step.index].name, value: result)
        let before = members[..<step.index].filter { !isOut($0) }
        let after = members[(step.index + 1)...].filter { !isOut($0) }
        result = .object(before + [members[step.index]] + after)
        steps.append(JSONPlace.Step(index: before.count, name: step.name))
      case .array(var elements):
        elements[step.index] = result
        result = .array(elements)
        steps.append(step)
      default: return (self, place)
      }
    }
    return (result, JSONPlace(steps.reversed()))
  }

  /// The containers on the way to a place, the outermost first; none if there is no such place.
  private func containers(around place: JSONPlace) -> [JSONValue] {
    var containers: [JSONValue] = []
    var value = self
    for step in place.steps {
      guard let inner = value.child(step.index) else { return [] }
      containers.append(value)
      value = inner
    }
    return containers
  }
}
