extension Node: Encoder, SingleValueEncodingContainer {
  // No error that is thrown here has a place.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    content = .object([:])
    return KeyedEncodingContainer(ObjectContainer(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .list([])
    return ListContainer(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { content = .scalar("null") }

  func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let text as String: content = .scalar(quoted(text))
    case let number as any BinaryInteger: content = .scalar(String(describing: number))
    case let flag as Bool: content = .scalar(flag ? "true" : "false")
    default: throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: ""))
    }
  }
}

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { node.member(key.stringValue).encodeNil() }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try value.encode(to: node.member(key.stringValue))
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    node.member(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    node.member(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { node.member("super") }

  func superEncoder(forKey key: Key) -> any Encoder { node.member(key.stringValue) }
}

private struct ListContainer: UnkeyedEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.elements.count }

  func encodeNil() { node.element().encodeNil() }

  func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: node.element()) }

  func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    node.element().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { node.element() }
}
