/// A value with many parts, of which a copy counts a single reference. It is copied when one of several owners changes
/// it.
struct Shared<Value: Sendable>: Sendable {
  // An array of one: it needs no class of its own.
  private var storage: [Value]

  init(_ value: Value) { storage = [value] }

  var value: Value {
    _read { yield storage[0] }
    _modify { yield &storage[0] }
  }
}
